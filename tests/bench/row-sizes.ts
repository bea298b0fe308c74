/** What a row of a table needs on disk, with its indexes. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** One line per table, over all of its partitions. */
export async function rowSizes(db: Db, tables: readonly string[]): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  for (const table of tables) {
    const { rows } = await db.execute<{ many: string; bytes: string }>(sql`
      select (select count(*) from ${sql.identifier(table)}) as many,
        coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${table})),
          pg_total_relation_size(${table}::text::regclass)) as bytes`)
    const [many, bytes] = [Number(rows[0]?.many), Number(rows[0]?.bytes)]
    lines.push({
      what: `${table}: a row and its indexes, of ${many.toLocaleString('en')} rows`,
      value: `${Math.round(bytes / many)} bytes`,
    })
  }
  return lines
}
