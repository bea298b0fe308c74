/** Draws contact pictures in a worker thread of Node, so that other requests don't wait for it. */
import { Worker } from 'node:worker_threads'
import type { DrawPicture } from '#server/features/site/contact-pictures.ts'
import type { DrawnPicture, PictureOrder } from '#server/features/site/picture-worker.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./picture-worker.${extension}`, import.meta.url)

type Waiting = { resolve: (picture: string) => void; reject: (reason: Error) => void }

/**
 * Starts the thread with the first picture. The thread does not keep the process alive; if it ends,
 * the pictures that wait for it fail, and the next one starts another.
 */
export function createPictureThread(): DrawPicture {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0
  const start = () => {
    const started = new Worker(workerUrl)
    started.unref()
    started.on('message', (drawn: DrawnPicture) => {
      const { resolve, reject } = waiting.get(drawn.id)!
      waiting.delete(drawn.id)
      if ('picture' in drawn) resolve(drawn.picture)
      else reject(new Error(drawn.failure))
    })
    const fail = (reason: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', (code) => fail(new Error(`The thread for pictures ended with ${code}.`)))
    return started
  }
  return (source, size) =>
    new Promise((resolve, reject) => {
      worker ??= start()
      const id = count++
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, source, size } satisfies PictureOrder)
    })
}
