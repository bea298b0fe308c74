/** Reads statements: of closed months as they are stored, of others as the ledger is now. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Statement } from '#contract/statements.ts'
import { users } from '#server/features/accounts/table.ts'
import { addNamesToUse } from '#server/features/statements/add-names-to-use.ts'
import {
  addMonths,
  closeMonths,
  monthOf,
  type CurrentTime,
} from '#server/features/statements/close-months.ts'
import {
  computeAccounts,
  readPayments,
  sumAccounts,
  sumPayments,
  type AccountMonth,
  type MonthBalance,
} from '#server/features/statements/compute-accounts.ts'
import {
  statements,
  wholeAccount,
  type NamedUse,
  type StoredPayment,
} from '#server/features/statements/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Whose statement: of one account, or without `userId` of all of the owner's. */
export type StatementSubject = {
  ownerId: string
  userId?: string | undefined
  /** The reader is a sub-account, which doesn’t learn the email of its main account. */
  isForSubAccount?: boolean
}

type StoredStatement = typeof statements.$inferSelect

/** `canClose`: whether a month that is over may be closed. */
export type ReadTime = CurrentTime & { canClose: boolean }

/**
 * Throws ApiError `notFound` for an unknown account and for a month before its registration or after this one.
 */
export async function readStatement(
  db: Db,
  subject: StatementSubject,
  monthName: string,
  time: ReadTime,
): Promise<Statement> {
  const { ownerId, userId } = subject
  const month = `${monthName}-01`
  const first = await readFirstMonth(db, subject, time.zone)
  if (month < first || month > monthOf(time)) throw new ApiError('notFound')
  const lastClosed = await closeByReader(db, ownerId, time)
  const state = month <= lastClosed ? 'closed' : month === monthOf(time) ? 'open' : 'closing'
  const { accounts, payments } =
    state === 'closed'
      ? await readStored(db, subject, month)
      : await compute(db, subject, month, time)
  const people = await readPeople(db, ownerId, userId)
  const toPerson = (id: string) => ({ userId: id, ...(people.get(id) ?? nameless) })
  const whole =
    userId === undefined ? sumAccounts(accounts, ownerId) : (accounts[0] ?? emptyAccount(userId))
  const named = await addNamesToUse(db, ownerId, accounts)
  const owner = toPerson(ownerId)
  const mainFirst = accounts.toSorted(
    (a, b) => Number(b.userId === ownerId) - Number(a.userId === ownerId),
  )
  return {
    month: monthName,
    state,
    beginDateTime: `${month} 00:00:00`,
    endDateTime: `${lastDayOf(month)} 23:59:59`,
    ownerAccount: subject.isForSubAccount
      ? (owner.nickname ?? owner.username ?? '')
      : (owner.account ?? ''),
    ownerUsername: subject.isForSubAccount ? null : owner.username,
    person: userId === undefined ? null : toPerson(userId),
    ...toBalances(whole, time.zone),
    ...sumCounts(accounts),
    ...sumPayments(payments),
    payments,
    people:
      userId === undefined
        ? mainFirst.map((account) => ({
            ...toPerson(account.userId),
            ...toBalances(account, time.zone),
            ...sumCounts([account]),
          }))
        : [],
    use: named.flatMap(toUse),
  }
}

const toUse = ({ userId, use }: AccountMonth<NamedUse>): Statement['use'] =>
  use.map((one) => ({ ...one, userId }))

/** How many months a reader closes; the job closes the others. */
export const monthsByReader = 3

/** Nothing is stored while the clock may be wrong. Returns the first day of the last closed month. */
const closeByReader = (db: Db, ownerId: string, { canClose, ...time }: ReadTime) =>
  closeMonths(db, ownerId, time, { maxMonths: canClose ? monthsByReader : 0 })

/** Month of the account's registration. Throws ApiError `notFound`. */
export async function readFirstMonth(
  db: Db,
  { ownerId, userId = ownerId }: StatementSubject,
  zone: string,
): Promise<string> {
  const [user] = isId(userId)
    ? await db
        .select({
          month: sql<string>`date_trunc('month', ${users.registeredAt} at time zone ${zone})::date::text`,
        })
        .from(users)
        .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
    : []
  if (!user) throw new ApiError('notFound')
  return user.month
}

type Computed = { accounts: AccountMonth[]; payments: StoredPayment[] }

async function compute(
  db: Db,
  { ownerId, userId }: StatementSubject,
  month: string,
  { zone }: CurrentTime,
): Promise<Computed> {
  const period = { ownerId, month, zone }
  return {
    accounts: await computeAccounts(db, period, userId),
    payments: userId === undefined ? await readPayments(db, period) : [],
  }
}

async function readStored(
  db: Db,
  { ownerId, userId }: StatementSubject,
  month: string,
): Promise<Computed> {
  const rows = await db
    .select()
    .from(statements)
    .where(
      and(
        eq(statements.ownerId, ownerId),
        eq(statements.month, month),
        userId === undefined ? undefined : eq(statements.userId, userId),
      ),
    )
    .orderBy(asc(statements.userId))
  return {
    accounts: rows.filter((row) => row.userId !== wholeAccount).map(toAccountMonth),
    payments: rows.find((row) => row.userId === wholeAccount)?.payments ?? [],
  }
}

const toAccountMonth = (row: StoredStatement): AccountMonth => ({
  userId: row.userId,
  opening: {
    chars: row.openingChars,
    voices: row.openingVoices,
    images: row.openingImages,
    expiresAt: row.openingExpiresAt?.getTime() ?? null,
  },
  closing: {
    chars: row.closingChars,
    voices: row.closingVoices,
    images: row.closingImages,
    expiresAt: row.closingExpiresAt?.getTime() ?? null,
  },
  movements: row.movements,
  use: row.use,
})

const nothing: MonthBalance = { chars: 0, voices: 0, images: 0, expiresAt: null }
const emptyAccount = (userId: string): AccountMonth => ({
  userId,
  opening: nothing,
  closing: nothing,
  movements: [],
  use: [],
})

function sumCounts(accounts: readonly Pick<AccountMonth, 'use'>[]) {
  let [usedCharNum, translationNum] = [0, 0]
  for (const { use } of accounts)
    for (const one of use) {
      usedCharNum += one.charNum
      translationNum += one.translationNum
    }
  return { usedCharNum, translationNum }
}

function toBalances(
  { opening, movements, closing }: Pick<AccountMonth, 'opening' | 'movements' | 'closing'>,
  zone: string,
): Pick<Statement, 'opening' | 'movements' | 'closing'> {
  const toWire = ({ chars, voices, images, expiresAt }: MonthBalance) => ({
    charNum: chars,
    voiceNum: voices,
    imageNum: images,
    expireDateTime: expiresAt === null ? null : formatWireTime(new Date(expiresAt), zone),
  })
  return { opening: toWire(opening), movements, closing: toWire(closing) }
}

const lastDayOf = (month: string): string =>
  new Date(Date.parse(addMonths(month, 1)) - 86_400_000).toISOString().slice(0, 10)

type Name = { account: string | null; username: string | null; nickname: string | null }
const nameless: Name = { account: null, username: null, nickname: null }

/** Names of people as they are now; deleted ones have none. */
async function readPeople(
  db: Db,
  ownerId: string,
  userId: string | undefined,
): Promise<Map<string, Name>> {
  const people = await db
    .select({
      userId: users.userId,
      account: sql<string | null>`nullif(${users.account}, '')`,
      username: users.username,
      nickname: sql<string | null>`nullif(${users.nickname}, '')`,
    })
    .from(users)
    .where(
      and(
        eq(users.ownerId, ownerId),
        userId === undefined ? undefined : inArray(users.userId, [ownerId, userId]),
      ),
    )
  return new Map(people.map(({ userId: id, ...names }) => [id, names]))
}
