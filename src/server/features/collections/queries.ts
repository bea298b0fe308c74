/** Queries of collections: pages with totals, and rows by id. */
import { and, asc, desc, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { titleFieldOf } from '#contract/reference.ts'
import { kindOf } from '#contract/collection-mistakes.ts'
import type { Collection } from '#contract/collection.ts'
import type { AnyPageQuery } from '#contract/collection-calls.ts'
import {
  collectionCounts,
  columnsOf,
  referencesOf,
  scopeColumnOf,
  type CollectionTable,
} from '#server/features/collections/table.ts'
import type { ScopeKey } from '#server/features/collections/scopes.ts'
import { contains } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { offsetOf, type Page } from '#server/platform/db/page.ts'
import { isNullable, storedValue, wireColumns } from '#server/platform/db/field-columns.ts'
import { inRange, wireTime, type TimeRange } from '#server/platform/db/time.ts'

export type Row = Readonly<Record<string, unknown>>
/** A collection with its table. */
export type Stored = { readonly collection: Collection; readonly table: CollectionTable }
type Query = AnyPageQuery & Row

export const inScope = ({ collection, table }: Stored, { ownerId, id }: ScopeKey) => {
  const column = scopeColumnOf(collection)
  return and(
    eq(table.ownerId, ownerId),
    column === undefined ? undefined : eq(columnsOf(table)[column]!, id),
  )
}

/** Rows outside the trash; with `deleted`, those in it. */
export const isLive = ({ collection, table }: Stored, deleted = false): SQL | undefined =>
  collection.config.trash
    ? sql`${columnsOf(table)['deletedAt']!} is ${sql.raw(deleted ? 'not null' : 'null')}`
    : undefined

export const isCount = ({ collection: { name } }: Stored, { ownerId, id }: ScopeKey) =>
  and(
    eq(collectionCounts.ownerId, ownerId),
    eq(collectionCounts.collection, name),
    eq(collectionCounts.scopeId, id),
  )

/** Columns of a row as the API returns them. */
function fieldsOf({ collection, table }: Stored, zone: string): Record<string, PgColumn | SQL> {
  const { fields, scope, trash } = collection.config
  const columns = columnsOf(table)
  return {
    id: table.id,
    ...(scope.key === undefined ? {} : { [scope.key]: columns[scope.key]! }),
    ...wireColumns(fields, columns, zone),
    ...titlesOf(collection),
    createDateTime: wireTime(table.createdAt, zone),
    version: table.version,
    ...(trash ? { deletedDateTime: wireTime(columns['deletedAt']!, zone) } : {}),
  }
}

/** Titles of the rows that references name, also of those in the trash. */
const titlesOf = (collection: Collection): Record<string, SQL> =>
  Object.fromEntries(
    referencesOf(collection).map(({ field, target }) => {
      const [from, to] = [collection.name, target.name].map((one) => sql.raw(toSnakeCase(one)))
      const [column, title] = [field, target.config.title].map((one) => sql.raw(toSnakeCase(one)))
      return [
        titleFieldOf(field),
        sql`(select named.${title} from ${to} named
          where named.owner_id = ${from}.owner_id and named.id = ${from}.${column})`,
      ]
    }),
  )

/** Null counts as absent, so that a live row has no time of deletion. */
const withoutNull = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

export async function rowOf(
  db: Db,
  stored: Stored,
  where: SQL | undefined,
  zone: string,
): Promise<Row | undefined> {
  const [found] = await db
    .select(fieldsOf(stored, zone) as Record<string, PgColumn>)
    .from(stored.table)
    .where(and(where, isLive(stored)))
  return found && withoutNull(found)
}

/** Conditions of the query's filters and searches; undefined if it has none. */
function expectedRows({ collection, table }: Stored, scope: ScopeKey, query: Query, zone: string) {
  const { fields, filters, ranges, search } = collection.config
  const columns = columnsOf(table)
  const scopeText = scopeColumnOf(collection) === undefined ? scope.ownerId : scope.id
  const searched = Object.entries(search).flatMap(([name, keys]) => {
    const part = query[name]
    if (typeof part !== 'string' || part === '') return []
    const shortest = /^.$/su.test(part) ? 1 : 2
    const grams = sql`search_grams(${scopeText}::text, array[${part}::text], ${shortest}::int)`
    return [
      sql`${columns['searchGrams']!} @> ${grams}`,
      or(...keys.map((key) => contains(columns[key]!, part))),
    ]
  })
  const filtered = filters.flatMap((key) => {
    const value = query[key]
    if (value === undefined) return []
    return [eq(columns[key]!, storedValue(kindOf(fields[key]!), value, zone))]
  })
  const between = ranges.map((key) => {
    const [begin, end] = [query[`${key}Begin`], query[`${key}End`]]
    const column = columns[key]!
    if (kindOf(fields[key]!) === 'time') return inRange(column, { begin, end } as TimeRange, zone)
    return and(
      begin === undefined ? undefined : gte(column, begin),
      end === undefined ? undefined : lte(column, end),
    )
  })
  const created = { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }
  between.push(inRange(table.createdAt, created, zone))
  return { searched, filtered: [...filtered, ...between.filter((one) => one !== undefined)] }
}

type Order = { column: PgColumn; descending: boolean; nullable: boolean }[]

/** Newest first, unless sorted; the trash begins with what was deleted last. */
function orderOf({ collection, table }: Stored, query: Query): Order {
  const columns = columnsOf(table)
  const descending = query.sortBy === undefined || query.sortOrder === 'desc'
  const id = { column: table.id, descending, nullable: false }
  if (query.sortBy !== undefined) {
    const nullable = isNullable(collection.config.fields[query.sortBy]!)
    return [{ column: columns[query.sortBy]!, descending, nullable }, id]
  }
  return query.deleted ? [{ column: columns['deletedAt']!, descending, nullable: false }, id] : [id]
}

/** `backwards` begins with the last row; nulls come last otherwise. */
const ordered = (order: Order, backwards: boolean): SQL[] =>
  order.map(({ column, descending, nullable }) => {
    if (!nullable) return descending === backwards ? asc(column) : desc(column)
    const way = descending === backwards ? 'asc' : 'desc'
    return sql`${column} ${sql.raw(way)} nulls ${sql.raw(backwards ? 'first' : 'last')}`
  })

/**
 * One page with its total. Keys are read from an index, from the nearer end for deep pages; without
 * filter the total is the scope's counter. A search reads its index once for total and page.
 */
export async function collectionPage(
  db: Db,
  stored: Stored,
  scope: ScopeKey,
  query: Query,
  zone: string,
): Promise<Page<Row>> {
  const { table } = stored
  const { searched, filtered } = expectedRows(stored, scope, query, zone)
  const all = and(inScope(stored, scope), isLive(stored, query.deleted === 1))
  const where = and(all, ...searched, ...filtered)
  const order = orderOf(stored, query)
  const { total, ids } =
    searched.length > 0
      ? await searchedIds(db, stored, where, order, query)
      : await indexedIds(db, stored, where, order, query, () =>
          filtered.length > 0
            ? db.$count(table, where)
            : countOf(db, stored, scope, query.deleted === 1),
        )
  if (ids.length === 0) return { total, rows: [] }
  const found = await db
    .select(fieldsOf(stored, zone) as Record<string, PgColumn>)
    .from(table)
    .where(and(all, inArray(table.id, ids)))
  const byId = new Map(found.map((row) => [String(row['id']), withoutNull(row)]))
  return { total, rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined) }
}

/** Rows of a scope, by its counter. */
async function countOf(db: Db, stored: Stored, scope: ScopeKey, deleted: boolean): Promise<number> {
  const [found] = await db
    .select({ total: deleted ? collectionCounts.deleted : collectionCounts.rows })
    .from(collectionCounts)
    .where(isCount(stored, scope))
  return found?.total ?? 0
}

type Ids = { total: number; ids: string[] }

/** Offset up to which the total is not awaited to find the nearer end. */
const shallow = 10_000

async function indexedIds(
  db: Db,
  { table }: Stored,
  where: SQL | undefined,
  order: Order,
  query: Query,
  countRows: () => Promise<number>,
): Promise<Ids> {
  const read = async (backwards: boolean, limit: number, offset: number) => {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(where)
      .orderBy(...ordered(order, backwards))
      .limit(limit)
      .offset(offset)
    return rows.map(({ id }) => String(id))
  }
  const offset = offsetOf(query)
  if (offset <= shallow) {
    const [total, ids] = await Promise.all([countRows(), read(false, query.pageSize, offset)])
    return { total, ids }
  }
  const total = await countRows()
  if (offset >= total) return { total, ids: [] }
  const size = Math.min(query.pageSize, total - offset)
  const behind = total - offset - size
  if (behind >= offset) return { total, ids: await read(false, size, offset) }
  return { total, ids: (await read(true, size, behind)).toReversed() }
}

async function searchedIds(
  db: Db,
  { table }: Stored,
  where: SQL | undefined,
  order: Order,
  query: Query,
): Promise<Ids> {
  const names = order.map((_, at) => sql.raw(`k${at}`))
  const keys = order.map(({ column }, at) => sql`${column} as ${names[at]!}`)
  const sortedHits = order.map(({ descending, nullable }, at) => {
    const way = sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ' nulls last' : ''}`)
    return sql`${names[at]!} ${way}`
  })
  const last = names.at(-1)!
  const { rows } = await db.execute<Ids>(
    sql`with hits as materialized (select ${sql.join(keys, sql`, `)} from ${table} where ${where})
      select (select count(*)::int from hits) as total,
        array(select ${last}::text from hits order by ${sql.join(sortedHits, sql`, `)}
          limit ${query.pageSize} offset ${offsetOf(query)}) as ids`,
  )
  return rows[0] ?? { total: 0, ids: [] }
}
