/** Charges voice units and images that a client used, and sums up their use by month. */
import { and, eq, sql } from 'drizzle-orm'
import type { units as calls, UnitsLeft, UnitUsage } from '#contract/units.ts'
import { balances } from '#server/features/ledger/table.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import { debitQuota, zeroAmounts } from '#server/features/ledger/index.ts'
import { readBudgets, refuseAboveBudget } from '#server/features/budgets/index.ts'
import { readMembership } from '#server/features/packages/index.ts'
import { toPayer } from '#server/features/translation/charge-translations.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

type UnitCharge = UserKey & { ip: string; purpose: string } & (
    | { voices: number }
    | { images: number }
  )

/**
 * Charges voice or image units; images are logged as OTHER, since they have no type of their own.
 * Throws ApiError `notEnough`, and errors of `refuseAboveBudget`.
 */
export async function chargeUnits(
  db: Db,
  use: UnitCharge,
  time: { now: Date; zone: string },
): Promise<void> {
  const membership = await readMembership(db, use)
  const cost =
    'voices' in use
      ? { ...zeroAmounts, voices: use.voices }
      : { ...zeroAmounts, images: use.images }
  const context = {
    consumeChannelId: membership.channelId,
    consumerIp: use.ip,
    consumePurpose: use.purpose,
  }
  const logType = 'voices' in use ? 'VOICE_CONSUME' : 'OTHER'
  const change = { voices: 0 - cost.voices, images: 0 - cost.images }
  await debitQuota(
    db,
    {
      ...toPayer(use, membership, cost),
      record: async (tx) => {
        const unit = 'voices' in use ? 'voices' : 'images'
        for (const budget of await readBudgets(tx, use.ownerId, [use.userId], time, { unit }))
          refuseAboveBudget(budget, cost[unit])
        return [{ logType, change, context }]
      },
    },
    time.now,
  )
}

const useVoice: Handler<typeof calls.useVoice> = async ({ num, purpose }, call) => {
  const { db, me, ip } = call
  await chargeUnits(db, { ...userOf(call), ip, purpose, voices: num }, timeOf(call))
  return readUnitsLeft(db, me)
}

const useImages: Handler<typeof calls.useImages> = async ({ num, purpose }, call) => {
  const { db, me, ip } = call
  await chargeUnits(db, { ...userOf(call), ip, purpose, images: num }, timeOf(call))
  return readUnitsLeft(db, me)
}

const timeOf = ({ clock, settings }: SignedCall) => ({ now: clock(), zone: settings.timeZone })

const userOf = ({ me: { ownerId, userId } }: SignedCall): UserKey => ({ ownerId, userId })

async function readUnitsLeft(db: Db, { ownerId, userId }: UserKey): Promise<UnitsLeft> {
  const left = await db
    .select({ usableVoiceNum: balances.voices, usableImageNum: balances.images })
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
  return onlyRow(left)
}

const [ownerId, userId] = [
  typedPlaceholder('ownerId', 'bigint'),
  typedPlaceholder('userId', 'bigint'),
]
const today = sql`(${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})`

/** Reads each user's rows by the index of its types. */
const usageStatement = prepareStatement<UnitUsage>(
  'unit_usage',
  sql`with months as (select date_trunc('month', ${today}) as this, date_trunc('month', ${today}) - interval '1 month' as last),
      used as (select l.at at time zone ${typedPlaceholder('zone', 'text')} >= months.this as is_this, l.voice_change, l.image_change
        from months cross join ${balances} b cross join lateral (select at, voice_change, image_change from ${accountLog} a
          where a.owner_id = b.owner_id and a.user_id = b.user_id and a.log_type in ('VOICE_CONSUME', 'OTHER') and a.at >= months.last at time zone ${typedPlaceholder('zone', 'text')}) l
        where b.owner_id = ${ownerId} and (b.user_id = ${userId} or ${ownerId} = ${userId}))
    select coalesce(sum(greatest(0, -voice_change)) filter (where is_this), 0)::float8 as "voiceNum",
      coalesce(sum(greatest(0, -image_change)) filter (where is_this), 0)::float8 as "imageNum",
      coalesce(sum(greatest(0, -voice_change)) filter (where not is_this), 0)::float8 as "previousVoiceNum",
      coalesce(sum(greatest(0, -image_change)) filter (where not is_this), 0)::float8 as "previousImageNum" from used`,
)

/** A main account's sums include its sub-accounts. */
const getUnitUsage: Handler<typeof calls.usage> = async (_, call) => {
  const { db, clock, settings } = call
  const values = { ...userOf(call), now: clock().toISOString(), zone: settings.timeZone }
  return onlyRow(await usageStatement(db, values))
}

export const unitHandlers: Handlers['units'] = { useVoice, useImages, usage: getUnitUsage }
