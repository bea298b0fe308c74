/** Ledger entries of a changed package, a changed channel and the end of a trial. */
import type { accountLog } from '#server/features/ledger/table.ts'
import type { Entry, LockedAccounts } from '#server/features/ledger/index.ts'
import type { PriceList } from '#server/features/packages/price-list.ts'
import { convertChars } from '#server/features/packages/convert-entitlement.ts'
import {
  isTrialOver,
  minutesLeft,
  type Entitlement,
} from '#server/features/packages/entitlement.ts'

type LogType = (typeof accountLog.$inferInsert)['logType']
type EntitlementChange = { before: Entitlement; after: Entitlement }

/** The ledger entry that removes the rest of an expired trial, unless that has already been done. */
export function createTrialEndEntries(
  ownerId: string,
  entitlement: Entitlement,
  now: Date,
): Entry[] {
  if (!isTrialOver(entitlement, now) || entitlement.chars === 0) return []
  return [{ userId: ownerId, logType: 'OTHER', change: { chars: 0 - entitlement.chars } }]
}

/** The main account's ledger entry for a conversion of its quota. */
export function createConversionEntry(
  ownerId: string,
  logType: LogType,
  { before, after }: EntitlementChange,
  now: Date,
  context: Entry['context'] = {},
): Entry {
  return {
    userId: ownerId,
    logType,
    change: { chars: after.chars - before.chars },
    minutes: minutesLeft(after, now) - minutesLeft(before, now),
    expiresAt: after.expiresAt,
    context: { ...context, ...toChangeContext({ before, after }) },
  }
}

/**
 * One ledger entry per sub-account with characters, which are converted to the new channel at equal
 * value.
 */
export function createSubAccountConversionEntries(
  {
    locked,
    subIds,
    logType,
    context = {},
  }: {
    locked: LockedAccounts
    subIds: readonly string[]
    logType: LogType
    context?: Entry['context']
  },
  { before, after }: EntitlementChange,
  prices: PriceList,
): Entry[] {
  if (before.channelId === after.channelId) return []
  return subIds.flatMap((userId): Entry[] => {
    const { chars } = locked.get(userId)
    if (chars === 0) return []
    const change = { chars: convertChars(chars, before.channelId, after.channelId, prices) - chars }
    return [
      { userId, logType, change, context: { ...context, ...toChangeContext({ before, after }) } },
    ]
  })
}

export const toChangeContext = ({
  before,
  after,
}: EntitlementChange): NonNullable<Entry['context']> => ({
  beforeChannelId: before.channelId,
  lastChannelId: after.channelId,
  beforeBillingMode: before.mode,
  lastBillingMode: after.mode,
})
