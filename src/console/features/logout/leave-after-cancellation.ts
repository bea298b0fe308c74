/** Leaves the console after the account was cancelled, and clears the user's data. */
import { setPageMessage } from '#client/page-message.ts'
import { tabStore, browserStore, type Store } from '#client/storage.ts'
import { signOutAndOpen } from '#console/refine/session-expiry.ts'

/** Signs out in all tabs, clears the browser data and opens the logout page, which confirms it. */
export function leaveAfterCancellation(): void {
  signOutAndOpen('/UserCenterExit', () => {
    clearBrowserData()
    setPageMessage({ kind: 'cancelled' })
  })
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
