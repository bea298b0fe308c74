/** Login names, which are unique across main accounts and sub-accounts. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/schema.ts'

/** Login names are case-insensitive. */
export const asLoginName = (typed: string): string => typed.toLowerCase()

export async function isFree(db: Db, typed: string): Promise<boolean> {
  const rows = await db
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(eq(loginNames.name, asLoginName(typed)))
  return rows.length === 0
}

/**
 * Finds a main account by e-mail or username. Excludes sub-accounts: they have no e-mail address.
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
