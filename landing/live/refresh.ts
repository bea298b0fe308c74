/**
 * What a public page does once it stands: shares the session with other tabs, and looks whether the
 * server says something new.
 */
import { askOtherTabs, sessionMayBeElsewhere, shareSession } from '#client/session/session-tabs.ts'
import { onSessionChange, signedIn } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import { settleUrlSession } from '#client/session/url-session.ts'
import { nothingSaid, type SiteData } from '#contract/site.ts'
import { messageKey } from '#client/next-message.ts'
import { fingerprint } from '#landing/site-data.ts'

/** Throws where a piece of the program can't be had. */
export async function startLater(): Promise<void> {
  const show = () =>
    document.documentElement.toggleAttribute(
      'data-signed-in',
      signedIn() || sessionMayBeElsewhere(),
    )
  onSessionChange(show)
  addEventListener('storage', show)
  shareSession()
  await settleUrlSession()
  await askOtherTabs()
  await Promise.all([startSignedIn(), refresh()])
}

/** What only somebody signed in needs is loaded for them alone. */
export async function startSignedIn(): Promise<void> {
  let started = false
  const start = async () => {
    if (started || !signedIn()) return
    started = true
    const { startAccount } = await import('#landing/live/account.ts')
    startAccount()
  }
  onSessionChange(() => void start())
  await start()
  if (tabStore.get(messageKey) !== null) (await import('#landing/live/account.ts')).showMessage()
}

/** Draws anew what the server says otherwise by now; the program for that is loaded only then. */
async function refresh(): Promise<void> {
  const live = [...document.querySelectorAll<HTMLElement>('[data-live]')]
  const expected = new Set(live.map(({ dataset }) => dataset['from'] as keyof SiteData))
  const { readSiteData } = await import('#landing/live/read-site-data.ts')
  const result: SiteData = { ...nothingSaid, ...(await readSiteData(expected)) }
  const changed = live.filter(({ dataset: { from, of } }) => {
    const now = result[from as keyof SiteData]
    return now !== null && fingerprint(now) !== of
  })
  if (changed.length === 0) return
  const { redraw } = await import('#landing/live/redraw.tsx')
  await redraw(changed, result)
}
