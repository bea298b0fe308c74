/** SQL statements of the ledger: lock accounts, then update them and append log rows. */
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#server/platform/db/open.ts'
import { pipeline } from '#server/platform/db/db.ts'
import { users } from '#server/features/accounts/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { accountLog, balanceAlerts, balances } from '#server/features/ledger/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { accountLogCounter, createOccurrenceCounter } from '#server/platform/db/running-numbers.ts'

/** Column types as returned by the driver. */
export type LockedRow = {
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

const ownerId = sql`${sql.placeholder('ownerId')}::bigint`
const userIds = sql`${sql.placeholder('userIds')}::bigint[]`

/**
 * Columns of `balances` are re-read once the lock is granted; other tables are as of the start of
 * the statement. That is why `closed_at` is a column of `balances`. Names are subqueries, because
 * with a join PostgreSQL would read the whole account group to lock two of its rows. Each subquery
 * compares the owner: a split database only locks rows if all tables are read on one machine.
 */
export const lockStatement = prepareStatement<LockedRow>(
  'ledger_hold',
  sql`select b.user_id, b.chars, b.reserved_chars, b.translating, b.voices, b.images, (extract(epoch from b.expires_at) * 1000)::float8 as expires_at, b.closed_at is not null as closed,
      (select coalesce(u.username, u.account) from ${users} u where u.owner_id = ${ownerId} and u.user_id = b.user_id) as name,
      (select a.low_chars from ${balanceAlerts} a where a.owner_id = ${ownerId} and b.user_id = b.owner_id) as low_chars
    from ${balances} b where b.owner_id = ${ownerId} and b.user_id = any(${userIds})
    order by b.user_id <> b.owner_id, b.user_id for no key update of b`,
)

type LogRow = Omit<typeof accountLog.$inferInsert, 'seq' | 'typeSeq' | 'at'>
type NumberedRow = Omit<LogRow, 'ownerId'> & { seq: number; typeSeq: number }
/** Characters used and cents paid with one row, which totals of the account count. */
type CountedUse = { userId: string; used?: number; cents?: number }

const columns = getTableColumns(accountLog)
type Column = keyof typeof columns
const columnNames = Object.keys(columns) as Column[]
const computedColumns: Partial<Record<Column, SQL>> = {
  ownerId,
  seq: sql`a.last - e.seq`,
  typeSeq: sql`t.last - e."typeSeq"`,
  at: sql`a.at`,
}
const joinColumns = (selected: readonly Column[], format: (column: Column) => string) =>
  sql.raw(selected.map(format).join(', '))

/**
 * Generated per set of filled columns, because the record width dominates the cost of a small
 * write. `seq` and `typeSeq` in `entries` count back from the end: 0 is the last row of its user,
 * or of its user and type. The counter rows serialise writers, so numbers have no gaps and times
 * rise with them. Fails with a division by zero if an account doesn't match what was read under its
 * lock, which only a bug can cause.
 */
const createWriteStatement = (name: string, filled: readonly Column[]) => {
  const writtenColumns: readonly Column[] = ['ownerId', ...filled, 'at']
  const values = writtenColumns.map((column) => computedColumns[column] ?? sql.raw(`e."${column}"`))
  return prepareStatement<object>(
    name,
    sql`with entries as (select * from json_to_recordset(${sql.placeholder('entries')}::json)
      as e(${joinColumns(filled, (column) => `"${column}" ${columns[column].getSQLType()}`)})),
    sums as (select * from json_to_recordset(${sql.placeholder('sums')}::json)
      as s(user_id bigint, chars bigint, voices bigint, images bigint, used bigint, cents bigint, expires_at timestamptz)),
    changed as (update ${balances} b set chars = b.chars + s.chars, voices = b.voices + s.voices, images = b.images + s.images,
        used_chars = b.used_chars + s.used, recharged_cents = b.recharged_cents + s.cents, expires_at = s.expires_at
      from sums s where b.owner_id = ${ownerId} and b.user_id = any(${userIds}) and b.user_id = s.user_id and b.closed_at is null
        and b.chars + s.chars >= 0 and b.voices + s.voices >= 0 and b.images + s.images >= 0
      returning b.user_id),
    numbers as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${ownerId}, user_id, log, count, ${sql.placeholder('now')}::timestamptz
      from json_to_recordset(${sql.placeholder('counters')}::json) as n(user_id bigint, log text, count bigint)
      on conflict (owner_id, user_id, log) do update set last = c.last + excluded.last, at = greatest(c.at, excluded.at)
      returning user_id, log, last, at),
    written as (insert into ${accountLog} (${joinColumns(writtenColumns, (column) => `"${toSnakeCase(column)}"`)})
      select ${sql.join(values, sql`, `)} from entries e
      join numbers a on a.user_id = e."userId" and a.log = 'account'
      join numbers t on t.user_id = e."userId" and t.log = ${sql.raw(`'${accountLogCounter('')}'`)} || e."logType")
    select 1 / ((select count(*) from changed) = (select count(*) from sums))::int as all_changed`,
  )
}

const writeStatements = new Map<string, ReturnType<typeof createWriteStatement>>()

function findWriteStatement(
  entries: readonly NumberedRow[],
): ReturnType<typeof createWriteStatement> {
  const filled = columnNames.filter((column) => entries.some((entry) => column in entry))
  const key = filled.join()
  const known =
    writeStatements.get(key) ?? createWriteStatement(`ledger_write_${writeStatements.size}`, filled)
  writeStatements.set(key, known)
  return known
}

/**
 * Rolls the transaction back unless every account was updated. `uses`: one for each row, in the same
 * order.
 */
export async function writeRows(
  tx: Db,
  ownerId: string,
  rows: readonly LogRow[],
  uses: readonly CountedUse[],
  now: Date,
): Promise<void> {
  const entries = numberRows(rows)
  const sums = sumByUser(rows, uses)
  const changes = {
    entries: JSON.stringify(entries),
    sums: JSON.stringify([...sums.values()]),
    userIds: [...sums.keys()],
  }
  await pipeline(tx, () =>
    findWriteStatement(entries)(tx, {
      ownerId,
      ...changes,
      counters: countRowsByLog(rows),
      now: now.toISOString(),
    }),
  )
}

function numberRows(rows: readonly LogRow[]): NumberedRow[] {
  const fromEnd = createOccurrenceCounter()
  return rows.toReversed().map(({ ownerId: _, ...row }) => ({
    ...row,
    seq: fromEnd(row.userId),
    typeSeq: fromEnd(`${row.userId} ${row.logType}`),
  }))
}

/** Number of sequence numbers to assign in each log. */
function countRowsByLog(rows: readonly LogRow[]): string {
  const counters = new Map<string, { user_id: string; log: string; count: number }>()
  for (const { userId, logType } of rows) {
    for (const log of ['account', accountLogCounter(logType)]) {
      const counter = counters.get(`${userId} ${log}`)
      if (counter) counter.count += 1
      else counters.set(`${userId} ${log}`, { user_id: userId, log, count: 1 })
    }
  }
  return JSON.stringify([...counters.values()])
}

type Total = {
  user_id: string
  chars: number
  voices: number
  images: number
  used: number
  cents: number
  expires_at: Date | null | undefined
}

/** Total change per user, in lock order. */
function sumByUser(rows: readonly LogRow[], uses: readonly CountedUse[]): Map<string, Total> {
  const sums = new Map<string, Total>()
  rows.forEach(
    ({ userId, charChange = 0, voiceChange = 0, imageChange = 0, lastExpiresAt }, index) => {
      const sum = sums.get(userId) ?? {
        user_id: userId,
        chars: 0,
        voices: 0,
        images: 0,
        used: 0,
        cents: 0,
        expires_at: null,
      }
      sums.set(userId, sum)
      sum.chars += charChange
      sum.voices += voiceChange
      sum.images += imageChange
      sum.used += uses[index]?.used ?? 0
      sum.cents += uses[index]?.cents ?? 0
      sum.expires_at = lastExpiresAt
    },
  )
  return sums
}
