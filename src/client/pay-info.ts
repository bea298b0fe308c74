/** URL of the payment result page (spec 2.37) and the untrusted order id in its query. */
import { parseJson } from '#client/parse-json.ts'

/** `payInfo` is JSON in the query. Gateways and other backends name the order id differently. */
export const paySuccessFor = (order: { id: string | number; no: string }): string =>
  `/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId: order.id, orderNo: order.no }))}`

/**
 * Order id in the query, or null if it is missing or malformed. The value is untrusted: load the
 * order by it.
 */
export function orderIdIn(search: string): string | null {
  const text = new URLSearchParams(search).get('payInfo')
  const { orderId, id } = fieldsOf(text) ?? fieldsOf(decoded(text)) ?? {}
  const found = orderId ?? id
  return isId(found) ? String(found) : null
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) ||
  (typeof value === 'number' && Number.isSafeInteger(value))

function fieldsOf(text: string | null): { orderId?: unknown; id?: unknown } | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Some gateways percent-encode the value twice. */
function decoded(text: string | null): string | null {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return null
  }
}
