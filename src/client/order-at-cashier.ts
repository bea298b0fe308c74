/** Remembers the order sent to an external cashier, for users who return with the back button. */
import { parseJson } from '#client/parse-json.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import { times } from '#contract/limits.ts'

export type OrderAtCashier = {
  readonly id: string | number
  readonly no: string
  readonly amount: number
  readonly what: string
}

const key = 'orderAtCashier'

export function rememberOrderAtCashier({ id, no, amount, what }: OrderAtCashier): void {
  tabStore.set(
    key,
    JSON.stringify({ id, no, amount, what, at: Date.now(), userId: currentSession()?.userId }),
  )
}

/**
 * Returns and removes the stored order. Null if there is none, it belongs to another user, or it
 * has expired.
 */
export function takeOrderAtCashier(): OrderAtCashier | null {
  const stored = parseJson(tabStore.get(key)) as
    (OrderAtCashier & { at: number; userId?: string }) | undefined
  tabStore.remove(key)
  if (
    !stored ||
    stored.userId !== currentSession()?.userId ||
    Date.now() - stored.at >= times.orderUnpaid
  )
    return null
  const { id, no, amount, what } = stored
  return { id, no, amount, what }
}
