/** Queries of collections: pages with totals, and rows by id. */
import { and, asc, desc, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { titleFieldOf } from '#contract/reference.ts'
import { displayName } from '#server/features/accounts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { fieldKindOf } from '#contract/query.ts'
import type { Collection } from '#contract/collection.ts'
import type { AnyPageQuery } from '#contract/collection-calls.ts'
import { countListed } from '#server/features/collections/counters.ts'
import {
  columnsOf,
  referencesOf,
  scopeColumnOf,
  type CollectionTable,
  type Stored,
} from '#server/features/collections/table.ts'
import type { ListScope } from '#server/features/collections/scopes.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  toCappedTotal,
  maxCountedRows,
  toOffset,
  type Page,
  type Total,
} from '#server/platform/db/page.ts'
import { isNullable, toStoredValue, selectWireColumns } from '#server/platform/db/field-columns.ts'
import { isInRange, wireTime, type TimeRange } from '#server/platform/db/time.ts'

export type Row = Readonly<Record<string, unknown>>
type Query = AnyPageQuery & Row

export const inScope = ({ collection, table }: Stored, { ownerId, id }: ListScope) => {
  const column = scopeColumnOf(collection)
  return and(
    eq(table.ownerId, ownerId),
    column === undefined || id === undefined ? undefined : eq(columnsOf(table)[column]!, id),
  )
}

/** Columns of a row as the API returns them. */
function fieldsOf({ collection, table }: Stored, zone: string): Record<string, PgColumn | SQL> {
  const { fields, scope } = collection.config
  const columns = columnsOf(table)
  return {
    id: table.id,
    ...(scope.key === undefined ? {} : { [scope.key]: columns[scope.key]! }),
    ...(scope.name === 'ownAndMain' ? userOf(table) : {}),
    ...selectWireColumns(fields, columns, zone),
    ...titlesOf(collection),
    createDateTime: wireTime(table.createdAt, zone),
    version: table.version,
  }
}

/** The user of a row. */
const userOf = (table: CollectionTable) => {
  const { userId } = columnsOf(table)
  return {
    userId: userId!,
    // The query builder leaves out the names of tables, so that columns of two need names by hand.
    userName: sql<string>`(select ${displayName(namedUser)} from ${users} named
      where named.owner_id = ${table}.owner_id and named.user_id = ${table}.user_id)`,
  }
}
const namedUser = {
  ownerId: sql.raw('named.owner_id'),
  userId: sql.raw('named.user_id'),
  account: sql.raw('named.account'),
  username: sql.raw('named.username'),
}

/** Titles of referenced rows. */
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

/** Omits columns without a value, such as the title of an empty reference; empty fields stay null. */
const withoutMissing = ({ collection: { config } }: Stored, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([key, value]) => value !== null || key in config.fields),
  )

export async function findRow(
  db: Db,
  stored: Stored,
  where: SQL | undefined,
  zone: string,
): Promise<Row | undefined> {
  const [found] = await db
    .select(fieldsOf(stored, zone) as Record<string, PgColumn>)
    .from(stored.table)
    .where(where)
  return found && withoutMissing(stored, found)
}

/**
 * Unlike `ilike`, the planner treats it as a condition of unknown selectivity; three times as fast.
 * Digits and Chinese characters are found without lowering the case of each row.
 */
function hasPart(column: PgColumn, part: string): SQL {
  const hasCase = part.toLowerCase() !== part.toUpperCase()
  return hasCase
    ? sql`strpos(lower(${column}), lower(${part}::text)) > 0`
    : sql`strpos(${column}, ${part}::text) > 0`
}

/** Conditions of the query. `parts`: the searches. */
function buildConditions({ collection, table }: Stored, query: Query, zone: string) {
  const { fields, filters, ranges, search } = collection.config
  const columns = columnsOf(table)
  const parts = Object.entries(search).flatMap(([name, keys]) => {
    const part = query[name]
    if (typeof part !== 'string' || part === '') return []
    return [or(...keys.map((key) => hasPart(columns[key]!, part)))]
  })
  const filtered = filters.flatMap((key) => {
    const value = query[key]
    if (value === undefined) return []
    return [eq(columns[key]!, toStoredValue(fieldKindOf(fields[key]!), value, zone))]
  })
  const between = ranges.map((key) => {
    const [begin, end] = [query[`${key}Begin`], query[`${key}End`]]
    const column = columns[key]!
    if (fieldKindOf(fields[key]!) === 'time')
      return isInRange(column, { begin, end } as TimeRange, zone)
    return and(
      begin === undefined ? undefined : gte(column, begin),
      end === undefined ? undefined : lte(column, end),
    )
  })
  const created = { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }
  between.push(isInRange(table.createdAt, created, zone))
  return { parts, filtered: [...filtered, ...between.filter((one) => one !== undefined)] }
}

type Order = { column: PgColumn; descending: boolean; nullable: boolean }[]

/** Newest first, unless sorted. */
function buildOrder({ collection, table }: Stored, query: Query): Order {
  const columns = columnsOf(table)
  const descending = query.sortBy === undefined || query.sortOrder === 'desc'
  const id = { column: table.id, descending, nullable: false }
  if (query.sortBy !== undefined) {
    const nullable = isNullable(collection.config.fields[query.sortBy]!)
    return [{ column: columns[query.sortBy]!, descending, nullable }, id]
  }
  return [id]
}

/** Nulls come last. `backwards`: the reverse order. */
const toOrderBy = (order: Order, { backwards }: { backwards: boolean }): SQL[] =>
  order.map(({ column, descending, nullable }) => {
    if (!nullable) return descending === backwards ? asc(column) : desc(column)
    const way = descending === backwards ? 'asc' : 'desc'
    return sql`${column} ${sql.raw(way)} nulls ${sql.raw(backwards ? 'first' : 'last')}`
  })

type Ids = Total & { ids: string[] }

/**
 * One page with its total. Ids are read from an index; for deep pages, from the nearer end. Without
 * filter the total is the scope's counter; otherwise counting stops at `maxCountedRows`.
 */
export async function readCollectionPage(
  db: Db,
  stored: Stored,
  scope: ListScope,
  query: Query,
  zone: string,
): Promise<Page<Row>> {
  const { table } = stored
  const { parts, filtered } = buildConditions(stored, query, zone)
  const listed = and(inScope(stored, scope), ...filtered)
  const order = buildOrder(stored, query)
  const list: List = { db, table, listed, parts: and(...parts), order, query }
  const { ids, ...total } =
    filtered.length > 0 || list.parts
      ? await readFilteredIds(list, filtered.length > 0)
      : await readIdsByIndex(list, async () => ({ total: await countListed(db, stored, scope) }))
  if (ids.length === 0) return { ...total, rows: [] }
  const found = await db
    .select(fieldsOf(stored, zone) as Record<string, PgColumn>)
    .from(table)
    .where(and(inScope(stored, scope), inArray(table.id, ids)))
  const byId = new Map(found.map((row) => [String(row['id']), withoutMissing(stored, row)]))
  return { ...total, rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined) }
}

type List = {
  readonly db: Db
  readonly table: CollectionTable
  /** Condition of scope and filters. */
  readonly listed: SQL | undefined
  /** Condition of the searches. */
  readonly parts: SQL | undefined
  readonly order: Order
  readonly query: Query
}

/** Ids of the rows in order, from either end. */
async function readIdsInOrder(
  { db, table, listed, parts, order }: List,
  limit: number,
  offset: number,
  { backwards }: { backwards: boolean } = { backwards: false },
): Promise<string[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(listed, parts))
    .orderBy(...toOrderBy(order, { backwards }))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => String(id))
}

/** Up to this offset, rows are read from the start, without waiting for the total. */
const maxShallowOffset = 10_000

async function readIdsByIndex(list: List, countRows: () => Promise<Total>): Promise<Ids> {
  const { pageSize } = list.query
  const offset = toOffset(list.query)
  if (offset <= maxShallowOffset) {
    const [total, ids] = await Promise.all([countRows(), readIdsInOrder(list, pageSize, offset)])
    return { ...total, ids }
  }
  const total = await countRows()
  const size = Math.min(pageSize, total.total - offset)
  if (size <= 0) return { ...total, ids: [] }
  const behind = total.total - offset - size
  if (behind >= offset) return { ...total, ids: await readIdsInOrder(list, size, offset) }
  return {
    ...total,
    ids: (await readIdsInOrder(list, size, behind, { backwards: true })).toReversed(),
  }
}

/** Few matching rows are all read and sorted; otherwise rows are read in the order of the list. */
async function readFilteredIds(list: List, isFiltered: boolean): Promise<Ids> {
  const { parts, query } = list
  if (isFiltered) {
    const { count, ids } = await readFewIds(list, sql`true`, parts ?? sql`true`)
    if (ids) return { total: count, ids }
  }
  const found = parts ? await searchIds(list) : undefined
  if (found) return found
  return {
    ...toCappedTotal(maxCountedRows + 1),
    ids: await readIdsInOrder(list, query.pageSize, toOffset(query)),
  }
}

/**
 * Reads and sorts the listed rows for which `where` is true, if they are fewer than `limit`.
 * `count`: how many of them match. `ids`: the page of matching rows; null if the limit is reached.
 */
async function readFewIds(
  { db, table, listed, order, query }: List,
  where: SQL,
  matches: SQL,
  limit = maxCountedRows + 1,
) {
  const names = order.map((_, at) => sql.raw(`k${at}`))
  const keys = order.map(({ column }, at) => sql`${column} as ${names[at]!}`)
  // Qualified, since a bare name would refer to the output column, which is text.
  const sortedKeys = order.map(({ descending, nullable }, at) => {
    const way = sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ' nulls last' : ''}`)
    return sql`few.${names[at]!} ${way}`
  })
  const { rows } = await db.execute<{ seen: number; count: number; ids: string[] | null }>(
    sql`with few as materialized (select ${sql.join(keys, sql`, `)}, ${matches} as hit
        from ${table} where ${and(listed, where)} limit ${limit}),
      counted as (select count(*)::int as seen, count(*) filter (where hit)::int as count from few)
      select seen, count, case when seen < ${limit} then
        array(select ${names.at(-1)!}::text from few where hit
          order by ${sql.join(sortedKeys, sql`, `)}
          limit ${query.pageSize} offset ${toOffset(query)}) end as ids
      from counted`,
  )
  return rows[0]!
}

/** Number of first rows of the list by which the density of hits is estimated. */
const sampledRows = 1_000
/** Number of rows that are read in the list's order about as fast as the index counts hits. */
const walkedRows = 50_000
/** Maximum number of rows read in this order for counting, by the estimated density. */
const maxWalked = 150_000
/** Maximum number of hits that are sorted. */
const maxSearched = 1_000_000

/**
 * Searches in the list's order if its first rows contain many hits, else by the search index, which
 * has no order. Undefined if more rows match than are counted and the page was not read.
 */
async function searchIds(list: List): Promise<Ids | undefined> {
  const { db, table, listed, parts, order, query } = list
  const offset = toOffset(query)
  const walk = (many: number) =>
    sql`(select ${table.id} as id, ${parts} as hit from ${table} where ${listed}
      order by ${sql.join(toOrderBy(order, { backwards: false }), sql`, `)} limit ${many}) as walked`
  const { rows: sampled } = await db.execute<{ seen: number; hits: number }>(
    sql`select count(*)::int as seen, count(*) filter (where hit)::int as hits
      from ${walk(sampledRows)}`,
  )
  const { seen, hits } = sampled[0]!
  const end = offset + query.pageSize
  const rowsPerHit = seen / hits
  /** Rows that are read after the page, only for counting. */
  const rowsBehind = (maxCountedRows - (end > maxCountedRows ? 0 : offset)) * rowsPerHit
  const isNear = rowsBehind <= walkedRows && maxCountedRows * rowsPerHit <= maxWalked
  if (seen < sampledRows || isNear) {
    const rowsRead = isNear
      ? Math.max(walkedRows, Math.ceil(1.5 * maxCountedRows * rowsPerHit))
      : walkedRows
    const { rows } = await db.execute<{ count: number; ids: string[]; isWhole: boolean }>(
      sql`with hits as materialized
          (select id from ${walk(rowsRead)} where hit limit ${maxCountedRows + 1}),
        counted as (select count(*)::int as count from hits)
        select count,
          array(select id::text from hits limit ${query.pageSize} offset ${offset}) as ids,
          count <= ${maxCountedRows} and not exists
            (select 1 from ${table} where ${listed} offset ${rowsRead}) as "isWhole"
        from counted`,
    )
    const { count, ids, isWhole } = rows[0]!
    if (count > maxCountedRows && end > maxCountedRows) return undefined
    if (count > maxCountedRows || isWhole) return { ...toCappedTotal(count), ids }
  }
  // For a deep page of a search with rare hits, reading and sorting all hits is faster.
  const isDeep = end * rowsPerHit > maxWalked
  const limit = isDeep ? maxSearched : maxCountedRows + 1
  const { count, ids } = await readFewIds(list, parts!, sql`true`, limit)
  return ids ? { ...toCappedTotal(count), ids } : undefined
}
