/** Draws contact pictures in a worker thread of Node, so that other requests don't wait for it. */
import type { DrawPicture } from '#server/features/site/contact-pictures.ts'
import type { PictureOrder } from '#server/features/site/picture-worker.ts'
import { createWorkerThread } from '#server/platform/worker-thread.ts'

/** The worker's bundle, beside this one; without a build, its source. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'
const workerUrl = new URL(`./picture-worker.${extension}`, import.meta.url)

export function createPictureThread(): DrawPicture {
  const draw = createWorkerThread<PictureOrder, string>(workerUrl, 'pictures')
  return (source, size) => draw({ source, size })
}
