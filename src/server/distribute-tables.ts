/** Splits the tables over the machines of a Citus cluster, as `placement.ts` says. */
import { sql } from 'drizzle-orm'
import { placements, type Placement } from '#server/placement.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'

/** What is missing before tables can be distributed, in a sentence. */
export class NotDistributable extends Error {
  override name = 'NotDistributable'
}

/** Places tables that a migration has added to a split database; returns their names. */
export async function placeNewTables(db: Db): Promise<string[]> {
  const { rows: catalog } = await db.execute<{ hasCitus: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as "hasCitus"`,
  )
  if (!catalog[0]!.hasCitus) return []
  const { rows } = await db.execute(
    sql`select from pg_dist_partition where logicalrelid = to_regclass('users')`,
  )
  return rows.length === 0 ? [] : distributeAtOnce(db)
}

/**
 * In a transaction without timeouts. `record` runs in it with the names of the placed tables, which are
 * returned.
 */
export const distributeAtOnce = (
  db: Db,
  record: (tx: Db, tables: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> =>
  transaction(
    db,
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local lock_timeout = 0`)
      const tables = await distributeTables(tx, placements)
      await record(tx, tables)
      return tables
    },
    { isLong: true },
  )

export const describePlacement = (placement: Placement): string =>
  placement.kind === 'split' ? `split by ${placement.column}` : placement.kind

/**
 * Places the tables that are not placed yet, with their rows, and returns their names. Throws
 * NotDistributable if the database or a table is not ready for it. Requires a transaction.
 */
export async function distributeTables(
  tx: Db,
  placements: readonly Placement[],
): Promise<string[]> {
  await refuseWithoutCluster(tx)
  const missing = await findMissingPlacements(tx, placements)
  await configureCluster(tx)
  if (missing.length === 0) return []
  await tx.execute(sql`set local client_min_messages = 'warning'`)
  // A foreign key can only be created once both tables are placed.
  const foreignKeys = await listForeignKeys(tx, missing)
  for (const { table, name } of foreignKeys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`,
    )
  for (const placement of missing) await placeTable(tx, placement)
  for (const { table, name, definition } of foreignKeys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    )
  return missing.map(({ table }) => table)
}

async function refuseWithoutCluster(tx: Db): Promise<void> {
  const installed = await tx.execute(sql`select from pg_extension where extname = 'citus'`)
  if (installed.rows.length === 0)
    throw new NotDistributable(
      'Citus is not installed in this database. Run “create extension citus” in it on each machine, as deploy/README.md describes.',
    )
  const { rows } = await tx.execute<{ workers: number; is_coordinator: boolean }>(
    sql`select (select count(*)::int from citus_get_active_worker_nodes()) as workers,
      citus_is_coordinator() and exists (select from pg_dist_node where groupid = 0) as is_coordinator`,
  )
  const { workers = 0, is_coordinator = false } = rows[0] ?? {}
  if (!is_coordinator)
    throw new NotDistributable(
      'This database is no coordinator. Connect to the coordinator, and run “select citus_set_coordinator_host(…)” there.',
    )
  if (workers === 0)
    throw new NotDistributable(
      'The coordinator has no workers. Run “select citus_add_node(…)” there for each.',
    )
}

/**
 * With `users` first, because the other owners' tables are placed next to it. Throws NotDistributable
 * for a table that is unknown, missing or placed otherwise.
 */
async function findMissingPlacements(
  tx: Db,
  placements: readonly Placement[],
): Promise<Placement[]> {
  const { rows } = await tx.execute<{ table: string; kind: string; column: string | null }>(
    sql`select c.relname as table, coalesce(t.citus_table_type, 'local') as kind, t.distribution_column as column
      from pg_class c left join citus_tables t on t.table_name = c.oid::regclass
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  const placed = new Map(rows.map((row) => [row.table, row]))
  const unknown = rows.filter(
    ({ table }) => !placements.some((placement) => placement.table === table),
  )
  if (unknown.length > 0)
    throw new NotDistributable(
      `No placement is known of ${unknown.map(({ table }) => table).join(', ')}: state it in src/server/placement.ts, or drop what this program does not use.`,
    )
  const usersFirst = placements.toSorted(
    (a, b) => Number(b.table === 'users') - Number(a.table === 'users'),
  )
  return usersFirst.filter((placement) => {
    const { table, kind } = placement
    const current = placed.get(table)
    if (!current)
      throw new NotDistributable(`The table ${table} is missing: run npm run migrate first.`)
    if (current.kind === 'local') return kind !== 'local'
    const isAsPlanned =
      kind === 'split'
        ? current.kind === 'distributed' && current.column === placement.column
        : current.kind === kind
    if (!isAsPlanned)
      throw new NotDistributable(
        `${table} is placed otherwise (${current.kind}${current.kind === 'distributed' ? ` by ${current.column}` : ''}) than it should be (${describePlacement(placement)}): run “select undistribute_table('${table}', cascade_via_foreign_keys => true)” and repeat the command.`,
      )
    return false
  })
}

/**
 * Settings of the database, for all sessions. Triggers may run on distributed tables, because they
 * only touch the row that fires them. Changes of several shards run sequentially: after parallel
 * changes, a transaction may refuse later statements or block itself.
 */
async function configureCluster(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`select current_database() as name`)
  const settings = ["enable_unsafe_triggers = 'on'", "multi_shard_modify_mode = 'sequential'"]
  for (const setting of settings.map((text) => sql.raw(`citus.${text}`))) {
    await tx.execute(sql`set local ${setting}`)
    await tx.execute(sql`alter database ${sql.identifier(rows[0]!.name)} set ${setting}`)
  }
}

type ForeignKey = { table: string; name: string; definition: string }

/** Of these tables, and of others that refer to them. */
async function listForeignKeys(tx: Db, toPlace: readonly Placement[]): Promise<ForeignKey[]> {
  const names = sql.param(toPlace.map(({ table }) => table))
  const { rows } = await tx.execute<ForeignKey>(
    sql`select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
        and (c.relname = any(${names}::text[]) or t.relname = any(${names}::text[]))
      order by 1, 2`,
  )
  return rows
}

/** Copies the rows to the shards and removes those left on the coordinator. */
async function placeTable(tx: Db, placement: Placement): Promise<void> {
  const { table, kind } = placement
  if (kind === 'reference') await tx.execute(sql`select create_reference_table(${table})`)
  if (kind === 'split') {
    const colocatedWith = placement.column === 'owner_id' && table !== 'users' ? 'users' : 'none'
    await tx.execute(
      sql`select create_distributed_table(${table}, ${placement.column}, colocate_with => ${colocatedWith})`,
    )
  }
  await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`)
  await tx.execute(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`)
  await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`)
}
