/** Reads what a user may translate with, and refuses an expired plan. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql, and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  channels,
  memberGroups,
  type Channel,
  type MemberGroup,
} from '#server/features/packages/table.ts'
import { isCapped, joinBudget, joinCharsLeft } from '#server/features/budgets/index.ts'
import { balances } from '#server/features/ledger/table.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import type { QuotaAmounts } from '#server/features/ledger/index.ts'
import { ApiError } from '#server/http/errors.ts'
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
  /** Translates while the channel is down. */
  fallback: Pick<Membership, 'channelId' | 'engine'> | null
  /** Automatic distribution: a sub-account without enough quota draws on the main account. */
  usesMainQuota: boolean
  /** Whether the budget of a sub-account has a cap on characters. */
  isCapped: boolean
  /** Nickname of the main account, else its username. */
  name: string | null
  expiresAt: Date | null
}

type MembershipRow = Record<'channel_id' | 'chars' | 'voices' | 'images', string> & {
  mode: MemberGroup['billingMode']
  engine: Channel['engine']
  fallback_id: string | null
  fallback_engine: Channel['engine'] | null
  name: string | null
  cents: number
  auto: boolean
  is_capped: boolean
  expires_at: number | null
}

const prepareMembership = <Row extends MembershipRow>(name: string, columns: SQL, joins: SQL) =>
  prepareStatement<Row>(
    name,
    sql`select g.billing_mode as mode, c.id as channel_id, c.engine, c.cents_per_million as cents, f.id as fallback_id, f.engine as fallback_engine, m.auto_distribution as auto, coalesce(nullif(m.nickname, ''), m.username) as name,
      (extract(epoch from mb.expires_at) * 1000)::float8 as expires_at, b.chars - b.reserved_chars as chars, b.voices, b.images, ${isCapped} as is_capped ${columns}
    from ${balances} b join ${users} m on m.owner_id = b.owner_id and m.user_id = b.owner_id join ${memberGroups} g on g.id = m.member_group_id
    join ${channels} c on c.id = m.channel_id left join ${channels} f on f.id = c.fallback_channel_id join ${balances} mb on mb.owner_id = b.owner_id and mb.user_id = b.owner_id
    ${joinBudget(sql`b.owner_id`, sql`b.user_id`)} ${joins}
    where b.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and b.user_id = ${typedPlaceholder('userId', 'bigint')}`,
  )

const membershipStatement = prepareMembership('membership', sql``, sql``)
const cappedMembershipStatement = prepareMembership<MembershipRow & { chars_left: string | null }>(
  'capped_membership',
  sql`, cap.chars_left`,
  joinCharsLeft(sql`b.owner_id`, sql`b.user_id`),
)

/** Throws ApiError `notFound`. */
export async function readMembership(
  on: Db | Reads,
  { ownerId, userId }: UserKey,
): Promise<Membership> {
  return toMembership(await membershipStatement(on, { ownerId, userId }))
}

/**
 * The same, with the characters that the caps of the user's budget leave today (`YYYY-MM-DD`):
 * null without such a cap. `except`: id of a reservation that is not counted. One statement,
 * because a second one would take 11 % of a translation's time.
 */
export async function readCappedMembership(
  tx: Db,
  { ownerId, userId }: UserKey,
  { today, except }: { today: string; except: string },
): Promise<Membership & { capLeft: number | null }> {
  const rows = await cappedMembershipStatement(tx, { ownerId, userId, today, except })
  const left = rows[0]?.chars_left ?? null
  return { ...toMembership(rows), capLeft: left === null ? null : Number(left) }
}

function toMembership([row]: readonly MembershipRow[]): Membership {
  if (!row) throw new ApiError('notFound')
  return {
    mode: row.mode,
    channelId: row.channel_id,
    engine: row.engine,
    centsPerMillion: row.cents,
    fallback:
      row.fallback_id === null
        ? null
        : { channelId: row.fallback_id, engine: row.fallback_engine! },
    usesMainQuota: row.auto,
    isCapped: row.is_capped,
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

/** Both belong to the main account, which allows its sub-accounts to have API keys. */
export async function readCapabilities(db: Db, me: CurrentUser): Promise<UserAccess> {
  const isMainAccount = me.userId === me.ownerId
  const [main] = await db
    .select({
      createChildUser: memberGroups.createChildUser,
      subAccountKeys: users.subAccountKeys,
    })
    .from(users)
    .leftJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.ownerId)))
  return {
    ...toUserAccess(me),
    createChildUser: isMainAccount && (main?.createChildUser ?? false),
    createApiKey: isMainAccount || (main?.subAccountKeys ?? false),
  }
}
