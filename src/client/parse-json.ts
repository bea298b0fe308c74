/** Reading JSON that somebody else wrote: storage, an address, a server. */

/** Undefined where there is none, or what is there is no JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
