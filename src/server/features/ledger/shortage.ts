/**
 * The refusal for users who run out of quota themselves: it names them by nickname, and tells a
 * sub-account whom to ask.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/platform/db/schema.ts'
import { spendable, type Account, type Units } from '#server/features/ledger/service.ts'
import { Refusal } from '#server/http/errors.ts'

const ofSubAccount = { chars: 'subChars', voices: 'subVoices', images: 'subImages' } as const

/**
 * Names are read here and not under the lock of every translation, because hardly any is refused. A
 * main account's e-mail is not shown to its sub-accounts.
 */
export async function ownShortage(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof Units,
  needed: number,
): Promise<Refusal> {
  const { userId, name } = account
  const rows = await tx
    .select({
      userId: users.userId,
      name: sql<string | null>`coalesce(nullif(${users.nickname}, ''), ${users.username})`,
    })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, [ownerId, userId])))
  const nameOf = (id: string) => rows.find((row) => row.userId === id)?.name
  const values = { who: nameOf(userId) ?? name, left: spendable(account)[unit], needed }
  if (userId === ownerId) return new Refusal('notEnough', { because: { reason: unit, values } })
  return new Refusal('notEnough', {
    because: { reason: ofSubAccount[unit], values: { ...values, main: nameOf(ownerId) ?? '' } },
  })
}
