/** Message for the logout page, passed in session storage across the page load. */
import { tabStore } from '#client/storage.ts'
import { clearBrowserData } from '#console/features/logout/clear-browser-data.ts'
import { leaveImmediately } from '#console/refine/session-expiry.ts'

export type LogoutMessage = 'cancelled'

const key = 'farewell'

/** Signs out in all tabs, clears the browser data and opens the logout page. */
export function saveLogoutMessage(farewell: LogoutMessage): void {
  leaveImmediately('/UserCenterExit', () => {
    clearBrowserData()
    tabStore.set(key, farewell)
  })
}

/** Reads and removes the message. */
export function readLogoutMessage(): LogoutMessage | undefined {
  const text = tabStore.get(key)
  tabStore.remove(key)
  return text === 'cancelled' ? text : undefined
}
