/** Handler of the operators' global search. */
import type { operatorGlobalSearch as calls } from '#contract/operator/global-search.ts'
import { readCustomerPage } from '#server/features/operators/customers/find-customers.ts'
import type { OperatorHandler } from '#server/features/operators/operator.ts'
import { readCustomerOrderPage } from '#server/features/operators/orders/queries.ts'
import { readRefundPage } from '#server/features/operators/refunds/queries.ts'
import { readUnmatchedPage } from '#server/features/operators/unmatched-payments/queries.ts'

/** Results of each kind. */
const page = { pageNum: 1, pageSize: 5 }
/** Shorter parts of numbers are in no index. */
const minNumberLength = 3

export const findInAllAccounts: OperatorHandler<typeof calls.find> = async (
  { text },
  { db, settings },
) => {
  const zone = settings.timeZone
  const mayBeNumber = /\d/.test(text) && text.length >= minNumberLength
  const nothing = { rows: [] }
  const number = { ...page, number: text }
  const [customers, orders, payments, refunds] = await Promise.all([
    readCustomerPage(db, { ...page, search: text }, zone),
    mayBeNumber ? readCustomerOrderPage(db, number, zone) : nothing,
    mayBeNumber ? readUnmatchedPage(db, number, zone) : nothing,
    mayBeNumber ? readRefundPage(db, number, zone) : nothing,
  ])
  return {
    customers: customers.rows,
    orders: orders.rows,
    payments: payments.rows,
    refunds: refunds.rows,
  }
}
