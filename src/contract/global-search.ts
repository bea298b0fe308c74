/** Global search: the sub-accounts and orders of a main account that match one text. */
import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Order } from '#contract/orders.ts'
import { SubAccount } from '#contract/sub-accounts.ts'
import { Search } from '#contract/vocabulary.ts'

export const GlobalSearchResult = z.object({
  people: z.array(
    z.pick(SubAccount, { userId: true, account: true, nickname: true, enabled: true }),
  ),
  orders: z.array(z.pick(Order, { id: true, no: true, payStatus: true, amount: true })),
})
export type GlobalSearchResult = z.output<typeof GlobalSearchResult>

export const globalSearch = {
  /**
   * The first few of each. `text` matches parts of login names, nicknames and order numbers; without
   * it, the newest are found.
   */
  find: get('/globalSearch/find', z.object({ text: z.optional(Search) }), GlobalSearchResult, {
    access: 'main',
    support: 'shown',
  }),
}
