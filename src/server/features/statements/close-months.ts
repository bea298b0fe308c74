/** Closes months: their statements are stored once they are final, and not changed any more. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { addNamesToUse } from '#server/features/statements/add-names-to-use.ts'
import {
  computeAccounts,
  readPayments,
  sumAccounts,
  sumPayments,
  type AccountMonth,
  type OwnerMonth,
} from '#server/features/statements/compute-accounts.ts'
import {
  statements,
  wholeAccount,
  type NamedUse,
  type StoredPayment,
} from '#server/features/statements/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { isOneOf } from '#server/platform/db/columns.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

/** The current time, and the zone of calendar months. */
export type CurrentTime = { now: Date; zone: string }

/**
 * Milliseconds after the end of a month until it is final: a change dated shortly before midnight may
 * commit after it. Usage by day waits as long.
 */
export const settlingTime = 3_600_000

/** First day of the month of a time. */
export const monthOf = ({ now, zone }: CurrentTime): string =>
  `${formatWireTime(now, zone).slice(0, 7)}-01`

/** First day of a month that is `count` months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 10)
}

/** First day of the last month that is final. */
export const lastFinalMonth = ({ now, zone }: CurrentTime): string =>
  addMonths(monthOf({ now: new Date(now.getTime() - settlingTime), zone }), -1)

type Deps = {
  db: Db
  clock: () => Date
  log: Pick<Log, 'error'>
}

/**
 * Closes all final months of all owners, in a transaction for each month of an owner. Several processes
 * begin with different owners; a round ends early once `isStopping`.
 */
export async function closeAllMonths(
  { db, clock, log }: Deps,
  zone: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const time = { now: clock(), zone }
  const month = lastFinalMonth(time)
  const isDue = sql`m.owner_id = m.user_id and m.erased_at is null and m.registered_at < (${addMonths(month, 1)}::date::timestamp at time zone ${zone})
    and not exists (select from ${statements} s where s.owner_id = m.owner_id and s.month = ${month}::date and s.user_id = ${wholeAccount}::bigint)`
  const { rows } = await db.execute<{ ownerId: string }>(
    sql`select m.owner_id::text as "ownerId" from ${users} m where ${acrossOwners('a background job closes the months of all owners', isDue)} order by random()`,
  )
  for (const { ownerId } of rows) {
    if (isStopping()) return
    await closeMonths(db, ownerId, time, { isStopping }).catch((reason: unknown) =>
      log.error('a month could not be closed', { owner: ownerId, ...errorFields(reason) }),
    )
  }
}

/**
 * Closes the final months of an owner that are not closed, the earliest first, and returns the first day
 * of the last month that is closed. Several processes store the same figures once. `maxMonths`: readers
 * close few, the job closes the others.
 */
export async function closeMonths(
  db: Db,
  ownerId: string,
  time: CurrentTime,
  {
    isStopping = () => false,
    maxMonths = Infinity,
  }: { isStopping?: () => boolean; maxMonths?: number } = {},
): Promise<string> {
  const last = lastFinalMonth(time)
  const { rows } = await db.execute<{ first: string | null }>(
    sql`select coalesce((select (max(s.month) + interval '1 month')::date from ${statements} s where s.owner_id = ${ownerId}::bigint and s.user_id = ${wholeAccount}::bigint),
        (select date_trunc('month', m.registered_at at time zone ${time.zone})::date from ${users} m
          where m.owner_id = ${ownerId}::bigint and m.user_id = ${ownerId}::bigint and m.erased_at is null))::text as first`,
  )
  let month = rows[0]?.first ?? addMonths(last, 1)
  for (let closed = 0; month <= last && closed < maxMonths && !isStopping(); closed++) {
    const period = { ownerId, month, zone: time.zone }
    await transaction(db, (tx) => closeMonth(tx, period, time.now), { isLong: true })
    month = addMonths(month, 1)
  }
  return addMonths(month, -1)
}

/** Leaves a month that is closed, and that of an account that is cancelled, as it is. */
async function closeMonth(tx: Db, period: OwnerMonth, now: Date): Promise<void> {
  const { ownerId } = period
  // 1,000 people and 11,000 rows take 0.4 s; a hundred times as much may take longer than a call may.
  await tx.execute(sql`set local statement_timeout = 0`)
  // A cancellation meanwhile empties the use again, since erasures are repeated.
  const active = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId), isNull(users.erasedAt)))
  if (active.length === 0) return
  const named = await addNamesToUse(tx, ownerId, await computeAccounts(tx, period))
  const namingAccounts = await lockAccountsOfNamedKeys(tx, ownerId, named)
  const accounts = named.map((account) =>
    namingAccounts.has(account.userId)
      ? account
      : { ...account, use: account.use.map(({ keyTitle: _, ...use }) => use) },
  )
  const payments = await readPayments(tx, period)
  const together = sumAccounts(accounts, ownerId)
  const use = accounts.flatMap((account) => account.use)
  const closed = await tx
    .insert(statements)
    .values({
      ...toColumns(period, { ...together, userId: wholeAccount, use }, payments, now),
      use: [],
    })
    .onConflictDoNothing()
    .returning({ ownerId: statements.ownerId })
  if (closed.length === 0) return
  for (let from = 0; from < accounts.length; from += accountsPerInsert)
    await tx
      .insert(statements)
      .values(
        accounts
          .slice(from, from + accountsPerInsert)
          .map((account) => toColumns(period, account, [], now)),
      )
}

const accountsPerInsert = 500

/**
 * Ids of the accounts whose keys are named: they are not deleted until the transaction ends, and a
 * deletion, which ends the names of their keys, then finds them stored.
 */
async function lockAccountsOfNamedKeys(
  tx: Db,
  ownerId: string,
  accounts: readonly AccountMonth<NamedUse>[],
): Promise<Set<string>> {
  const ids = accounts.flatMap(({ userId, use }) =>
    use.some(({ keyTitle }) => keyTitle != null) ? [userId] : [],
  )
  const locked = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), isOneOf(users.userId, ids), isNull(users.erasedAt)))
    .orderBy(asc(users.userId))
    .for('share')
  return new Set(locked.map(({ userId }) => userId))
}

function toColumns(
  { ownerId, month }: OwnerMonth,
  { userId, opening, closing, movements, use }: AccountMonth<NamedUse>,
  payments: StoredPayment[],
  closedAt: Date,
): typeof statements.$inferInsert {
  const { paidAmount, refundedAmount } = sumPayments(payments)
  const toDate = (time: number | null) => (time === null ? null : new Date(time))
  return {
    ownerId,
    userId,
    month,
    openingChars: opening.chars,
    openingVoices: opening.voices,
    openingImages: opening.images,
    openingExpiresAt: toDate(opening.expiresAt),
    closingChars: closing.chars,
    closingVoices: closing.voices,
    closingImages: closing.images,
    closingExpiresAt: toDate(closing.expiresAt),
    movements,
    usedChars: use.reduce((sum, { charNum }) => sum + charNum, 0),
    translations: use.reduce((sum, { translationNum }) => sum + translationNum, 0),
    use,
    paidCents: paidAmount,
    refundedCents: refundedAmount,
    payments,
    closedAt,
  }
}
