/** A distribution: its call, how it is stored until its outcome is known, and its words. */
import * as z from 'zod/mini'
import { idempotentCall, type DurableMutation } from '#client/api/idempotent-call.ts'
import {
  type Amounts,
  preview,
  toChanges,
  units,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { formatAmounts, nonZeroUnits } from '#console/features/distribution/format-amounts.ts'
import { t } from '#console/refine/i18n.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { Count, Id } from '#contract/vocabulary.ts'

const Distribution = z.object({
  direction: z.enum(['distribute', 'reclaim']),
  ids: z.array(Id).check(z.length(1)),
  each: z.object({ chars: Count, voices: Count, images: Count }),
})
export type Distribution = z.output<typeof Distribution>

/** Spec 7.13; reclaiming is an extension. Throws like `idempotentCall`. */
export async function sendDistribution(value: Distribution, since: number): Promise<void> {
  const { direction, ids, each } = value
  const options = { durableSince: since, value }
  await idempotentCall(
    direction === 'reclaim' ? subAccounts.reclaim : subAccounts.distributeAll,
    { childUserId: ids[0]!, ...toChanges(each) },
    options,
  )
}

/** Undefined if the mutation is no distribution. */
export const distributionOf = ({ value }: DurableMutation): Distribution | undefined =>
  z.safeParse(Distribution, value).data

/** The confirmation: the amounts moved, and the resulting balances. */
export function distributionQuestion(move: Move, names: readonly string[]): string {
  const amount = formatAmounts(move.each)
  const main = formatAmounts(
    amountsOf((unit) => preview(move, unit).main.after),
    nonZeroUnits(move.each),
  )
  const sub = formatAmounts(
    amountsOf((unit) => preview(move, unit).subs[0]?.after ?? 0),
    nonZeroUnits(move.each),
  )
  return t(`ledger.distribution.ask.${move.direction}`, { name: names[0] ?? '', amount, main, sub })
}

/** Describes a distribution that was sent earlier. */
export function resultSentence(
  { direction, each }: Pick<Move, 'direction' | 'each'>,
  names: readonly string[],
): string {
  return t(`ledger.distribution.result.${direction}`, {
    name: names[0] ?? '',
    amount: formatAmounts(each),
  })
}

const amountsOf = (amountOf: (unit: Unit) => number) =>
  Object.fromEntries(units.map((unit) => [unit, amountOf(unit)])) as Amounts
