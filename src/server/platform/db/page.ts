/** Pagination and sorting: by offset, and by sequence number for numbered logs. */
import { desc, sql, type Column, type SQL, type Table } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SortOrder } from '#contract/sorting.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { toSecondEnd, toTimestamp, clampToYear1, type TimeRange } from '#server/platform/db/time.ts'

/** A page of a list, by offset. */
export type PageQuery = { pageSize: number; pageNum: number }
/** `isTotalCapped`: counting stopped at `total`. */
export type Total = { total: number; isTotalCapped?: boolean }
export type Page<R> = Total & { rows: R[] }

/** Filtered and searched rows are counted up to here. */
export const maxCountedRows = 10_000

/** `count`: of at most one row more than `maxCountedRows`. */
export const toCappedTotal = (count: number): Total =>
  count > maxCountedRows ? { total: maxCountedRows, isTotalCapped: true } : { total: count }

export async function countUpTo(db: Db, table: Table, where: SQL | undefined): Promise<Total> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count
      from (select from ${table} where ${where} limit ${maxCountedRows + 1}) as counted`,
  )
  return toCappedTotal(rows[0]?.count ?? 0)
}

/** Rows before the page, capped at the largest safe integer. */
export const toOffset = ({ pageSize, pageNum }: PageQuery): number =>
  Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)

/**
 * Keys of a page in descending order. Reading rows by key lets PostgreSQL skip the offset in an
 * index instead of building the skipped rows.
 */
export const selectPageKeys = (db: Db, key: PgColumn, where: SQL | undefined, query: PageQuery) =>
  db
    .select({ key })
    .from(key.table)
    .where(where)
    .orderBy(desc(key))
    .limit(query.pageSize)
    .offset(toOffset(query))

/** Sort order, ascending by default; nulls come last either way. */
export const orderNullsLast = (value: Column | SQL, order: SortOrder = 'asc'): SQL =>
  sql`${value} ${sql.raw(order)} nulls last`

/** Keyset pagination of numbered logs: one round trip, no counting, constant time at any size. */
type NumberedLog = {
  name: string
  table: Table
  /** Numbered 1, 2, 3 … without a gap among the rows of `owned`, in the order of `at`. */
  seq: Column
  at: Column
  /** Condition for one user's rows, with its own placeholders. */
  owned: SQL
  /**
   * Of a log whose times are indexed by type alone: the bounds are searched in each type. `seq`
   * numbers the rows of one type.
   */
  types?: { column: Column; values: readonly string[]; seq: Column }
  /** Fields of a row as JSON; times use the placeholder `zone`. */
  fields: Record<string, Column | SQL>
}

type OrderedPageQuery = PageQuery & {
  sortBy?: string | undefined
  sortOrder?: SortOrder | undefined
}

/** Newest first, unless sorted by time without descending order. */
export const timeOrder = ({
  sortBy,
  sortOrder,
}: Pick<OrderedPageQuery, 'sortBy' | 'sortOrder'>): SortOrder =>
  sortBy === undefined || sortOrder === 'desc' ? 'desc' : 'asc'

/**
 * The total of a time range is the difference of its end numbers, and a page starts at a number.
 * Rows arrive as one JSON text, which parses several times faster than ten rows. `bounds` is
 * materialized, or PostgreSQL would look up both numbers twice, in each partition. One statement is
 * prepared per page size and order, since PostgreSQL would replan it for an unknown size. `values`
 * fills the placeholders; `R` is the row type of `fields`.
 */
export function createSeekPagination<R>(log: NumberedLog) {
  const statements = new Map<string, ReturnType<typeof createPageStatement<R>>>()
  const findStatement = (size: number, order: SortOrder) => {
    const key = `${size}_${order}`
    const known = statements.get(key) ?? createPageStatement<R>(log, size, order)
    statements.set(key, known)
    return known
  }
  return async (
    reads: Reads,
    values: Record<string, unknown>,
    query: OrderedPageQuery,
    { begin, end }: TimeRange,
  ): Promise<Page<R>> => {
    const range = {
      begin: begin === undefined ? null : clampToYear1(begin),
      end: end === undefined ? null : clampToYear1(end),
    }
    const [found] = await findStatement(query.pageSize, timeOrder(query))(reads, {
      ...values,
      ...range,
      offset: toOffset(query),
    })
    return { total: Number(found?.total ?? 0), rows: found?.rows ?? [] }
  }
}

function createPageStatement<R>(
  { name, table, seq, at, owned, types, fields }: NumberedLog,
  size: number,
  order: SortOrder,
) {
  const zone = sql.placeholder('zone')
  const from = sql`coalesce(${toTimestamp(sql.placeholder('begin'), zone)}, '-infinity')`
  const until = sql`coalesce(${toSecondEnd(sql.placeholder('end'), zone)}, 'infinity')`
  const boundOf = (inRange: SQL, direction: 'asc' | 'desc') => {
    const select = (ofType: SQL, tie: Column) =>
      sql`select ${seq} from ${table} where ${owned}${ofType} and ${inRange}
        order by ${at} ${sql.raw(direction)}, ${tie} ${sql.raw(direction)} limit 1`
    if (!types) return sql`(${select(sql``, seq)})`
    const names = sql.raw(types.values.map((type) => `('${type}')`).join(', '))
    const outermost = sql.raw(direction === 'asc' ? 'min' : 'max')
    return sql`(select ${outermost}(found.seq) from (values ${names}) as t(type)
      cross join lateral (${select(sql` and ${types.column} = t.type`, types.seq)}) as found(seq))`
  }
  const bounds = sql`bounds as materialized (select
    ${boundOf(sql`${at} < ${until}`, 'desc')} as hi,
    ${boundOf(sql`${at} >= ${from}`, 'asc')} as lo)`
  const offset = sql`${sql.placeholder('offset')}::bigint`
  const length = sql.raw(String(size))
  // Bounded on both sides, so that no partition reads more rows than the page has.
  const inPage =
    order === 'desc'
      ? sql`${seq} >= bounds.lo and ${seq} <= bounds.hi - ${offset} and ${seq} > bounds.hi - ${offset} - ${length}`
      : sql`${seq} <= bounds.hi and ${seq} >= bounds.lo + ${offset} and ${seq} < bounds.lo + ${offset} + ${length}`
  const rows = sql`(select * from ${table} where ${owned} and ${inPage}
    order by ${seq} ${sql.raw(order)}) as ${table}`
  return prepareStatement<{ total: string | null; rows: R[] | null }>(
    `${name}_${size}_${order}`,
    sql`with ${bounds} select greatest(bounds.hi - bounds.lo + 1, 0) as total,
      (select json_agg(${toJsonObject(fields)}) from ${rows}) as rows from bounds`,
  )
}

/** A row as one JSON object, for rows that are read as JSON. */
export function toJsonObject(fields: Readonly<Record<string, Column | SQL>>): SQL {
  const pairs = Object.entries(fields).map(
    ([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`,
  )
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}
