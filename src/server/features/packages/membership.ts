/**
 * What somebody translates by: the main account's package, channel and expiry, which count for all
 * its sub-accounts.
 */
import type { UserKey } from '#server/platform/user-key.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balances, channels, memberGroups, users } from '#server/platform/db/schema.ts'
import type { Reads } from '#server/platform/db/reads.ts'
import { quickStatement, statement } from '#server/platform/db/statement.ts'
import type { Units } from '#server/features/ledger/service.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Engine } from '#server/features/translation/translator.ts'

/** The units are what the user has at the moment, characters set aside left out. */
export type Membership = Units & {
  mode: 'char' | 'time'
  channelId: string
  engine: Engine
  centsPerMillion: number
  /** A sub-account that runs short draws on the main account. */
  auto: boolean
  /** What the main account is called: its nickname, else its username. */
  name: string | null
  expiresAt: Date | null
}

type Row = Record<
  'mode' | 'channel_id' | 'engine' | 'name' | 'chars' | 'voices' | 'images',
  string
> & {
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
const readQuickly = quickStatement<Row>('membership_quickly', membershipQuery)

/** Throws ApiError `notFound`. */
export const membershipOf = async (db: Db, { ownerId, userId }: UserKey): Promise<Membership> =>
  membershipIn(await read(db, { ownerId, userId }))

/** As above, outside of transactions. */
export const membershipNow = async (
  reads: Reads,
  { ownerId, userId }: UserKey,
): Promise<Membership> => membershipIn(await readQuickly(reads, { ownerId, userId }))

function membershipIn([row]: Row[]): Membership {
  if (!row) throw new ApiError('notFound')
  return {
    mode: row.mode as Membership['mode'],
    channelId: row.channel_id,
    engine: row.engine as Engine,
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
 * Trial characters end with a day, and so does a membership by time; without a day a membership by
 * time was never bought. It is for the main account alone (6.4). Throws ApiError `notEnough`.
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
