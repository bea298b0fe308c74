/** Worker thread that draws contact pictures; see `picture-thread.ts`. */
import { describeError } from '#server/platform/log.ts'
import { parentPort } from 'node:worker_threads'
import {
  drawContactPicture,
  type PictureSize,
  type PictureSource,
} from '#server/features/site/draw-contact-picture.ts'

export type PictureOrder = { id: number; source: PictureSource; size: PictureSize }
export type DrawnPicture = { id: number; picture: string } | { id: number; failure: string }

// One after the other, so that memory holds the pixels of one picture only.
let previous: Promise<void> = Promise.resolve()

parentPort!.on('message', (order: PictureOrder) => {
  previous = drawAfter(previous, order)
})

async function drawAfter(earlier: Promise<void>, { id, source, size }: PictureOrder) {
  await earlier
  let drawn: DrawnPicture
  try {
    drawn = { id, picture: await drawContactPicture(source, size) }
  } catch (reason) {
    drawn = { id, failure: describeError(reason) }
  }
  parentPort!.postMessage(drawn)
}
