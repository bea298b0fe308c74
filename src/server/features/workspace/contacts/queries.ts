/** Queries of the contacts of a workspace. */
import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { storedContactFields, type Contact, type contacts as calls } from '#contract/workspace.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db/open.ts'
import { type UserKey, contains } from '#server/platform/db/columns.ts'
import { contacts } from '#server/features/workspace/table.ts'
import { liesInReach, type SpaceAccess } from '#server/features/workspace/access.ts'
import { wireColumns } from '#server/platform/db/field-columns.ts'
import { keysOn, offsetOf, type Page } from '#server/platform/db/page.ts'

type Query = ParsedInputOf<typeof calls.page>

const fieldsIn = (zone: string) => ({
  id: contacts.id,
  spaceId: contacts.spaceId,
  ...wireColumns(storedContactFields, getTableColumns(contacts), zone),
  version: contacts.version,
})

const inSpace = ({ ownerId, id }: SpaceAccess) =>
  and(eq(contacts.ownerId, ownerId), eq(contacts.spaceId, id))

/** Contacts in any workspace that the user has access to. */
export const contactsFor = (user: UserKey, ids: readonly (string | number)[]): SQL | undefined =>
  and(inArray(contacts.id, ids.map(String)), liesInReach(user, contacts))

export async function contactOf(
  db: Db,
  user: UserKey,
  id: string | number,
  zone: string,
): Promise<(Contact & { ownerId: string }) | undefined> {
  const [found] = await db
    .select({ ...fieldsIn(zone), ownerId: contacts.ownerId })
    .from(contacts)
    .where(contactsFor(user, [id]))
  return found
}

/**
 * Newest first by descending id. Without a search, the total is the workspace's counter; a search
 * scans its index once for the total and the page.
 */
export async function contactPage(
  db: Db,
  space: SpaceAccess,
  query: Query,
  zone: string,
): Promise<Page<Contact>> {
  const { title, cellphone, step } = query
  const searches = title || cellphone || step
  const all = inSpace(space)
  const newest = (ids: string[] | ReturnType<typeof keysOn>) =>
    db
      .select(fieldsIn(zone))
      .from(contacts)
      .where(and(eq(contacts.ownerId, space.ownerId), inArray(contacts.id, ids)))
      .orderBy(desc(contacts.id))
  if (!searches)
    return { total: space.contacts, rows: await newest(keysOn(db, contacts.id, all, query)) }
  const where = and(
    all,
    title ? contains(contacts.title, title) : undefined,
    cellphone ? contains(contacts.cellphone, cellphone) : undefined,
    step ? eq(contacts.step, step) : undefined,
  )
  const { total, ids } = await hits(db, where, query)
  return { total, rows: ids.length > 0 ? await newest(ids) : [] }
}

async function hits(
  db: Db,
  where: SQL | undefined,
  query: Query,
): Promise<{ total: number; ids: string[] }> {
  const { rows } = await db.execute<{
    total: number
    ids: string[]
  }>(sql`with hits as materialized (select ${contacts.id} as id from ${contacts} where ${where})
    select (select count(*)::int from hits) as total,
      array(select hits.id::text from hits order by hits.id desc limit ${query.pageSize} offset ${offsetOf(query)}) as ids`)
  return rows[0] ?? { total: 0, ids: [] }
}
