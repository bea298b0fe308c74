/** Message for the logout page, passed across the page load that clears the user's data. */
import { tabStore, browserStore, type Store } from '#client/storage.ts'
import { signOutAndOpen } from '#console/refine/session-expiry.ts'

type LogoutMessage = 'cancelled'

const storageKey = 'logoutMessage'

/** Signs out in all tabs, clears the browser data and opens the logout page with the message. */
export function leaveWithMessage(logoutMessage: LogoutMessage): void {
  signOutAndOpen('/UserCenterExit', () => {
    clearBrowserData()
    tabStore.set(storageKey, logoutMessage)
  })
}

/** Reads and removes the message. */
export function consumeLogoutMessage(): LogoutMessage | undefined {
  const text = tabStore.get(storageKey)
  tabStore.remove(storageKey)
  return text === 'cancelled' ? text : undefined
}

const keptKeys = ['lang', 'theme']

/** Clears the user's data from browser storage; language and theme remain. */
function clearBrowserData(): void {
  removeEntries(tabStore, () => sessionStorage)
  removeEntries(browserStore, () => localStorage)
}

function removeEntries(store: Store, storage: () => Storage): void {
  for (const key of keysIn(storage)) if (!keptKeys.includes(key)) store.remove(key)
}

/** Empty if storage is unavailable. */
function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}
