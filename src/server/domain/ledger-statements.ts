/** The two statements of the ledger: one that locks accounts, one that changes them and writes their rows. */
import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#server/db/open.ts'
import { along } from '#server/db/own-connection.ts'
import { accountLogOf } from '#server/db/running-numbers.ts'
import { accountLog, balanceAlerts, balances, logCounters, users } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'

/** As the driver reads it. */
export type HeldRow = {
  user_id: string
  name: string
  chars: string
  reserved_chars: string
  translating: number
  voices: string
  images: string
  /** Milliseconds since 1970. */
  expires_at: number | null
  closed: boolean
  low_chars: string | null
}

/**
 * What stands in `balances` is read again once the lock is there; the rest is as it was when the statement began.
 * So whether an account is closed stands in `balances`.
 */
export const holdStatement = statement<HeldRow>(
  'ledger_hold',
  sql`select b.user_id, coalesce(u.username, u.account) as name, b.chars, b.reserved_chars, b.translating, b.voices, b.images, (extract(epoch from b.expires_at) * 1000)::float8 as expires_at,
      b.closed_at is not null as closed, a.low_chars
    from ${balances} b join ${users} u using (owner_id, user_id) left join ${balanceAlerts} a on a.owner_id = b.owner_id and b.user_id = b.owner_id
    where b.owner_id = ${sql.placeholder('ownerId')}::bigint and b.user_id = any(${sql.placeholder('userIds')}::bigint[])
    order by b.user_id <> b.owner_id, b.user_id for no key update of b`,
)

export const closeStatement = statement<object>(
  'ledger_close',
  sql`update ${balances} set closed_at = ${sql.placeholder('now')}::timestamptz
    where owner_id = ${sql.placeholder('ownerId')}::bigint and user_id = any(${sql.placeholder('userIds')}::bigint[]) and closed_at is null`,
)

export const useStatement = statement<{ user_id: string }>(
  'ledger_use',
  sql`update ${balances} set used_chars = used_chars + ${sql.placeholder('chars')}::bigint
    where owner_id = ${sql.placeholder('ownerId')}::bigint and user_id = ${sql.placeholder('userId')}::bigint and closed_at is null returning user_id`,
)

type LogRow = Omit<typeof accountLog.$inferInsert, 'seq' | 'typeSeq' | 'at'>
type Sum = { userId: string; used?: number; cents?: number }

const columns = Object.keys(getTableColumns(accountLog)).map((key) => ({ key, name: toSnakeCase(key) }))
const nameOf = new Map(columns.map(({ key, name }) => [key, name]))
const values = { seq: 'a.last - e.seq', type_seq: 't.last - e.type_seq', at: 'a.at' } as Record<string, string>

/**
 * In `entries` the rows come with `seq` and `type_seq` counted from the end: 0 is the last of its user, or of its user and type.
 * Whoever takes numbers of the same logs waits for this transaction, so numbers have no gap and times rise with them.
 * It divides by zero when an account does not hold what was read under its lock, which nothing but a bug can cause.
 */
const write = statement<object>(
  'ledger_write',
  sql`with entries as (select * from json_populate_recordset(null::${accountLog}, ${sql.placeholder('entries')}::json)),
    sums as (select * from json_to_recordset(${sql.placeholder('sums')}::json)
      as s(user_id bigint, chars bigint, voices bigint, images bigint, used bigint, cents bigint, moves boolean, expires_at timestamptz)),
    changed as (update ${balances} b set chars = b.chars + s.chars, voices = b.voices + s.voices, images = b.images + s.images,
        used_chars = b.used_chars + s.used, recharged_cents = b.recharged_cents + s.cents,
        expires_at = case when s.moves then s.expires_at else b.expires_at end
      from sums s where b.owner_id = ${sql.placeholder('ownerId')}::bigint and b.user_id = s.user_id and b.closed_at is null
        and b.chars + s.chars >= 0 and b.voices + s.voices >= 0 and b.images + s.images >= 0
      returning b.user_id),
    numbers as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${sql.placeholder('ownerId')}::bigint, user_id, log, count, ${sql.placeholder('now')}::timestamptz
      from json_to_recordset(${sql.placeholder('counters')}::json) as n(user_id bigint, log text, count bigint)
      on conflict (owner_id, user_id, log) do update set last = c.last + excluded.last, at = greatest(c.at, excluded.at)
      returning user_id, log, last, at),
    written as (insert into ${accountLog} (${sql.raw(columns.map(({ name }) => `"${name}"`).join(', '))})
      select ${sql.raw(columns.map(({ name }) => values[name] ?? `e."${name}"`).join(', '))} from entries e
      join numbers a on a.user_id = e.user_id and a.log = 'account'
      join numbers t on t.user_id = e.user_id and t.log = ${sql.raw(`'${accountLogOf('')}'`)} || e.log_type)
    select 1 / ((select count(*) from changed) = (select count(*) from sums))::int as all_changed`,
)

/** Fails, and the transaction with it, unless every account was changed. */
export async function writeStatement(tx: Db, ownerId: string, rows: readonly LogRow[], sums: readonly Sum[], now: Date): Promise<void> {
  const changes = { entries: entriesOf(rows), counters: countersOf(rows), sums: sumsOf(rows, sums) }
  await along(tx, () => write(tx, { ownerId, ...changes, now: now.toISOString() }))
}

function entriesOf(rows: readonly LogRow[]): string {
  const after = new Map<string, number>()
  const fromEnd = (key: string) => {
    const seen = after.get(key) ?? 0
    after.set(key, seen + 1)
    return seen
  }
  return JSON.stringify(
    rows.toReversed().map((row) => {
      const entry: Record<string, unknown> = { seq: fromEnd(row.userId), type_seq: fromEnd(`${row.userId} ${row.logType}`) }
      for (const [key, value] of Object.entries(row)) entry[nameOf.get(key)!] = value
      return entry
    }),
  )
}

/** How many numbers are taken of each log. */
function countersOf(rows: readonly LogRow[]): string {
  const counters = new Map<string, { user_id: string; log: string; count: number }>()
  for (const { userId, logType } of rows) {
    for (const log of ['account', accountLogOf(logType)]) {
      const counter = counters.get(`${userId} ${log}`)
      if (counter) counter.count += 1
      else counters.set(`${userId} ${log}`, { user_id: userId, log, count: 1 })
    }
  }
  return JSON.stringify([...counters.values()])
}

/** What all rows of a user change together, in the order of the locks. */
function sumsOf(rows: readonly LogRow[], more: readonly Sum[]): string {
  const sums = new Map<
    string,
    { user_id: string; chars: number; voices: number; images: number; used: number; cents: number; moves: boolean; expires_at: unknown }
  >()
  rows.forEach((row, index) => {
    const { userId, charChange = 0, voiceChange = 0, imageChange = 0, beforeExpiresAt, lastExpiresAt } = row
    const sum = sums.get(userId) ?? { user_id: userId, chars: 0, voices: 0, images: 0, used: 0, cents: 0, moves: false, expires_at: null }
    sums.set(userId, {
      user_id: userId,
      chars: sum.chars + charChange,
      voices: sum.voices + voiceChange,
      images: sum.images + imageChange,
      used: sum.used + (more[index]?.used ?? 0),
      cents: sum.cents + (more[index]?.cents ?? 0),
      moves: sum.moves || beforeExpiresAt?.getTime() !== lastExpiresAt?.getTime(),
      expires_at: lastExpiresAt,
    })
  })
  return JSON.stringify([...sums.values()])
}
