/** Adopts the session of a desktop client link, `?t=…&u=…`, which `public/boot.js` strips. */
import { linkNoticeKey } from '#client/session/link-notice-key.ts'
import { tabStore } from '#client/storage.ts'
import type { Session } from '#contract/sign-in.ts'

/** In memory only until verified. */
type WithUrlSession = { urlSession?: Session }

/**
 * Resolves when the link's session is adopted or dropped, at once without a link. Shows the notice
 * about a link that signed a visitor in. Call after `shareSession`.
 */
export async function settleUrlSession(): Promise<void> {
  await adoptUrlSession()
  if (tabStore.get(linkNoticeKey) !== null)
    (await import('#client/session/link-notice.ts')).showLinkNotice()
}

async function adoptUrlSession(): Promise<void> {
  const page = window as WithUrlSession
  const { urlSession } = page
  if (!urlSession) return
  const { verifyAndAdopt } = await import('#client/session/adopt-url-session.ts')
  delete page.urlSession
  await verifyAndAdopt(urlSession)
}
