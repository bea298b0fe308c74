/** Adopts the session of a desktop client link, `?t=…&u=…`, which `public/boot.js` strips. */
import type { Session } from '#contract/sign-in.ts'

/** In memory only until verified. */
type WithUrlSession = { urlSession?: Session }

/**
 * Resolves when the link's session is adopted or dropped, at once without a link. Call after
 * `shareSession`.
 */
export async function settleUrlSession(): Promise<void> {
  const page = window as WithUrlSession
  const { urlSession } = page
  if (!urlSession) return
  const { adoptUrlSession } = await import('#client/session/adopt-url-session.ts')
  delete page.urlSession
  await adoptUrlSession(urlSession)
}
