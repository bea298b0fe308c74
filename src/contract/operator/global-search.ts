/** Operators' global search: customers, orders, payments and refunds that match one text. */
import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { limits } from '#contract/limits.ts'
import { CustomerRow } from '#contract/operator/customers.ts'
import { CustomerOrder } from '#contract/operator/orders.ts'
import { Refund } from '#contract/operator/refunds.ts'
import { UnmatchedPayment } from '#contract/operator/unmatched-payments.ts'

export const OperatorSearchResult = z.object({
  customers: z.array(CustomerRow),
  orders: z.array(CustomerOrder),
  /** Payments that match no order; those of an order are found as the order. */
  payments: z.array(UnmatchedPayment),
  refunds: z.array(Refund),
})
export type OperatorSearchResult = z.output<typeof OperatorSearchResult>

export const operatorGlobalSearch = {
  /**
   * The first few of each. Customers are found as by `customers.page`; orders, payments and refunds
   * by parts of their numbers, of a text with a digit and at least 3 characters.
   */
  find: get(
    '/operator/globalSearch/find',
    z.object({ text: text({ max: limits.search.max }) }),
    OperatorSearchResult,
    { access: 'member' },
  ),
}
