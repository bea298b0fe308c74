/** Reads who registered by an account’s invitation. */
import { and, eq, sql, count, desc, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { invites } from '#server/features/accounts/table.ts'
import { wireTime } from '#server/platform/db/time.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { selectPageKeys, type Page } from '#server/platform/db/page.ts'
import type { Invite, invites as inviteCalls } from '#contract/invites.ts'

/** Users who registered by an owner's invitation, newest first. */
export async function readInvitePage(
  db: Db,
  ownerId: string,
  query: ParsedInputOf<typeof inviteCalls.page>,
  zone: string,
): Promise<Page<Invite>> {
  const isInvited = eq(invites.ownerId, ownerId)
  const { name, reward } = invites
  const fields = {
    id: sql<string>`${invites.invitedId}::text`,
    name,
    reward,
    registerDateTime: wireTime(invites.at, zone),
  }
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(invites).where(isInvited),
    db
      .select(fields)
      .from(invites)
      .where(
        and(
          isInvited,
          inArray(invites.invitedId, selectPageKeys(db, invites.invitedId, isInvited, query)),
        ),
      )
      .orderBy(desc(invites.invitedId)),
  ])
  return { total: counted?.total ?? 0, rows }
}
