/** Memberships: the package, channel and entitlement of an account group, and their conversion. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql, and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { channels, memberGroups } from '#server/features/packages/table.ts'
import { balances, type accountLog } from '#server/features/ledger/table.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import {
  type QuotaAmounts,
  lockAccounts,
  postEntries,
  type Entry,
  type LockedAccounts,
} from '#server/features/ledger/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  type PriceList,
  convertChars,
  isTrialOver,
  minutesLeft,
  type Entitlement,
} from '#server/features/packages/service.ts'
import type { UserAccess } from '#contract/roles.ts'
import { toUserAccess, type CurrentUser } from '#server/http/current-user.ts'

/**
 * Sub-accounts have their main account's membership. The units are the user's own, without reserved
 * characters.
 */
export type Membership = QuotaAmounts & {
  mode: MemberGroup['billingMode']
  channelId: string
  engine: Channel['engine']
  centsPerMillion: number
  /** Automatic distribution: a sub-account without enough quota draws on the main account. */
  usesMainQuota: boolean
  /** Nickname of the main account, else its username. */
  name: string | null
  expiresAt: Date | null
}

type MembershipRow = Record<'channel_id' | 'chars' | 'voices' | 'images', string> & {
  mode: MemberGroup['billingMode']
  engine: Channel['engine']
  name: string | null
  cents: number
  auto: boolean
  expires_at: number | null
}

const membershipStatement = prepareStatement<MembershipRow>(
  'membership',
  sql`select g.billing_mode as mode, c.id as channel_id, c.engine, c.cents_per_million as cents, m.auto_distribution as auto, coalesce(nullif(m.nickname, ''), m.username) as name,
      (extract(epoch from mb.expires_at) * 1000)::float8 as expires_at, b.chars - b.reserved_chars as chars, b.voices, b.images
    from ${balances} b join ${users} m on m.owner_id = b.owner_id and m.user_id = b.owner_id join ${memberGroups} g on g.id = m.member_group_id
    join ${channels} c on c.id = m.channel_id join ${balances} mb on mb.owner_id = b.owner_id and mb.user_id = b.owner_id
    where b.owner_id = ${sql.placeholder('ownerId')}::bigint and b.user_id = ${sql.placeholder('userId')}::bigint`,
)

/** Throws ApiError `notFound`. */
export async function readMembership(
  on: Db | Reads,
  { ownerId, userId }: UserKey,
): Promise<Membership> {
  const [row] = await membershipStatement(on, { ownerId, userId })
  if (!row) throw new ApiError('notFound')
  return {
    mode: row.mode,
    channelId: row.channel_id,
    engine: row.engine,
    centsPerMillion: row.cents,
    usesMainQuota: row.auto,
    name: row.name,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    chars: Number(row.chars),
    voices: Number(row.voices),
    images: Number(row.images),
  }
}

/**
 * Refuses use after the expiry. Trial characters and memberships by time expire; a membership by
 * time without an expiry was never bought. Only the main account can use a membership by time (spec
 * 6.4). Throws ApiError `planExpired` or `notEnough`.
 */
export function refuseExpired(
  { mode, expiresAt, name }: Membership,
  { ownerId, userId }: UserKey,
  now: Date,
): void {
  if (mode === 'time' && userId !== ownerId)
    throw new ApiError('notEnough', {
      reason: { key: 'subByTime', values: { main: name ?? '' } },
    })
  const isExpired = expiresAt === null ? mode === 'time' : expiresAt <= now
  if (isExpired)
    throw new ApiError('planExpired', {
      reason:
        userId === ownerId
          ? { key: 'expired', values: { account: name ?? '' } }
          : { key: 'subExpired', values: { main: name ?? '' } },
    })
}

/** Membership of a main account, which its whole account group shares. */
export type MainMembership = Pick<Membership, 'mode' | 'channelId'> & { groupId: string }
type LogType = (typeof accountLog.$inferInsert)['logType']
type EntitlementChange = { before: Entitlement; after: Entitlement }

/**
 * Stable while the main account's row is locked, because every change takes that lock first. Throws
 * ApiError `notFound`.
 */
export async function readMainMembership(db: Db, ownerId: string): Promise<MainMembership> {
  const [found] = await db
    .select({
      groupId: memberGroups.id,
      mode: memberGroups.billingMode,
      ownChannelId: users.channelId,
      groupChannelId: memberGroups.channelId,
    })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (!found) throw new ApiError('notFound')
  const { groupId, mode, ownChannelId, groupChannelId } = found
  return { groupId, mode, channelId: ownChannelId ?? groupChannelId }
}

export async function saveMembership(
  tx: Db,
  ownerId: string,
  { groupId, channelId }: Pick<MainMembership, 'groupId' | 'channelId'>,
): Promise<void> {
  await tx
    .update(users)
    .set({ memberGroupId: groupId, channelId })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
}

export const toEntitlement = (
  { mode, channelId }: MainMembership,
  { chars, expiresAt }: Pick<Entitlement, 'chars' | 'expiresAt'>,
): Entitlement => ({ mode, channelId, chars, expiresAt })

/**
 * Reads without a lock, for display only; a change reads under the lock. Throws ApiError
 * `notFound`.
 */
export async function readEntitlement(db: Db, ownerId: string): Promise<Entitlement> {
  const membership = await readMainMembership(db, ownerId)
  const [owned] = await db
    .select({ chars: balances.chars, expiresAt: balances.expiresAt })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId), isNull(balances.closedAt)),
    )
  if (!owned) throw new ApiError('notFound')
  return toEntitlement(membership, owned)
}

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

/** Removes expired trial characters and logs it. Returns the number of accounts found. */
export async function endTrials(db: Db, now: Date): Promise<number> {
  const isOver = and(
    lte(balances.expiresAt, now),
    gt(balances.chars, 0),
    eq(memberGroups.billingMode, sql`'char'`),
  )
  const ended = await db
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .innerJoin(users, and(eq(users.ownerId, balances.ownerId), eq(users.userId, balances.userId)))
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(acrossOwners('a background job ends all trials', isOver))
    .limit(1_000)
  for (const { ownerId } of ended) await transaction(db, (tx) => endTrial(tx, ownerId, now))
  return ended.length
}

/** Checks again under the lock, because an order may have been credited since the query. */
async function endTrial(tx: Db, ownerId: string, now: Date): Promise<void> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const account = locked.find(ownerId)
  if (!account) return
  await postEntries(
    tx,
    locked,
    createTrialEndEntries(
      ownerId,
      toEntitlement(await readMainMembership(tx, ownerId), account),
      now,
    ),
    now,
  )
}

/** The membership belongs to the main account; a sub-account has its role's permissions only. */
export async function readCapabilities(db: Db, me: CurrentUser): Promise<UserAccess> {
  const [group] = await db
    .select({ createChildUser: memberGroups.createChildUser })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  return { ...toUserAccess(me), createChildUser: group?.createChildUser ?? false }
}
