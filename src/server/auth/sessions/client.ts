/** Browser and operating system of a session, too coarse for fingerprinting. */
import Bowser from 'bowser'

export type Client = { browser: string | null; system: string | null }

/** In characters; the rest of a longer User-Agent is ignored. */
const longest = 1_000

export function clientOf(userAgent: string | undefined): Client {
  const result = userAgent?.slice(0, longest)
  if (!result) return { browser: null, system: null }
  const known = Bowser.getParser(result)
  return { browser: known.getBrowserName() || null, system: known.getOSName() || null }
}
