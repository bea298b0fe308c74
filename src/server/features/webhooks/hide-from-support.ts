/**
 * What support does not see of webhooks in a read-only view of an account: the rest of an address,
 * which often holds a token, and what was sent and answered, which are data of other systems.
 */
import type { OutputOf } from '#contract/endpoint.ts'
import type { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import type { SignedCall } from '#server/http/handler.ts'

type Webhook = OutputOf<typeof webhooks.calls.get>
type Delivery = OutputOf<typeof webhookDeliveries.calls.get>

export const hideAddress = (row: Webhook): Webhook => ({
  ...row,
  url: `${new URL(row.url).origin}/…`,
})

export const hideBodies = (row: Delivery): Delivery => ({
  ...row,
  payload: '…',
  ...(row.answer != null && { answer: '…' }),
})

type Read<Input, Output> = (input: Input, call: SignedCall) => Promise<Output>

/** The handlers `page` and `get`, whose rows `hide` changes for support. */
export const hidingFromSupport = <Row, Query, One, Page extends { rows: Row[] }>(
  handlers: { page: Read<Query, Page>; get: Read<One, Row> },
  hide: (row: Row) => Row,
) => ({
  page: async (query: Query, call: SignedCall): Promise<Page> => {
    const page = await handlers.page(query, call)
    return call.me.view ? { ...page, rows: page.rows.map(hide) } : page
  },
  get: async (one: One, call: SignedCall): Promise<Row> => {
    const row = await handlers.get(one, call)
    return call.me.view ? hide(row) : row
  },
})
