/** Worker thread that draws contact pictures; see `picture-thread.ts`. */
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

parentPort!.on('message', ({ id, source, size }: PictureOrder) => {
  previous = previous.then(async () => {
    const drawn: DrawnPicture = await drawContactPicture(source, size).then(
      (picture) => ({ id, picture }),
      (reason: unknown) => ({ id, failure: String(reason) }),
    )
    parentPort!.postMessage(drawn)
  })
})
