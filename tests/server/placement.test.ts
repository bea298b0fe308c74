/** The schema allows the placement of tables on a cluster that splits the database by owner. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { placements, type Placement } from '#server/placement.ts'
import { ops } from '#tests/support/server/ops.ts'
import { freshDb, freshUrl } from '#tests/support/server/postgres.ts'

type Tables = Map<string, { requires: string[]; uniqueKeys: string[][]; refersTo: Reference[] }>
/** A foreign key: pairs of its own column and the referenced one. */
type Reference = { to: string; columns: [string, string][] }

let tables: Tables
beforeAll(async () => {
  const { db, close } = await freshDb()
  tables = await tablesOf(db)
  await close()
})

test('each table can be distributed by its placement', () => {
  expect(obstacles(tables, placements)).toEqual([])
})

test('a table without a placement is reported with the remedy', () => {
  const others = placements.filter(({ table }) => table !== 'notices')
  expect(obstacles(tables, others)).toEqual([
    'notices has no placement: add it to the rules in src/server/placement.ts',
  ])
})

test('a placement without its table is reported', () => {
  expect(obstacles(tables, [...placements, { table: 'gone', kind: 'local' }])).toEqual([
    'gone has a placement in src/server/placement.ts, but does not exist: remove that',
  ])
})

test('a key without the split column is reported with the remedy', () => {
  const split: Placement[] = [
    ...placements.filter(({ table }) => table !== 'refunds' && table !== 'spaces'),
    { table: 'refunds', kind: 'split', column: 'owner_id' },
    { table: 'spaces', kind: 'split', column: 'id' },
  ]
  expect(obstacles(tables, split).toSorted()).toEqual([
    'contacts refers to spaces, but not by owner_id of both: add them to the foreign key, or make spaces a reference table',
    'refunds has the unique key (gateway, refund_no) without owner_id: add it to the key, or place the table otherwise',
    'refunds has the unique key (id) without owner_id: add it to the key, or place the table otherwise',
    'refunds is split by owner_id, which may be null: make it required',
  ])
})

test('a foreign key to a local table is reported with the remedy', () => {
  const local: Placement[] = [
    ...placements.filter(({ table }) => table !== 'users' && table !== 'orders'),
    { table: 'users', kind: 'local' },
    { table: 'orders', kind: 'reference' },
  ]
  expect(obstacles(tables, local)).toEqual([
    'balances refers to users, which is local: make users a reference table, or drop the foreign key',
    'sub_account_budgets refers to users, which is local: make users a reference table, or drop the foreign key',
  ])
})

test('a database without Citus is not distributed, and the message names the remedy', async () => {
  const url = await freshUrl()
  const { db, close } = openDb(url)
  await migrate(db, migrationsOnDisk())
  await close()
  const { code, stderr } = await ops({ DATABASE_URL: url }, 'database', 'distribute')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Citus is not installed in this database\. Run “create extension citus”/)
})

async function tablesOf(db: Db): Promise<Tables> {
  const names = (of: string, keys: string) =>
    sql.raw(
      `array(select a.attname::text from unnest(${keys}) with ordinality as k(n, i) join pg_attribute a on a.attrelid = ${of} and a.attnum = k.n order by k.i)`,
    )
  const { rows } = await db.execute<{
    table: string
    requires: string[]
    unique_keys: string[][]
    refers_to: { to: string; own: string[]; others: string[] }[]
  }>(
    sql`select c.relname as table,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnotnull and attnum > 0) as requires,
      (select coalesce(jsonb_agg(to_jsonb(${names('c.oid', 'i.indkey::int2[]')})), '[]') from pg_index i
        where i.indrelid = c.oid and i.indisunique) as unique_keys,
      (select coalesce(jsonb_agg(jsonb_build_object('to', t.relname,
        'own', ${names('c.oid', 'k.conkey')}, 'others', ${names('t.oid', 'k.confkey')})), '[]')
        from pg_constraint k join pg_class t on t.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f') as refers_to
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`,
  )
  return new Map(
    rows.map((row) => [
      row.table,
      {
        requires: row.requires,
        uniqueKeys: row.unique_keys,
        refersTo: row.refers_to.map(({ to, own, others }) => ({
          to,
          columns: own.map((column, at): [string, string] => [column, others[at]!]),
        })),
      },
    ]),
  )
}

/** Messages of what prevents the placements, each with its remedy. */
function obstacles(found: Tables, wantedPlacements: readonly Placement[]): string[] {
  const placed = new Map(wantedPlacements.map((placement) => [placement.table, placement]))
  const missingTables = wantedPlacements
    .filter(({ table }) => !found.has(table))
    .map(
      ({ table }) =>
        `${table} has a placement in src/server/placement.ts, but does not exist: remove that`,
    )
  return [...found].reduce((all, [table, { requires, uniqueKeys, refersTo }]) => {
    const placement = placed.get(table)
    if (!placement)
      return [...all, `${table} has no placement: add it to the rules in src/server/placement.ts`]
    const references = refersTo.flatMap((reference) =>
      referenceObstacles(placement, placed.get(reference.to), reference),
    )
    if (placement.kind !== 'split') return [...all, ...references]
    const { column } = placement
    return [
      ...all,
      ...(requires.includes(column)
        ? []
        : [`${table} is split by ${column}, which may be null: make it required`]),
      ...uniqueKeys
        .filter((key) => !key.includes(column))
        .map(
          (key) =>
            `${table} has the unique key (${key.join(', ')}) without ${column}: add it to the key, or place the table otherwise`,
        ),
      ...references,
    ]
  }, missingTables)
}

function referenceObstacles(
  from: Placement,
  to: Placement | undefined,
  { to: name, columns }: Reference,
): string[] {
  if (!to || to.kind === 'reference' || (to.kind === 'local' && from.kind === 'local')) return []
  if (to.kind === 'local')
    return [
      `${from.table} refers to ${name}, which is local: make ${name} a reference table, or drop the foreign key`,
    ]
  const column = from.kind === 'split' ? from.column : to.column
  const isTogether =
    from.kind === 'split' &&
    to.column === column &&
    columns.some(([own, other]) => own === column && other === column)
  if (isTogether) return []
  return [
    `${from.table} refers to ${name}, but not by ${column} of both: add them to the foreign key, or make ${name} a reference table`,
  ]
}
