/** The one space of all login names. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/platform/db/schema.ts'

/** Names differ by more than upper and lower case. */
export const asLoginName = (typed: string): string => typed.toLowerCase()

export async function isFree(db: Db, typed: string): Promise<boolean> {
  const rows = await db
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(eq(loginNames.name, asLoginName(typed)))
  return rows.length === 0
}

/**
 * The main account that signs in by this e-mail or username. Sub-accounts have no address, so
 * nothing can be mailed to them.
 */
export async function mainAccountNamed(
  db: Db,
  typed: string,
): Promise<{ ownerId: string; userId: string; email: string } | undefined> {
  const [found] = await db
    .select({ ownerId: users.ownerId, userId: users.userId, email: users.account })
    .from(loginNames)
    .innerJoin(
      users,
      and(eq(users.ownerId, loginNames.ownerId), eq(users.userId, loginNames.userId)),
    )
    .where(
      and(
        eq(loginNames.name, asLoginName(typed)),
        inArray(loginNames.kind, ['email', 'username']),
        isNull(users.erasedAt),
      ),
    )
  return found
}
