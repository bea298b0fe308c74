/** Errors for insufficient quota, which name the account by nickname or account name. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/schema.ts'
import { spendable, type Account, type Units } from '#server/features/ledger/service.ts'
import { ApiError } from '#server/http/errors.ts'

const ofSubAccount = { chars: 'subChars', voices: 'subVoices', images: 'subImages' } as const

/** Error for a main account, naming the account that has too little. */
export async function shortageOf(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof Units,
  needed: number,
): Promise<ApiError> {
  const nameOf = await namesOf(tx, ownerId, [account.userId])
  const user = nameOf(account.userId) ?? account.name
  const values = { who: user, left: spendable(account)[unit], needed }
  return new ApiError('notEnough', { because: { reason: unit, values } })
}

/** Error for a user who runs short; a sub-account also gets the name of its main account. */
export async function shortageOfUser(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof Units,
  needed: number,
): Promise<ApiError> {
  const { userId, name } = account
  if (userId === ownerId) return shortageOf(tx, ownerId, account, unit, needed)
  const nameOf = await namesOf(tx, ownerId, [ownerId, userId])
  const values = { who: nameOf(userId) ?? name, left: spendable(account)[unit], needed }
  return new ApiError('notEnough', {
    because: { reason: ofSubAccount[unit], values: { ...values, main: nameOf(ownerId) ?? '' } },
  })
}

/**
 * Reads names only on refusal, to keep them out of the lock statement of every translation. A main
 * account's e-mail address is not shown to its sub-accounts.
 */
async function namesOf(
  tx: Db,
  ownerId: string,
  userIds: string[],
): Promise<(userId: string) => string | null | undefined> {
  const rows = await tx
    .select({
      userId: users.userId,
      name: sql<string | null>`coalesce(nullif(${users.nickname}, ''), ${users.username})`,
    })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, userIds)))
  return (userId) => rows.find((row) => row.userId === userId)?.name
}
