/** Reconciliation: verifies that every balance equals its start value plus all logged changes. */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { Change, Count, WireTime } from '#contract/vocabulary.ts'

/** `started` + `changes` = `balance` if consistent. `changes` is the sum of the log rows. */
const Figures = z.object({ started: Count, changes: Change, balance: Count })

/** Result of the last check; `checkedAt` is null before the first. */
export const Reconciliation = z.object({
  checkedAt: z.nullish(WireTime),
  ok: z.boolean(),
  /** Number of violations. */
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
