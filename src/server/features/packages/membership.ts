/** Membership for translation: the main account's package, channel and expiry. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balances, channels, memberGroups, users } from '#server/schema.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { readStatement, statement } from '#server/platform/db/prepared-statement.ts'
import type { Units } from '#server/features/ledger/service.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Engine } from '#server/platform/config/vendor-settings.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'

/**
 * Sub-accounts have their main account's membership. The units are the user's own, without reserved
 * characters.
 */
export type Membership = Units & {
  mode: MemberGroup['billingMode']
  channelId: string
  engine: Channel['engine']
  centsPerMillion: number
  /** Automatic distribution: a sub-account without enough quota draws on the main account. */
  auto: boolean
  /** Nickname of the main account, else its username. */
  name: string | null
  expiresAt: Date | null
}

type Row = Record<'channel_id' | 'chars' | 'voices' | 'images', string> & {
  mode: MemberGroup['billingMode']
  engine: Channel['engine']
  name: string | null
  cents: number
  auto: boolean
  expires_at: number | null
}

const membershipQuery = sql`select g.billing_mode as mode, c.id as channel_id, c.engine, c.cents_per_million as cents, m.auto_distribution as auto, coalesce(nullif(m.nickname, ''), m.username) as name,
      (extract(epoch from mb.expires_at) * 1000)::float8 as expires_at, b.chars - b.reserved_chars as chars, b.voices, b.images
    from ${balances} b join ${users} m on m.owner_id = b.owner_id and m.user_id = b.owner_id join ${memberGroups} g on g.id = m.member_group_id
    join ${channels} c on c.id = m.channel_id join ${balances} mb on mb.owner_id = b.owner_id and mb.user_id = b.owner_id
    where b.owner_id = ${sql.placeholder('ownerId')}::bigint and b.user_id = ${sql.placeholder('userId')}::bigint`
const read = statement<Row>('membership', membershipQuery)
const readQuickly = readStatement<Row>('membership_quickly', membershipQuery)

/** Throws ApiError `notFound`. */
export const membershipOf = async (db: Db, { ownerId, userId }: UserKey): Promise<Membership> =>
  membershipIn(await read(db, { ownerId, userId }))

/** The same outside of transactions, by the pipelined reader. */
export const membershipNow = async (
  reads: Reads,
  { ownerId, userId }: UserKey,
): Promise<Membership> => membershipIn(await readQuickly(reads, { ownerId, userId }))

function membershipIn([row]: Row[]): Membership {
  if (!row) throw new ApiError('notFound')
  return {
    mode: row.mode,
    channelId: row.channel_id,
    engine: row.engine,
    centsPerMillion: row.cents,
    auto: row.auto,
    name: row.name,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    chars: Number(row.chars),
    voices: Number(row.voices),
    images: Number(row.images),
  }
}

/**
 * Trial characters and memberships by time expire; a membership by time without an expiry was never
 * bought. Only the main account can use a membership by time (6.4). Throws ApiError `notEnough`.
 */
export function refuseExpired(
  { mode, expiresAt, name }: Membership,
  { ownerId, userId }: UserKey,
  now: Date,
): void {
  if (mode === 'time' && userId !== ownerId)
    throw new ApiError('notEnough', {
      because: { reason: 'subByTime', values: { who: name ?? '' } },
    })
  const over = expiresAt === null ? mode === 'time' : expiresAt <= now
  if (over)
    throw new ApiError('notEnough', {
      because: {
        reason: userId === ownerId ? 'expired' : 'subExpired',
        values: { who: name ?? '' },
      },
    })
}
