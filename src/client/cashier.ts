/** The order that waits for its payment, and the result page's URL (spec 2.37, 4.8). */
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { tabStore } from '#client/storage.ts'
import type { Order } from '#contract/orders.ts'

/**
 * `code`: text of its QR code, which is hidden at `endsAt`; neither where the payer was sent to the
 * payment page. `until`: when it can no longer be paid. Times in Unix milliseconds.
 */
export type WaitingOrder = Pick<Order, 'id' | 'no' | 'payChannel' | 'amount'> & {
  readonly description: string
  readonly code?: string
  readonly endsAt?: number
  readonly until: number
}

const storageKey = 'waitingOrder'
type StoredOrder = { userId: string | number | undefined; order: WaitingOrder }

/** Remembers it in this tab, for a reload or a return from the payment page. */
export function rememberWaitingOrder(order: WaitingOrder): void {
  const stored: StoredOrder = { userId: currentSession()?.userId, order }
  tabStore.set(storageKey, JSON.stringify(stored))
}

/** Null if there is none, it belongs to another user, or it can no longer be paid. */
export function readWaitingOrder(): WaitingOrder | null {
  const stored = parseJson(tabStore.get(storageKey)) as StoredOrder | undefined
  return stored?.userId === currentSession()?.userId && Date.now() < (stored?.order.until ?? 0)
    ? stored!.order
    : null
}

export const forgetWaitingOrder = (): void => tabStore.remove(storageKey)

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
