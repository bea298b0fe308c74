/** How long no other code can be mailed to an address; kept by the tab no longer (spec 4.5, 9.2). */
import { parseJson } from '#client/browser.ts'
import { tabStore } from '#client/storage.ts'

/** `endsAt`: milliseconds. `wasSent`: false if the wait is due to rate limiting. */
type CodeWait = { endsAt: number; wasSent: boolean }

const storageKey = 'codeWaits'
let timer: ReturnType<typeof setTimeout> | undefined

/** The wait for an address, or for the login name it belongs to. */
export const findCodeWait = (account: string): CodeWait | undefined =>
  readWaits().get(account.toLowerCase())

export function setCodeWait(account: string, wait: CodeWait): void {
  storeWaits(readWaits().set(account.toLowerCase(), wait))
}

/** Removes waits that have ended, and later the others when they end. Each page calls it at start. */
export function removeEndedCodeWaits(): void {
  if (tabStore.get(storageKey) !== null) storeWaits(readWaits())
}

function readWaits(): Map<string, CodeWait> {
  const stored = (parseJson(tabStore.get(storageKey)) ?? {}) as Record<string, CodeWait>
  return new Map(Object.entries(stored).filter(([, { endsAt }]) => endsAt > Date.now()))
}

function storeWaits(waits: ReadonlyMap<string, CodeWait>): void {
  clearTimeout(timer)
  if (waits.size === 0) return tabStore.remove(storageKey)
  tabStore.set(storageKey, JSON.stringify(Object.fromEntries(waits)))
  const firstEnd = Math.min(...[...waits.values()].map(({ endsAt }) => endsAt))
  timer = setTimeout(removeEndedCodeWaits, firstEnd - Date.now())
}
