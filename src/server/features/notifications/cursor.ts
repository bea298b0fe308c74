/**
 * How far a stream has got, as its events' ids say it: the last of one's own notices, and the last
 * that went to everybody.
 */

export type StreamCursor = { seq: number; announcement: number }

export const formatCursor = ({ seq, announcement }: StreamCursor): string =>
  `${seq}.${announcement}`

/** Undefined for what is no place. */
export function parseCursor(text: string | undefined): StreamCursor | undefined {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return seq === undefined ? undefined : { seq: Number(seq), announcement: Number(announcement) }
}
