/**
 * The session of the desktop client's link, `?t=…&u=…`: `public/boot.js` takes it out of the
 * address, and it counts once it is verified.
 */
import type { Session } from '#contract/login.ts'

/** In memory only, until it is verified. */
type WithUrlSession = { urlSession?: Session }

/**
 * Settles when the link has signed somebody in or has been dropped; without such a link, at once.
 * Call after `shareSession`.
 */
export async function settleUrlSession(): Promise<void> {
  const page = window as WithUrlSession
  const { urlSession } = page
  if (!urlSession) return
  const { adoptUrlSession } = await import('#client/session/adopt-url-session.ts')
  delete page.urlSession
  await adoptUrlSession(urlSession)
}
