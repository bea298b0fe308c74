/**
 * The way to the page that is shown after paying (spec 2.37), and what its address says: a hint of
 * which order it is about, to be asked, never believed.
 */
import { parseJson } from '#client/parse-json.ts'

/**
 * `payInfo` is JSON in the query; gateways and other backends call the order's id by either name.
 */
export const paySuccessFor = (order: { id: string | number; no: string }): string =>
  `/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId: order.id, orderNo: order.no }))}`

/** The id of the order that an address is about; null where it can't be made out. */
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

/** Some encode what is encoded already. */
function decoded(text: string | null): string | null {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return null
  }
}
