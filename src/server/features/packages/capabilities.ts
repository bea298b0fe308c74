/** Permissions that depend on the membership, beyond those of the role (6.4). */
import { and, eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/platform/db/open.ts'
import { memberGroups, users } from '#server/schema.ts'
import { roleOf, type CurrentUser } from '#server/auth/sessions/service.ts'

/** The membership belongs to the main account; a sub-account has its role's permissions only. */
export async function capabilitiesOf(db: Db, me: CurrentUser): Promise<Role> {
  const [group] = await db
    .select({ createChildUser: memberGroups.createChildUser })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  return { ...roleOf(me), createChildUser: group?.createChildUser ?? false }
}
