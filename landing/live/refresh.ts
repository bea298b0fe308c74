/** Deferred start of a public page: shares the session between tabs and refreshes its islands. */
import { removeEndedCodeWaits } from '#client/code-waits.ts'
import { hasPageMessage } from '#client/page-message.ts'
import {
  adoptSessionOfOtherTabs,
  canSessionBeElsewhere,
  shareSession,
} from '#client/session/session-tabs.ts'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { settleUrlSession } from '#client/session/url-session.ts'
import { waitUntilIdle } from '#client/wait-until-idle.ts'
import type { SiteData } from '#contract/site.ts'
import { fingerprint } from '#landing/site-data.ts'

/** Throws if a chunk fails to load. */
export async function startDeferred(): Promise<void> {
  const updateSignedIn = () =>
    document.documentElement.toggleAttribute(
      'data-signed-in',
      isSignedIn() || canSessionBeElsewhere(),
    )
  onSessionChange(updateSignedIn)
  addEventListener('storage', updateSignedIn)
  shareSession()
  removeEndedCodeWaits()
  await settleUrlSession()
  await adoptSessionOfOtherTabs()
  await Promise.all([startAccountFeatures(), refreshIslands()])
  await startNoticesWhenIdle()
}

/** Loads the account features only for signed-in users. */
export async function startAccountFeatures(): Promise<void> {
  let isStarted = false
  const start = async () => {
    if (isStarted || !isSignedIn()) return
    isStarted = true
    const { startAccount } = await import('#landing/live/account.ts')
    startAccount()
  }
  onSessionChange(() => void start())
  await start()
  if (hasPageMessage()) (await import('#landing/live/account.ts')).showPageMessage()
}

/** Opens the notice stream after the page has loaded and is idle, so that it delays nothing. */
export async function startNoticesWhenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await waitUntilIdle()
  const { startNotices } = await import('#landing/live/notices.ts')
  startNotices()
}

/** Redraws islands with changed data, and loads the code for that only if needed. */
async function refreshIslands(): Promise<void> {
  const islands = [...document.querySelectorAll<HTMLElement>('[data-live]')]
  const fields = new Set(islands.map(({ dataset }) => dataset['from'] as keyof SiteData))
  const { readSiteData } = await import('#landing/live/read-site-data.ts')
  const result = await readSiteData(fields)
  const changed = islands.filter(({ dataset: { from: field, of: renderedFingerprint } }) => {
    const value = result[field as keyof SiteData] ?? null
    return value !== null && fingerprint(value) !== renderedFingerprint
  })
  if (changed.length === 0) return
  const { redraw } = await import('#landing/live/redraw.tsx')
  await redraw(changed, result)
}
