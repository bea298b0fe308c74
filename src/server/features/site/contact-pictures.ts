/** QR codes and pictures of service contacts in the requested size, each drawn once (spec 3.7, 7.2). */
import type { PictureSize, PictureSource } from '#server/features/site/draw-contact-picture.ts'

/** Draws away from the thread that answers requests. */
export type DrawPicture = (source: PictureSource, size: PictureSize) => Promise<string>

/**
 * A data URL with a PNG of this size. A stored picture is returned unchanged if no size is given or
 * if it can't be decoded.
 */
export type ContactPictures = (
  stored: string | null | undefined,
  address: string,
  size?: PictureSize,
) => Promise<string>

/** Pixels of a side: those that the pages request and show, and their doubles for dense screens. */
const sides = [160, 300, 320, 400, 600, 800, 1_600]
const maxSide = sides.at(-1)!
const defaultSize: PictureSize = { width: 400, height: 400 }
/** Characters of all pictures kept, with what they were drawn from. */
const maxKeptChars = 64_000_000

/**
 * The next larger size that pictures are drawn in: without a session, a client must not be able to
 * request ever new pictures. Undefined if no size is requested. If only one side is given, the
 * picture is square.
 */
export function toPictureSize(
  width: number | undefined,
  height: number | undefined,
): PictureSize | undefined {
  const side = width ?? height
  if (side === undefined) return undefined
  return { width: toDrawnSide(side), height: toDrawnSide(height ?? side) }
}

const toDrawnSide = (side: number): number => sides.find((drawn) => drawn >= side) ?? maxSide

type KeptPicture = { picture: Promise<string>; chars: number }

/**
 * Concurrent requests share one drawing. Beyond `maxKeptChars`, the pictures that were unused for the
 * longest time are dropped.
 */
export function createContactPictures(draw: DrawPicture): ContactPictures {
  const kept = new Map<string, KeptPicture>()
  let keptChars = 0
  const drop = (key: string) => {
    keptChars -= kept.get(key)?.chars ?? 0
    kept.delete(key)
  }
  /** Counts a picture once it is drawn; one that failed is drawn again when it is next requested. */
  async function keep(key: string, entry: KeptPicture) {
    try {
      const { length } = await entry.picture
      if (kept.get(key) !== entry) return
      entry.chars = key.length + length
      keptChars += entry.chars
    } catch {
      drop(key)
    }
    for (const oldest of kept.keys()) {
      if (keptChars <= maxKeptChars) break
      drop(oldest)
    }
  }

  return (stored, address, size) => {
    if (stored && !size) return Promise.resolve(stored)
    const { width, height } = size ?? defaultSize
    const key = `${width} ${height} ${stored ?? address}`
    const found = kept.get(key)
    if (found) {
      // Last in the order of use.
      kept.delete(key)
      kept.set(key, found)
      return found.picture
    }
    const picture = draw({ stored: stored ?? null, address }, { width, height })
    const entry = { picture, chars: 0 }
    kept.set(key, entry)
    void keep(key, entry)
    return picture
  }
}
