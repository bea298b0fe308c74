/** Queries of the users who registered by an owner's invitation. */
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Invite, invites as inviteCalls } from '#contract/invites.ts'
import type { Db } from '#server/platform/db/open.ts'
import { invites } from '#server/schema.ts'
import { keysOn, type Page } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

export async function invitePage(
  db: Db,
  ownerId: string,
  query: ParsedInputOf<typeof inviteCalls.page>,
  zone: string,
): Promise<Page<Invite>> {
  const mine = eq(invites.ownerId, ownerId)
  const { name, reward } = invites
  const fields = {
    id: sql<string>`${invites.invitedId}::text`,
    name,
    reward,
    registerDateTime: wireTime(invites.at, zone),
  }
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(invites).where(mine),
    db
      .select(fields)
      .from(invites)
      .where(and(mine, inArray(invites.invitedId, keysOn(db, invites.invitedId, mine, query))))
      .orderBy(desc(invites.invitedId)),
  ])
  return { total: counted?.total ?? 0, rows }
}
