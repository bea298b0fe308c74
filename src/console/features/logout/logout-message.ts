/**
 * What the last page says to whoever has just left, told across the page load that forgets
 * everything else.
 */
import { tabStore } from '#client/storage.ts'
import { clearBrowserData } from '#console/features/logout/clear-browser-data.ts'
import { leaveImmediately } from '#console/refine/session-expiry.ts'

export type LogoutMessage = 'cancelled'

const key = 'farewell'

/**
 * Signs out in every tab, forgets what this browser knows of the user, and goes to the last page.
 */
export function saveLogoutMessage(farewell: LogoutMessage): void {
  leaveImmediately('/UserCenterExit', () => {
    clearBrowserData()
    tabStore.set(key, farewell)
  })
}

/** Once. */
export function readLogoutMessage(): LogoutMessage | undefined {
  const text = tabStore.get(key)
  tabStore.remove(key)
  return text === 'cancelled' ? text : undefined
}
