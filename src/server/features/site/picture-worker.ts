/** Worker thread that draws contact pictures; see `picture-thread.ts`. */
import {
  drawContactPicture,
  type PictureSize,
  type PictureSource,
} from '#server/features/site/draw-contact-picture.ts'
import { answerOrders } from '#server/platform/worker-orders.ts'

export type PictureOrder = { source: PictureSource; size: PictureSize }

answerOrders(({ source, size }: PictureOrder) => drawContactPicture(source, size))
