/**
 * Browser storage that never throws: what it refuses to keep (private mode, full, blocked) is kept
 * in memory for this page.
 */

export type Store = {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
}

/**
 * Names in `tabStore`: the session, and milliseconds by which the server's clock is ahead of ours.
 */
export const sessionKeys = { sk: 'sk', userId: 'userId', user: 'userInfo' } as const
export const clockOffsetKey = 'clockOffset'

/** Lives as long as the tab. */
export const tabStore: Store = storeOver(() => sessionStorage)
/** Lives in this browser. */
export const browserStore: Store = storeOver(() => localStorage)

/** Takes a function because merely naming a blocked storage throws. */
function storeOver(storage: () => Storage): Store {
  const memory = new Map<string, string>()
  return {
    get: (key) => memory.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    set(key, value) {
      memory.delete(key)
      const stored = attempt(() => {
        storage().setItem(key, value)
        return true
      })
      if (!stored) memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt(() => storage().removeItem(key))
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
