/** Reading the sub-accounts of a main account. */
import { and, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { mostNames, type SubAccount, type subAccounts as calls } from '#contract/sub-accounts.ts'
import type { Db } from '#server/db/open.ts'
import { balances, users } from '#server/db/schema.ts'
import { contains } from '#server/queries/like.ts'
import { keysOn, type Page } from '#server/queries/page.ts'
import { wireTime } from '#server/queries/wire-time.ts'

/** The living sub-accounts of an owner. */
export const subAccountsOf = (ownerId: string) => and(eq(users.ownerId, ownerId), ne(users.userId, users.ownerId), isNull(users.erasedAt))

/** The living sub-account of this id, if it is this owner's. */
export const subAccountOf = (ownerId: string, userId: string | number) => and(subAccountsOf(ownerId), eq(users.userId, String(userId)))

/** Newest first: ids rise. */
export async function subAccountPage(db: Db, ownerId: string, query: ParsedInputOf<typeof calls.page>, zone: string): Promise<Page<SubAccount>> {
  const wanted = and(subAccountsOf(ownerId), query.account ? contains(users.account, query.account) : undefined)
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(users).where(wanted),
    select(db, zone)
      .where(and(eq(users.ownerId, ownerId), inArray(users.userId, keysOn(db, users.userId, wanted, query))))
      .orderBy(desc(users.userId)),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** The newest, as many as somebody can choose from. */
export async function subAccountNames(db: Db, ownerId: string): Promise<{ userId: string; account: string }[]> {
  const { userId, account } = users
  return db.select({ userId, account }).from(users).where(subAccountsOf(ownerId)).orderBy(desc(userId)).limit(mostNames)
}

export async function subAccount(db: Db, ownerId: string, userId: string | number, zone: string): Promise<SubAccount | undefined> {
  const rows = await select(db, zone).where(subAccountOf(ownerId, userId))
  return rows[0]
}

const select = (db: Db, zone: string) =>
  db
    .select({
      userId: users.userId,
      account: users.account,
      nickname: users.nickname,
      enabled: sql<0 | 1>`${users.enabled}::int`,
      lastLoginDateTime: wireTime<string | null>(users.lastLoginAt, zone),
      memberAccount: { usableCharNum: balances.chars, usableVoiceNum: balances.voices, usableImageNum: balances.images },
      version: users.version,
    })
    .from(users)
    .innerJoin(balances, and(eq(balances.ownerId, users.ownerId), eq(balances.userId, users.userId)))
