/** How much one operator may move alone on a business day; a second operator approves the rest. */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { Cents, Count } from '#contract/vocabulary.ts'

/**
 * Sums of the absolute changes by adjustments, and the money of unmatched payments credited and of
 * refunds settled.
 */
export const DayAmounts = z.object({
  chars: Count,
  voices: Count,
  images: Count,
  minutes: Count,
  credits: Cents,
  refunds: Cents,
})
export type DayAmounts = z.output<typeof DayAmounts>

/**
 * Why a change needs a second operator. `otherAccount`: an unmatched payment would be credited to
 * another account than the payer's, or nobody knows whose it is. `dayLimit`: more than the operator
 * may still move today.
 */
export const SecondOperatorReason = z.enum(['otherAccount', 'dayLimit'])
export type SecondOperatorReason = z.output<typeof SecondOperatorReason>

/** `asked`: the change is stored and takes effect once a second operator approves it. */
export const Outcome = z.object({ outcome: z.enum(['done', 'asked']) })
export type Outcome = z.output<typeof Outcome>

export const dayLimits = {
  left: get('/operator/dayLimits/left', Nothing, DayAmounts, {
    access: 'member',
  }),
}
