/** What a change of many sub-accounts does to each: the same for its preview and under its locks. */
import type { BatchAct, SkipReason } from '#contract/sub-account-batches.ts'
import {
  quotaUnits,
  sumAmounts,
  zeroAmounts,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'

/** `amounts`: of `distribute`, `fillUp` and `reclaim`. `groupId`: of `moveToGroup`; null: no group. */
export type BatchChange = {
  act: BatchAct
  amounts: QuotaAmounts
  groupId: string | null
  /** Whether a deputy makes it. */
  isByDeputy: boolean
}

/** `left`: what it can spend. */
export type BatchMember = {
  userId: string
  account: string
  /** Only the main account changes it. */
  hasRole: boolean
  enabled: boolean
  groupId: string | null
  left: QuotaAmounts
}

/** `moved`: without sign. `skipped`: why nothing changes. */
type Step = { moved: QuotaAmounts; skipped?: SkipReason }
export type PlannedStep = Step & { userId: string }

export const planBatch = (members: readonly BatchMember[], change: BatchChange): PlannedStep[] =>
  members.map((member) => ({ userId: member.userId, ...planStep(member, change) }))

export type BatchSums = { count: number; sums: QuotaAmounts }

export function sumSteps(steps: readonly Step[]): BatchSums {
  const changing = steps.filter(({ skipped }) => skipped === undefined)
  return { count: changing.length, sums: sumAmounts(changing.map(({ moved }) => moved)) }
}

function planStep(
  { enabled, groupId, hasRole, left }: BatchMember,
  { act, amounts, groupId: target, isByDeputy }: BatchChange,
): Step {
  if (hasRole && isByDeputy) return skip('hasRole')
  switch (act) {
    case 'distribute':
      return enabled ? { moved: amounts } : skip('disabled')
    case 'fillUp':
      if (!enabled) return skip('disabled')
      return unlessZero(
        combine(amounts, left, (upTo, has) => Math.max(0, upTo - has)),
        'hasEnough',
      )
    case 'reclaim':
      return unlessZero(combine(amounts, left, Math.min), 'nothingLeft')
    case 'reclaimAll':
      return unlessZero(left, 'nothingLeft')
    case 'enable':
      return enabled ? skip('alreadyEnabled') : { moved: zeroAmounts }
    case 'disable':
      return enabled ? { moved: left } : skip('alreadyDisabled')
    case 'moveToGroup':
      return groupId === target ? skip('alreadyInGroup') : { moved: zeroAmounts }
  }
}

const skip = (skipped: SkipReason): Step => ({ moved: zeroAmounts, skipped })

const unlessZero = (moved: QuotaAmounts, skipped: SkipReason): Step =>
  quotaUnits.every((unit) => moved[unit] === 0) ? skip(skipped) : { moved }

const combine = (
  a: QuotaAmounts,
  b: QuotaAmounts,
  of: (a: number, b: number) => number,
): QuotaAmounts => ({
  chars: of(a.chars, b.chars),
  voices: of(a.voices, b.voices),
  images: of(a.images, b.images),
})
