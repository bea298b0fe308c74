/** Database roles: the owner migrates; the service role cannot bypass the append-only ledger. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { parseRole } from '#server/platform/config/database-address.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import type { Settings } from '#server/platform/config/settings.ts'

export type DatabaseRole = {
  name: string
  /**
   * Why the role could bypass the append-only ledger, as a completion of “which …”; undefined if it
   * cannot.
   */
  bypass: string | undefined
  /** Whether the role can run migrations. */
  canMigrate: boolean
}

/**
 * Membership in the owner's role counts as ownership, since a member can assume it, and so
 * does the right to create the tables.
 */
export async function readRole(db: Db): Promise<DatabaseRole> {
  const { rows } = await db.execute<{
    name: string
    superuser: boolean
    makes_roles: boolean
    owns_tables: boolean
    owns_schema_or_database: boolean
  }>(
    sql`select r.rolname as name, r.rolsuper as superuser, r.rolcreaterole as makes_roles,
      coalesce((select pg_has_role(t.relowner, 'member') from pg_class t where t.oid = to_regclass('account_log')),
        (select bool_or(has_schema_privilege(s.oid, 'create')) from pg_namespace s where s.nspname = coalesce(current_schema(), 'public')), false) as owns_tables,
      (select pg_has_role(d.datdba, 'member') from pg_database d where d.datname = current_database())
        or coalesce((select bool_or(pg_has_role(s.nspowner, 'member')) from pg_namespace s where s.nspname = coalesce(current_schema(), 'public')), false) as owns_schema_or_database
      from pg_roles r where r.rolname = current_user`,
  )
  const { name, superuser, makes_roles, owns_tables, owns_schema_or_database } = rows[0]!
  const bypass = superuser
    ? 'is a superuser'
    : owns_tables
      ? 'owns the ledger’s tables, or would'
      : owns_schema_or_database
        ? 'owns the database or the schema that the ledger’s tables are in'
        : makes_roles
          ? 'may create roles and grant itself others'
          : undefined
  return { name, bypass, canMigrate: superuser || owns_tables }
}

/** Throws InvalidSettingsError unless the role may make and change the tables. */
export async function requireMigrator(
  db: Db,
  { databaseDirectUrl }: Pick<Settings, 'databaseDirectUrl'>,
): Promise<void> {
  const { name, canMigrate } = await readRole(db)
  if (canMigrate) return
  throw new InvalidSettingsError([
    databaseDirectUrl
      ? `DATABASE_DIRECT_URL signs in as “${name}”, which neither owns the tables nor may make them. Let it name the role that owns them, as deploy/SETTINGS.md says (“The database’s roles”).`
      : `DATABASE_DIRECT_URL is not set, and “${name}”, which DATABASE_URL signs in as, may not make tables. Set DATABASE_DIRECT_URL to the database’s own address with the role that owns them, as deploy/SETTINGS.md says (“The database’s roles”).`,
  ])
}

/**
 * Tables whose rows are evidence: the service role adds and reads rows, and neither deletes nor
 * changes one. `changes`: the columns that it may update, with what they are changed for.
 */
export const appendOnlyTables: Readonly<
  Record<string, { changes?: Readonly<Record<string, string>> }>
> = {
  account_log: {
    changes: {
      consumer_ip: 'blanked by erasure, as the trigger checks',
      manager_name: 'blanked by erasure, as the trigger checks',
      parent_name: 'blanked by erasure, as the trigger checks',
      child_name: 'blanked by erasure, as the trigger checks',
      consume_purpose: 'blanked by erasure, as the trigger checks',
    },
  },
  operator_log: {
    changes: { subject: 'replaced by the number of an erased account, as the trigger checks' },
  },
  order_events: { changes: { at: 'the last of several polls in a row' } },
  order_numbers: { changes: { order_id: 'set once the order of a reserved number is inserted' } },
  payments: {},
  statements: { changes: { use: 'emptied or without names by erasure, as the trigger checks' } },
  rewarded_people: {},
  one_time_tasks: {},
}

/** Tables that the service role only reads. */
const readOnlyTables: ReadonlySet<string> = new Set(['migrations'])

/** Privileges of the service role on a table, as GRANT lists them. */
function privilegesOn(table: string): string {
  if (readOnlyTables.has(table)) return 'select'
  const appendOnly = appendOnlyTables[table]
  if (!appendOnly) return 'select, insert, update, delete'
  const changes = Object.keys(appendOnly.changes ?? {})
  return `select, insert${changes.length > 0 ? `, update (${changes.join()})` : ''}`
}

/**
 * Grants the service role its privileges and revokes all others. Run it as the tables' owner after
 * each migration.
 */
export async function grantServiceRole(db: Db, role: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ schema: string; table: string }>(
      sql`select current_schema() as schema, relname as table from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
    )
    const to = sql.identifier(role)
    const schema = sql.identifier(rows[0]!.schema)
    await tx.execute(sql`grant usage on schema ${schema} to ${to}`)
    await tx.execute(sql`revoke all on all tables in schema ${schema} from ${to}`)
    for (const { table } of rows)
      await tx.execute(
        sql`grant ${sql.raw(privilegesOn(table))} on ${sql.identifier(table)} to ${to}`,
      )
    await tx.execute(sql`grant usage, select on all sequences in schema ${schema} to ${to}`)
    await tx.execute(sql`grant execute on all functions in schema ${schema} to ${to}`)
  })
}

/**
 * Grants the role of DATABASE_URL its privileges, if DATABASE_DIRECT_URL signs in as another one,
 * which owns the tables. Returns the role; undefined if nothing was granted.
 */
export async function grantConfiguredRole(
  db: Db,
  { databaseUrl, databaseDirectUrl }: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>,
): Promise<string | undefined> {
  const serviceRole = databaseDirectUrl && databaseUrl ? parseRole(databaseUrl) : undefined
  if (serviceRole === undefined || serviceRole === (await readRole(db)).name) return undefined
  await grantServiceRole(db, serviceRole)
  return serviceRole
}
