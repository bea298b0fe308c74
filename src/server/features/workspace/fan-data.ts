/** Fan data: the contacts in one user's workspaces, counted (spec 6.5). */
import { and, asc, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { FanData } from '#contract/sub-accounts.ts'
import { contacts, spaces } from '#server/features/workspace/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

export async function readFanData(
  db: Db,
  { ownerId, userId }: UserKey,
  now: Date,
  zone: string,
): Promise<FanData> {
  const owned = await db
    .select({ id: spaces.id, name: spaces.name, contactCount: spaces.contacts })
    .from(spaces)
    .where(and(eq(spaces.ownerId, ownerId), eq(spaces.userId, userId)))
    .orderBy(asc(spaces.id))
  const inOwned = and(
    eq(contacts.ownerId, ownerId),
    inArray(
      contacts.spaceId,
      owned.map(({ id }) => id),
    ),
  )
  const monthStart = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${zone}) at time zone ${zone}`
  const [byStep, newThisMonth] = await Promise.all([
    db
      .select({ step: contacts.step, count: count() })
      .from(contacts)
      .where(inOwned)
      .groupBy(contacts.step),
    db.$count(contacts, and(inOwned, gte(contacts.createdAt, monthStart))),
  ])
  return {
    total: byStep.reduce((sum, one) => sum + one.count, 0),
    newThisMonth,
    byStep,
    spaces: owned,
  }
}
