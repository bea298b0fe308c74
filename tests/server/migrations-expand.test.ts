/**
 * Migrations run while the previous version still serves, so they may only expand the schema. A
 * migration that contracts names the version that it waits for.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrate, type Migration } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { transaction } from '#server/platform/db/db.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'

/** Such as `-- contract: after 1.2.0`, the last version that uses what is removed. */
const contractionMark = /^-- contract: after (\d+)\.(\d+)\.(\d+)$/m

type Catalog = {
  columns: Map<string, { table: string; type: string; isRequired: boolean; hasDefault: boolean }>
  /** Unique indexes, check constraints and foreign keys, as PostgreSQL prints them. */
  rules: Map<string, string>
}

async function catalogOf(db: Db): Promise<Catalog> {
  const columns = await db.execute<{
    table: string
    column: string
    type: string
    required: boolean
    filled: boolean
  }>(sql`select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.atthasdef or a.attidentity <> '' as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`)
  const rules = await db.execute<{ table: string; rule: string }>(
    sql`select c.relname as table, pg_get_constraintdef(r.oid) as rule
      from pg_constraint r join pg_class c on c.oid = r.conrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('c', 'f', 'x')
    union select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON')
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique`,
  )
  return {
    columns: new Map(
      columns.rows.map(({ table, column, type, required, filled }) => [
        `${table}.${column}`,
        { table, type, isRequired: required, hasDefault: filled },
      ]),
    ),
    rules: new Map(rules.rows.map(({ table, rule }) => [`${table}: ${rule}`, table])),
  }
}

/** Changes that break the statements of a program that knows only the schema `before`. */
function incompatibilities(before: Catalog, after: Catalog): string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  const changed = [...before.columns].flatMap(([name, oldColumn]) => {
    const newColumn = after.columns.get(name)
    if (!newColumn) return [`${name} is gone`]
    if (newColumn.type !== oldColumn.type)
      return [`${name} was ${oldColumn.type} and is ${newColumn.type}`]
    if (newColumn.isRequired && !oldColumn.isRequired) return [`${name} no longer takes null`]
    return oldColumn.hasDefault && !newColumn.hasDefault ? [`${name} has lost its default`] : []
  })
  const added = [...after.columns].flatMap(([name, { table, isRequired, hasDefault }]) =>
    !before.columns.has(name) && tables.has(table) && isRequired && !hasDefault
      ? [`${name} is new and required`]
      : [],
  )
  const stricter = [...after.rules].flatMap(([rule, table]) =>
    tables.has(table) && !before.rules.has(rule) ? [`a new rule on ${rule}`] : [],
  )
  return [...changed, ...added, ...stricter]
}

/** Incompatibilities of each migration after the first, by name. */
async function incompatibilitiesOf(
  migrations: readonly Migration[],
): Promise<Record<string, string[]>> {
  const { db, close } = openDb(await freshUrl(), { connections: 1 })
  const found: Record<string, string[]> = {}
  await migrate(db, migrations.slice(0, 1))
  for (let at = 1; at < migrations.length; at++) {
    const before = await catalogOf(db)
    await migrate(db, migrations.slice(0, at + 1))
    found[migrations[at]!.name] = incompatibilities(before, await catalogOf(db))
  }
  await close()
  return found
}

test('each new migration is compatible with the previous version, or names the version it waits for', async () => {
  const all = migrationsOnDisk().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const found = await incompatibilitiesOf(all)
  for (const { name, sql: text } of all.slice(1)) {
    const awaitedVersion = contractionMark.exec(text)
    if (!awaitedVersion) expect(found[name], name).toEqual([])
    else
      expect(compareVersions(version, awaitedVersion.slice(1).join('.')), name).toBeGreaterThan(0)
  }
})

test('changes that break the previous version are found', async () => {
  const changes = {
    'create table fresh (n bigint not null unique); alter table notices add column extra text': [],
    'alter table notices add column extra bigint not null default 0': [],
    'create index more on notices (at)': [],
    'alter table contacts drop column step': ['contacts.step is gone'],
    'alter table contacts rename column step to stage': [
      'contacts.step is gone',
      'contacts.stage is new and required',
    ],
    'alter table contacts alter column title type varchar(20)': [
      'contacts.title was text and is character varying(20)',
    ],
    'alter table contacts alter column company set not null': [
      'contacts.company no longer takes null',
    ],
    'alter table contacts add column extra text not null': ['contacts.extra is new and required'],
    'create unique index one_title on contacts (title)': [
      'a new rule on contacts: CREATE UNIQUE INDEX ON public.contacts USING btree (title)',
    ],
    "alter table contacts add constraint named check (title <> '')": [
      "a new rule on contacts: CHECK ((title <> ''::text))",
    ],
  }
  const { db, close } = openDb(await freshUrl(), { connections: 1 })
  await migrate(db, migrationsOnDisk())
  const before = await catalogOf(db)
  for (const [change, expected] of Object.entries(changes)) {
    let found: string[] = []
    await expect(
      transaction(db, async (tx) => {
        await tx.execute(sql.raw(change))
        found = incompatibilities(before, await catalogOf(tx))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(found, change).toEqual(expected)
  }
  await close()
})

const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const at = left!.findIndex((part, index) => part !== right![index])
  return at < 0 ? 0 : left![at]! - right![at]!
}
