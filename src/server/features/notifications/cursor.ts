/**
 * How far a stream has got, as its events' ids say it: the last of one's own notices, and the last
 * that went to everybody.
 */

export type Place = { seq: number; announcement: number }

export const placeText = ({ seq, announcement }: Place): string => `${seq}.${announcement}`

/** Undefined for what is no place. */
export function readPlace(text: string | undefined): Place | undefined {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return seq === undefined ? undefined : { seq: Number(seq), announcement: Number(announcement) }
}
