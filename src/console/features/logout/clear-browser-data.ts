/**
 * Forgets all that this browser keeps of somebody: what is left is how the site is to look and
 * which language it speaks.
 */
import { browserStore, tabStore, type Store } from '#client/storage.ts'

const stored = ['lang', 'theme']

export function clearBrowserData(): void {
  forget(tabStore, () => sessionStorage)
  forget(browserStore, () => localStorage)
}

function forget(store: Store, storage: () => Storage): void {
  for (const key of keysIn(storage)) if (!stored.includes(key)) store.remove(key)
}

/** None where the browser keeps nothing. */
function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}
