/** Payment outside the product: the order at the cashier, and the result page's URL (spec 2.37). */
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import { times } from '#contract/limits.ts'

export type OrderAtCashier = {
  readonly id: string | number
  readonly no: string
  readonly amount: number
  readonly description: string
}

const storageKey = 'orderAtCashier'
/** As stored; `what` is the description. Tabs keep it across releases, so keep its names. */
type StoredOrder = Omit<OrderAtCashier, 'description'> & {
  what: string
  at: number
  userId: string | number | undefined
}

/** Remembers the order sent to an external cashier, for users who return with the back button. */
export function rememberOrderAtCashier({ id, no, amount, description }: OrderAtCashier): void {
  const stored: StoredOrder = {
    id,
    no,
    amount,
    what: description,
    at: Date.now(),
    userId: currentSession()?.userId,
  }
  tabStore.set(storageKey, JSON.stringify(stored))
}

/**
 * Returns and removes the stored order. Null if there is none, it belongs to another user, or it
 * has expired.
 */
export function consumeOrderAtCashier(): OrderAtCashier | null {
  const stored = parseJson(tabStore.get(storageKey)) as StoredOrder | undefined
  tabStore.remove(storageKey)
  if (
    !stored ||
    stored.userId !== currentSession()?.userId ||
    Date.now() - stored.at >= times.paymentPeriod
  )
    return null
  const { id, no, amount, what: description } = stored
  return { id, no, amount, description }
}

/** `payInfo` is JSON in the query. Gateways and other backends name the order id differently. */
export const toPaySuccessUrl = (order: { id: string | number; no: string }): string =>
  `/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId: order.id, orderNo: order.no }))}`

/**
 * Order id in the query, or null if it is missing or malformed. The value is untrusted: load the
 * order by it.
 */
export function parseOrderId(search: string): string | null {
  const text = new URLSearchParams(search).get('payInfo')
  const { orderId, id } = parseFields(text) ?? parseFields(decodeText(text)) ?? {}
  const found = orderId ?? id
  return isId(found) ? String(found) : null
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) ||
  (typeof value === 'number' && Number.isSafeInteger(value))

function parseFields(text: string | null): { orderId?: unknown; id?: unknown } | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Some gateways percent-encode the value twice. */
function decodeText(text: string | null): string | null {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return null
  }
}
