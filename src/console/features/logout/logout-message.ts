/**
 * What the last page says to whoever has just left, told across the page load that forgets
 * everything else.
 */
import { tabStore } from '#client/storage.ts'
import { forgetBrowser } from '#console/features/logout/clear-browser-data.ts'
import { leaveAtOnce } from '#console/refine/session-expiry.ts'

export type Farewell = 'cancelled'

const key = 'farewell'

/**
 * Signs out in every tab, forgets what this browser knows of the user, and goes to the last page.
 */
export function sayGoodbye(farewell: Farewell): void {
  leaveAtOnce('/UserCenterExit', () => {
    forgetBrowser()
    tabStore.set(key, farewell)
  })
}

/** Once. */
export function readFarewell(): Farewell | undefined {
  const said = tabStore.get(key)
  tabStore.remove(key)
  return said === 'cancelled' ? said : undefined
}
