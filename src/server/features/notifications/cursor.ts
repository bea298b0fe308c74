/** The position of a notification stream, sent as the event id (Last-Event-ID). */

export type StreamCursor = { seq: number; announcement: number }

export const formatCursor = ({ seq, announcement }: StreamCursor): string =>
  `${seq}.${announcement}`

/** Undefined for malformed input. */
export function parseCursor(text: string | undefined): StreamCursor | undefined {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return seq === undefined ? undefined : { seq: Number(seq), announcement: Number(announcement) }
}
