/** Bytes on disk per row of a table, indexes included. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** One line per table, over all of its partitions. */
export async function rowSizes(db: Db, tables: readonly string[]): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  for (const table of tables) {
    const { rows } = await db.execute<{ count: string; bytes: string }>(sql`
      select (select count(*) from ${sql.identifier(table)}) as count,
        coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${table})),
          pg_total_relation_size(${table}::text::regclass)) as bytes`)
    const [count, bytes] = [Number(rows[0]?.count), Number(rows[0]?.bytes)]
    lines.push({
      what: `${table}: a row and its indexes, of ${count.toLocaleString('en')} rows`,
      value: `${Math.round(bytes / count)} bytes`,
    })
  }
  return lines
}
