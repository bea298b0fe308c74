/** A worker thread of Node that answers orders one by one, so that other requests don't wait for it. */
import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerOrder } from '#server/platform/worker-orders.ts'

type Waiting<Output> = { resolve: (output: Output) => void; reject: (reason: Error) => void }

/**
 * Starts the thread with the first order. The thread does not keep the process alive; if it ends, the
 * orders that wait for it fail, and the next one starts another.
 */
export function createWorkerThread<Input, Output>(
  url: URL,
  name: string,
): (input: Input) => Promise<Output> {
  const waiting = new Map<number, Waiting<Output>>()
  let worker: Worker | undefined
  let count = 0
  const start = () => {
    const started = new Worker(url)
    started.unref()
    started.on('message', (answer: WorkerAnswer<Output>) => {
      const order = waiting.get(answer.id)
      // With `--watch`, Node itself sends the names of the files that the thread loads.
      if (!order) return
      waiting.delete(answer.id)
      if ('output' in answer) order.resolve(answer.output)
      else order.reject(new Error(answer.failure))
    })
    const fail = (reason: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', (code) => fail(new Error(`The thread for ${name} ended with ${code}.`)))
    return started
  }
  return (input) =>
    new Promise((resolve, reject) => {
      worker ??= start()
      const id = count++
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, input } satisfies WorkerOrder<Input>)
    })
}
