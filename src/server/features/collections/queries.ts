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
  searchExpression,
  type CollectionTable,
} from '#server/features/collections/table.ts'
import type { ScopeKey } from '#server/features/collections/scopes.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  cappedTotal,
  countedRows,
  countUpTo,
  offsetOf,
  type Page,
  type Total,
} from '#server/platform/db/page.ts'
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

/** Unlike `ilike`, planned as a condition of unknown selectivity, and three times as fast. */
const hasPart = (column: PgColumn, part: string): SQL =>
  sql`strpos(lower(${column}), lower(${part}::text)) > 0`

/**
 * Conditions of the query. `grams`: selects, by the index, rows that may contain the searched
 * `parts`.
 */
function expectedRows({ collection, table }: Stored, scope: ScopeKey, query: Query, zone: string) {
  const { fields, filters, ranges, search } = collection.config
  const columns = columnsOf(table)
  const scopeText = scopeColumnOf(collection) === undefined ? scope.ownerId : scope.id
  const searched = Object.entries(search).flatMap(([name, keys]) => {
    const part = query[name]
    return typeof part === 'string' && part !== '' ? [{ part, keys }] : []
  })
  const grams = searched.map(({ part }) => {
    const shortest = Math.min(3, [...part].length)
    return sql`${searchExpression(collection)} @> text_grams(${scopeText}::text, array[${part}::text], ${shortest}::int)`
  })
  const parts = searched.map(({ part, keys }) =>
    or(...keys.map((key) => hasPart(columns[key]!, part))),
  )
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
  return { grams, parts, filtered: [...filtered, ...between.filter((one) => one !== undefined)] }
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

type Ids = Total & { ids: string[] }

/**
 * One page with its total. Keys are read from an index, from the nearer end for deep pages. Without
 * filter the total is the scope's counter; otherwise counting stops at `countedRows`.
 */
export async function collectionPage(
  db: Db,
  stored: Stored,
  scope: ScopeKey,
  query: Query,
  zone: string,
): Promise<Page<Row>> {
  const { table } = stored
  const { grams, parts, filtered } = expectedRows(stored, scope, query, zone)
  const all = and(inScope(stored, scope), isLive(stored, query.deleted === 1))
  const listed = and(all, ...filtered)
  const where = and(listed, ...parts)
  const order = orderOf(stored, query)
  const read = readerOf(db, table, where, order)
  const { ids, ...total } =
    grams.length > 0
      ? await searchedIds(db, table, { listed, parts: and(...parts), grams }, order, query, read)
      : await indexedIds(query, read, () =>
          filtered.length > 0
            ? countUpTo(db, table, listed)
            : countOf(db, stored, scope, query.deleted === 1),
        )
  if (ids.length === 0) return { ...total, rows: [] }
  const found = await db
    .select(fieldsOf(stored, zone) as Record<string, PgColumn>)
    .from(table)
    .where(and(all, inArray(table.id, ids)))
  const byId = new Map(found.map((row) => [String(row['id']), withoutNull(row)]))
  return { ...total, rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined) }
}

/** Rows of a scope, by its counter. */
async function countOf(db: Db, stored: Stored, scope: ScopeKey, deleted: boolean): Promise<Total> {
  const [found] = await db
    .select({ total: deleted ? collectionCounts.deleted : collectionCounts.rows })
    .from(collectionCounts)
    .where(isCount(stored, scope))
  return { total: found?.total ?? 0 }
}

/** Reads ids of the rows in order, from either end. */
type Reader = (backwards: boolean, limit: number, offset: number) => Promise<string[]>

const readerOf =
  (db: Db, table: CollectionTable, where: SQL | undefined, order: Order): Reader =>
  async (backwards, limit, offset) => {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(where)
      .orderBy(...ordered(order, backwards))
      .limit(limit)
      .offset(offset)
    return rows.map(({ id }) => String(id))
  }

/** Offset up to which the total is not awaited to find the nearer end. */
const shallow = 10_000

async function indexedIds(
  query: Query,
  read: Reader,
  countRows: () => Promise<Total>,
): Promise<Ids> {
  const { pageSize } = query
  const offset = offsetOf(query)
  if (offset <= shallow) {
    const [total, ids] = await Promise.all([countRows(), read(false, pageSize, offset)])
    return { ...total, ids }
  }
  const total = await countRows()
  if (total.isTotalCapped) return { ...total, ids: await read(false, pageSize, offset) }
  const size = Math.min(pageSize, total.total - offset)
  if (size <= 0) return { ...total, ids: [] }
  const behind = total.total - offset - size
  if (behind >= offset) return { ...total, ids: await read(false, size, offset) }
  return { ...total, ids: (await read(true, size, behind)).toReversed() }
}

/** Rows of which a search looks at the newest to see how many it finds. */
const sampledRows = 1_000
/** Rows that a search without its index reads at most. */
const walkedRows = 50_000

/**
 * Few hits are found by the index of the search, which has no order, and sorted. Where the first
 * rows of the list show many, the list is read in its order.
 */
async function searchedIds(
  db: Db,
  table: CollectionTable,
  { listed, parts, grams }: { listed: SQL | undefined; parts: SQL | undefined; grams: SQL[] },
  order: Order,
  query: Query,
  read: Reader,
): Promise<Ids> {
  const offset = offsetOf(query)
  const names = order.map((_, at) => sql.raw(`k${at}`))
  const keys = order.map(({ column }, at) => sql`${column} as ${names[at]!}`)
  const inOrder = sql.join(ordered(order, false), sql`, `)
  const walk = (many: number) =>
    sql`(select ${table.id} as id, ${parts} as hit from ${table} where ${listed}
      order by ${inOrder} limit ${many}) as walked`
  const { rows: sampled } = await db.execute<{ seen: number; hits: number }>(
    sql`select count(*)::int as seen, count(*) filter (where hit)::int as hits
      from ${walk(sampledRows)}`,
  )
  const { seen, hits } = sampled[0]!
  if (seen < sampledRows || hits * 4 > seen) {
    const { rows } = await db.execute<{ count: number; ids: string[] }>(
      sql`with hits as materialized
          (select id from ${walk(walkedRows)} where hit limit ${countedRows + 1})
        select (select count(*)::int from hits) as count,
          array(select id::text from hits limit ${query.pageSize} offset ${offset}) as ids`,
    )
    const { count, ids } = rows[0]!
    if (count > countedRows && offset + query.pageSize > countedRows)
      return { ...cappedTotal(count), ids: await read(false, query.pageSize, offset) }
    if (count > countedRows || seen < sampledRows) return { ...cappedTotal(count), ids }
  }
  const sortedHits = order.map(({ descending, nullable }, at) => {
    const way = sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ' nulls last' : ''}`)
    return sql`${names[at]!} ${way}`
  })
  const last = names.at(-1)!
  const { rows } = await db.execute<{ count: number; ids: string[] | null }>(
    sql`with hits as materialized (select ${sql.join(keys, sql`, `)} from ${table}
        where ${and(...grams, parts, listed)} limit ${countedRows + 1}),
      counted as (select count(*)::int as count from hits)
      select count, case when count <= ${countedRows} then
        array(select ${last}::text from hits order by ${sql.join(sortedHits, sql`, `)}
          limit ${query.pageSize} offset ${offset}) end as ids
      from counted`,
  )
  const { count, ids } = rows[0]!
  return { ...cappedTotal(count), ids: ids ?? (await read(false, query.pageSize, offset)) }
}
