/** Searches for rows that contain a text, by an index of parts of texts (`text_grams`). */
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { gramsOf } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import {
  toCappedTotal,
  maxCountedRows,
  toOffset,
  type PageQuery,
  type Total,
} from '#server/platform/db/page.ts'

/** Length of the longest parts in the index. */
const maxGram = 3

/**
 * Condition that finds rows that may contain the text by the index; undefined if the text is
 * shorter than the shortest parts.
 */
export function mayContain(
  columns: readonly (Column | SQL)[],
  text: string,
  minGram = 1,
): SQL | undefined {
  const length = Math.min(maxGram, Array.from(text.toLowerCase()).length)
  if (length < minGram) return undefined
  return sql`${gramsOf(columns, minGram)} @> text_grams('', array[${text}::text], ${length}::int)`
}

/**
 * Ignores case. Unlike `ilike`, the planner treats it as a condition of unknown selectivity;
 * faster.
 */
export const hasPart = (column: Column | SQL, text: string): SQL =>
  sql`strpos(lower(${column}), lower(${text}::text)) > 0`

type Search = {
  table: PgTable
  /** Columns of the primary key. */
  keys: readonly Column[]
  order: readonly { expression: Column | SQL; descending: boolean }[]
  hit: SQL
  /** Conditions that use an index, of which each hit meets one; undefined if there are none. */
  candidates: readonly SQL[] | undefined
}

export type FoundKeys = Total & { keys: string[][] }

/** Number of first rows of the list that show whether hits are common. */
const sampledRows = 1_000
/** Share of the sampled rows from which on hits are common. */
const commonHitShare = 1 / 4
/** Number of first rows of the list in which common hits are counted. */
const searchedRows = 50_000

/**
 * Keys of one page of hits, in order, with their total. Common hits are found by reading rows in
 * the order of the list, rare hits by the index and then sorted.
 */
export async function searchKeys(db: Db, search: Search, query: PageQuery): Promise<FoundKeys> {
  const { table, keys, order, hit, candidates } = search
  const limit = sql`limit ${query.pageSize} offset ${toOffset(query)}`
  /** Aliases: `k0`, `k1` … of the keys, `s0`, `s1` … of the sort columns. */
  const toAlias = (index: number, prefix: 'k' | 's') => sql.raw(`${prefix}${index}`)
  const keyColumns = sql.join(
    keys.map((key, index) => sql`${key} as ${toAlias(index, 'k')}`),
    sql`, `,
  )
  const sortColumns = sql.join(
    order.map(({ expression }, index) => sql`${expression} as ${toAlias(index, 's')}`),
    sql`, `,
  )
  const createOrderBy = (columnAt: (index: number) => SQL) =>
    sql.join(
      order.map(
        ({ descending }, index) => sql`${columnAt(index)} ${sql.raw(descending ? 'desc' : 'asc')}`,
      ),
      sql`, `,
    )
  const inOrder = createOrderBy((index) => sql`${order[index]!.expression}`)
  const keyArray = sql`array[${sql.join(
    keys.map((_, index) => sql`${toAlias(index, 'k')}::text`),
    sql`, `,
  )}]`
  const selectFirstRows = (rowLimit: number) =>
    sql`(select ${keyColumns}, ${hit} as hit from ${table} order by ${inOrder} limit ${rowLimit}) as first_rows`

  const { rows: sampled } = await db.execute<{ read: number; hits: number }>(
    sql`select count(*)::int as read, count(*) filter (where hit)::int as hits
      from ${selectFirstRows(sampledRows)}`,
  )
  const { read, hits } = sampled[0]!
  if (read < sampledRows || hits > read * commonHitShare) {
    const { rows } = await db.execute<Found>(
      sql`with hits as materialized (select * from ${selectFirstRows(searchedRows)} where hit limit ${maxCountedRows + 1})
        select (select count(*)::int from hits) as count,
          (select json_agg(${keyArray}) from (select * from hits ${limit}) as page) as keys`,
    )
    const { count, keys: found } = rows[0]!
    const isBeyond = toOffset(query) + query.pageSize > maxCountedRows
    if (read < sampledRows || (count > maxCountedRows && !isBeyond))
      return { ...toCappedTotal(count), keys: found ?? [] }
  }
  // A condition in an “or” would be computed again for each row.
  const candidateHits = sql.join(
    (candidates ?? [sql`true`]).map(
      (condition) => sql`(select ${keyColumns}, ${sortColumns} from ${table}
        where ${condition} and ${hit} limit ${maxCountedRows + 1})`,
    ),
    sql` union `,
  )
  const { rows } = await db.execute<Found>(
    sql`with hits as materialized (${candidateHits}),
      counted as (select count(*)::int as count from hits)
      select count, case when count <= ${maxCountedRows} then (select json_agg(${keyArray})
        from (select * from hits order by ${createOrderBy((index) => toAlias(index, 's'))} ${limit}) as page)
        end as keys from counted`,
  )
  const { count, keys: sorted } = rows[0]!
  if (count <= maxCountedRows) return { total: count, keys: sorted ?? [] }
  const [candidate, ...others] = candidates ?? []
  const filter = hits === 0 && candidate && others.length === 0 ? sql`${candidate} and ${hit}` : hit
  const { rows: page } = await db.execute<{ key: string[] }>(
    sql`select ${keyArray} as key from (select ${keyColumns} from ${table}
      where ${filter} order by ${inOrder} ${limit}) as page`,
  )
  return { ...toCappedTotal(count), keys: page.map(({ key }) => key) }
}

type Found = { count: number; keys: string[][] | null }
