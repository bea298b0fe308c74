/** Accounts for server tests, their quota, balances and log rows. */
import type { Db } from '#server/platform/db/open.ts'
import { balances, loginNames, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { accountLog } from '#server/schema.ts'
import { transaction } from '#server/platform/db/db.ts'
import { and, asc, eq } from 'drizzle-orm'
import { lockAccounts, type QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

/** Password of all accounts. */
export const password = 'secret-of-tests'

export type Person = { ownerId: string; userId: string; account: string }
type Details = {
  account: string
  owner?: Person
  username?: string
  groupId?: string
  chars?: number
  voices?: number
  images?: number
  enabled?: boolean
}

let hash: Promise<string> | undefined

/** Creates an account. Package 2 allows sub-accounts; package 6 is time-based and does not. */
export async function addPerson(
  db: Db,
  {
    account,
    owner,
    username,
    groupId = '2',
    chars = 0,
    voices = 0,
    images = 0,
    enabled = true,
  }: Details,
): Promise<Person> {
  hash ??= testCrypto.hashPassword(password)
  const userId = String(1000 + (await db.$count(users)))
  const ownerId = owner?.ownerId ?? userId
  const membership = owner
    ? {}
    : {
        memberGroupId: groupId,
        channelId: '1',
        username: username ?? null,
        inviteCode: `invite${userId}`,
      }
  const registeredAt = new Date('2026-01-02T03:04:05Z')
  await db.insert(users).values({
    ownerId,
    userId,
    account,
    passwordHash: await hash,
    enabled,
    registeredAt,
    ...membership,
  })
  await db.insert(balances).values({ ownerId, userId, chars, voices, images })
  await db
    .insert(loginNames)
    .values({ name: account.toLowerCase(), kind: owner ? 'account' : 'email', ownerId, userId })
  if (username)
    await db
      .insert(loginNames)
      .values({ name: username.toLowerCase(), kind: 'username', ownerId, userId })
  return { ownerId, userId, account }
}

/**
 * Anna with three sub-accounts (`sub`, `sibling`, and `disabled`), Berta with one (`foreignSub`),
 * Carl with a time-based package.
 */
export async function addPeople(db: Db) {
  await ensureCatalogue(db)
  const anna = await addPerson(db, {
    account: 'Anna@example.com',
    username: 'anna',
    chars: 1_000_000,
    voices: 100,
    images: 50,
  })
  const berta = await addPerson(db, {
    account: 'berta@example.com',
    username: 'berta',
    chars: 500_000,
  })
  const carl = await addPerson(db, { account: 'carl@example.com', username: 'carl', groupId: '6' })
  return {
    anna,
    berta,
    carl,
    sub: await addPerson(db, {
      account: 'annasub',
      owner: anna,
      chars: 20_000,
      voices: 3,
      images: 2,
    }),
    sibling: await addPerson(db, { account: 'AnnaOther', owner: anna, chars: 5_000 }),
    disabled: await addPerson(db, { account: 'annagone', owner: anna, enabled: false }),
    foreignSub: await addPerson(db, { account: 'bertasub', owner: berta, chars: 7_000 }),
  }
}

/** Adds quota by a system adjustment; accounts start empty. */
export async function fund(
  db: Db,
  { ownerId, userId }: Person,
  change: Partial<QuotaAmounts>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, ownerId, [userId])
    await postEntries(tx, locked, [{ userId, logType: 'SYS_ADJUST', change }], new Date())
  })
}

export async function balanceOf(
  db: Db,
  ownerId: string,
  userId: string,
): Promise<typeof balances.$inferSelect> {
  const [balance] = await db
    .select()
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
  return balance!
}

/** Account log rows of a user, oldest first. */
export const accountLogOf = (
  db: Db,
  ownerId: string,
  userId: string,
): Promise<(typeof accountLog.$inferSelect)[]> =>
  db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.ownerId, ownerId), eq(accountLog.userId, userId)))
    .orderBy(asc(accountLog.seq))
