/** Handler of the global search of a main account. */
import type { globalSearch as calls } from '#contract/global-search.ts'
import { findSubAccounts } from '#server/features/accounts/index.ts'
import { readOrderPage } from '#server/features/orders/index.ts'
import type { Handler } from '#server/http/handler.ts'

/** Most results of each kind. */
const maxResults = 6

/** A text without a digit is part of no order number. */
export const findInAccount: Handler<typeof calls.find> = async (
  { text = '' },
  { db, reads, me, settings },
) => {
  const [people, orders] = await Promise.all([
    findSubAccounts(db, me.ownerId, text, maxResults),
    text === '' || /\d/.test(text)
      ? readOrderPage(
          { db, reads },
          me.ownerId,
          { no: text, pageNum: 1, pageSize: maxResults },
          settings.timeZone,
        )
      : { rows: [] },
  ])
  return {
    people,
    orders: orders.rows.map(({ id, no, payStatus, amount }) => ({ id, no, payStatus, amount })),
  }
}
