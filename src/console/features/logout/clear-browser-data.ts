/** Clears the user's data from browser storage; language and theme remain. */
import { browserStore, tabStore, type Store } from '#client/storage.ts'

const stored = ['lang', 'theme']

export function clearBrowserData(): void {
  forget(tabStore, () => sessionStorage)
  forget(browserStore, () => localStorage)
}

function forget(store: Store, storage: () => Storage): void {
  for (const key of keysIn(storage)) if (!stored.includes(key)) store.remove(key)
}

/** Empty if storage is unavailable. */
function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}
