/**
 * Which browser on which system a session belongs to, coarsely: so that its user knows it again,
 * and no finger could be printed from it.
 */
import Bowser from 'bowser'

export type Client = { browser: string | null; system: string | null }

/** Longer ones are no browser's. */
const longest = 1_000

export function clientOf(userAgent: string | undefined): Client {
  const result = userAgent?.slice(0, longest)
  if (!result) return { browser: null, system: null }
  const known = Bowser.getParser(result)
  return { browser: known.getBrowserName() || null, system: known.getOSName() || null }
}
