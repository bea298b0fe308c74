/** Converts distributions to endpoint inputs and back, and describes them in words. */
import type { DurableMutation } from '#client/api/idempotent-call.ts'
import {
  type Amounts,
  type Direction,
  preview,
  units,
  type Move,
  type Unit,
  zeroAmounts,
} from '#console/features/distribution/balance.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { exactCount } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import { t } from '#console/refine/i18n.ts'

type Id = string | number

type DistributionRequest = {
  readonly direction: Direction
  readonly ids: readonly Id[]
  readonly each: Amounts
}
export type Sendable = { readonly endpoint: Endpoint; readonly input: InputOf<Endpoint> }

const { distribute, distributeVoice, distributeAll, distributeMany, reclaim } = subAccounts
const endpoints: readonly Endpoint[] = [
  distribute,
  distributeVoice,
  distributeAll,
  distributeMany,
  reclaim,
]

/**
 * Picks the simplest endpoint (spec 7.11–7.13); several sub-accounts and reclaiming are extensions.
 */
export function callFor({
  direction,
  ids: [first = '', ...others],
  each,
}: DistributionRequest): Sendable {
  const { chars, voices, images } = each
  const amounts = { changeCharNum: chars, changeVoiceNum: voices, changeImageNum: images }
  if (direction === 'reclaim')
    return { endpoint: reclaim, input: { childUserId: first, ...amounts } }
  if (others.length > 0)
    return { endpoint: distributeMany, input: { childUserIds: [first, ...others], ...amounts } }
  if (voices === 0 && images === 0)
    return { endpoint: distribute, input: { childUserId: first, changeCharNum: chars } }
  // The endpoint for voice units takes their amount as `changeCharNum`.
  if (chars === 0 && images === 0)
    return { endpoint: distributeVoice, input: { childUserId: first, changeCharNum: voices } }
  return { endpoint: distributeAll, input: { childUserId: first, ...amounts } }
}

/** Parses a stored mutation; undefined if it is not a distribution. */
export function parseRequest({
  path,
  input,
}: Pick<DurableMutation, 'path' | 'input'>): (DistributionRequest & Sendable) | undefined {
  const endpoint = endpoints.find((call) => call.path === path)
  if (!endpoint || typeof input !== 'object' || input === null) return undefined
  const { childUserId, childUserIds, changeCharNum, changeVoiceNum, changeImageNum } =
    input as Partial<InputOf<typeof distributeMany>> & {
      childUserId?: Id
    }
  const ids = childUserIds ?? (childUserId === undefined ? [] : [childUserId])
  const first = changeCharNum ?? 0
  const each =
    endpoint === distributeVoice
      ? { ...zeroAmounts, voices: first }
      : { chars: first, voices: changeVoiceNum ?? 0, images: changeImageNum ?? 0 }
  return {
    direction: endpoint === reclaim ? 'reclaim' : 'distribute',
    ids,
    each,
    endpoint,
    input,
  }
}

/**
 * For example `10,000 characters and 5 voice units`. `selectedUnits` defaults to the units that are
 * not zero.
 */
export function formatAmounts(
  amounts: Amounts,
  selectedUnits: readonly Unit[] = nonZeroUnits(amounts),
): string {
  const text = selectedUnits.map((unit) =>
    t(`ledger.amount.${unit}`, { amount: exactCount(amounts[unit]), count: amounts[unit] }),
  )
  return new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(text)
}

/** The confirmation: the amounts moved, and the resulting balances. */
export function distributionQuestion(move: Move, names: readonly string[]): string {
  const amount = formatAmounts(move.each)
  const main = formatAmounts(
    amountsOf((unit) => preview(move, unit).main.after),
    nonZeroUnits(move.each),
  )
  if (names.length > 1) {
    const total = formatAmounts(amountsOf((unit) => move.each[unit] * names.length))
    return t('ledger.distribution.ask.distributeMany', { count: names.length, amount, total, main })
  }
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
  const amount = formatAmounts(each)
  return names.length === 1
    ? t(`ledger.distribution.result.${direction}`, { name: names[0] ?? '', amount })
    : t('ledger.distribution.result.distributeMany', { count: names.length, amount })
}

const nonZeroUnits = (amounts: Amounts) => units.filter((unit) => amounts[unit] > 0)
const amountsOf = (amountOf: (unit: Unit) => number) =>
  Object.fromEntries(units.map((unit) => [unit, amountOf(unit)])) as Amounts
