/** Browser storage that never throws and falls back to memory (private mode, quota, blocked). */

export type Store = {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
}

/**
 * Session storage key of the scope of a tab that shows a view by support; the value begins with
 * `supportViewScope`.
 */
export const scopeKey = 'scope'
export const supportViewScope = 'view.'

/**
 * Prefix of the storage keys of the operators' session and of each view of a customer's account by
 * support; empty for the customers' own session. Constant for the lifetime of the page. All of
 * these sessions can be open side by side and share nothing.
 */
export const sessionScope = /^\/operator(\/|$)/.test(globalThis.location?.pathname)
  ? 'operator.'
  : (tryTo(() => sessionStorage.getItem(scopeKey)) ?? '')

/** Keys in `tabStore` of the session. */
export const sessionKeys = {
  sk: `${sessionScope}sk`,
  userId: `${sessionScope}userId`,
  user: `${sessionScope}userInfo`,
  /** Reader and id of the last event of the notice stream, from which the tab's next page resumes. */
  lastNotice: `${sessionScope}lastNotice`,
} as const
/** The server's clock offset in milliseconds. */
export const clockOffsetKey = 'clockOffset'

/** Session storage, per tab. */
export const tabStore: Store = createStore(() => sessionStorage)
/** Local storage, shared by all tabs. */
export const browserStore: Store = createStore(() => localStorage)

/** Takes a function because accessing blocked storage throws. */
function createStore(storage: () => Storage): Store {
  const memory = new Map<string, string>()
  return {
    get: (key) => memory.get(key) ?? tryTo(() => storage().getItem(key)) ?? null,
    set(key, value) {
      memory.delete(key)
      const stored = tryTo(() => {
        storage().setItem(key, value)
        return true
      })
      if (!stored) memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      tryTo(() => storage().removeItem(key))
    },
  }
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
