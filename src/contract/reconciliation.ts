/**
 * Reconciliation: the proof that what one owns is what one started with and all changes since,
 * checked row by row.
 */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { Change, Count, WireTime } from '#contract/vocabulary.ts'

/**
 * `started` + `changes` = `balance` when all is right: the sum of the log's rows on one side, what
 * the account holds on the other.
 */
const Figures = z.object({ started: Count, changes: Change, balance: Count })

/** As of the last check; `checkedAt` is null before the first. */
export const Reconciliation = z.object({
  checkedAt: z.nullish(WireTime),
  ok: z.boolean(),
  /** How many contradictions were found. */
  findings: Count,
  accounts: Count,
  rows: Count,
  chars: Figures,
  voices: Figures,
  images: Figures,
})
export type Reconciliation = z.output<typeof Reconciliation>

export const reconciliation = {
  get: get('/reconciliation/get', Nothing, Reconciliation, {
    access: 'member',
    summary:
      'Returns whether the account log reconciles with the balance; a main account’s result includes its sub-accounts.',
  }),
}
