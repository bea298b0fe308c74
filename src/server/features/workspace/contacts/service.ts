/** Contacts of a work space, and the totals of a user's contacts. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, inArray, sql, asc, count, gte } from 'drizzle-orm'
import { contactLimits } from '#contract/workspace.ts'
import type { Db } from '#server/platform/db/open.ts'
import { contacts, spaces } from '#server/features/workspace/table.ts'
import { isSpace } from '#server/features/workspace/service.ts'
import { lockSpace, type SpaceAccess } from '#server/features/workspace/access.ts'
import { ApiError } from '#server/http/errors.ts'
import type { FanData } from '#contract/sub-accounts.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

/** Adds, edits and deletes contacts. A change of their number locks the workspace first. */
export type Details = Omit<
  typeof contacts.$inferInsert,
  'ownerId' | 'id' | 'spaceId' | 'version' | 'createdAt'
>
type Key = { ownerId: string; id: string }

/** Throws ApiError `notFound` if the workspace was deleted, `notAllowed` if it is full. */
export async function addContact(
  db: Db,
  space: Pick<SpaceAccess, 'ownerId' | 'id'>,
  details: Details,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const locked = await lockSpace(tx, space)
    if (locked.contacts >= contactLimits.inSpace)
      throw new ApiError('notAllowed', {
        reason: { key: 'tooManyContacts', values: { limit: contactLimits.inSpace } },
      })
    await tx
      .insert(contacts)
      .values({ ownerId: space.ownerId, spaceId: space.id, ...details, createdAt: now })
    await changeCount(tx, space, 1)
  })
}

/** Throws ApiError `notFound`, or `changedElsewhere` if `version` is stale. */
export async function editContact(
  db: Db,
  { ownerId, id }: Key,
  details: Details,
  version: number | undefined,
): Promise<void> {
  const it = and(eq(contacts.ownerId, ownerId), eq(contacts.id, id))
  const changed = await db
    .update(contacts)
    .set({ ...details, version: sql`${contacts.version} + 1` })
    .where(and(it, version === undefined ? undefined : eq(contacts.version, version)))
    .returning({ id: contacts.id })
  if (changed.length === 0)
    throw new ApiError((await db.$count(contacts, it)) > 0 ? 'changedElsewhere' : 'notFound')
}

/** Skips contacts that are already deleted. */
export async function deleteContacts(
  db: Db,
  space: Pick<SpaceAccess, 'ownerId' | 'id'>,
  ids: string[],
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSpace(tx, space)
    const deleted = await tx
      .delete(contacts)
      .where(
        and(
          eq(contacts.ownerId, space.ownerId),
          eq(contacts.spaceId, space.id),
          inArray(contacts.id, ids),
        ),
      )
      .returning({ id: contacts.id })
    await changeCount(tx, space, 0 - deleted.length)
  })
}

async function changeCount(
  tx: Db,
  space: Pick<SpaceAccess, 'ownerId' | 'id'>,
  change: number,
): Promise<void> {
  await tx
    .update(spaces)
    .set({ contacts: sql`${spaces.contacts} + ${change}` })
    .where(isSpace(space))
}

/** Counts the contacts in one user's workspaces (spec 6.5). */
export async function fanData(
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
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${zone}) at time zone ${zone}`
  const [byStep, newThisMonth] = await Promise.all([
    db
      .select({ step: contacts.step, count: count() })
      .from(contacts)
      .where(inOwned)
      .groupBy(contacts.step),
    db.$count(contacts, and(inOwned, gte(contacts.createdAt, month))),
  ])
  return {
    total: byStep.reduce((sum, one) => sum + one.count, 0),
    newThisMonth,
    byStep,
    spaces: owned,
  }
}
