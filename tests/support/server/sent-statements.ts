/** Vitest setup file: every statement that the server sends must fit a database split by owner. */
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgDatabase, PgTable } from 'drizzle-orm/pg-core'
import { is } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import {
  loadParser,
  refusedAcrossOwners,
  tablesWithoutOwner,
  type TenantTables,
} from '#tests/support/server/owner-check.ts'

/** Tables that a cluster splits by owner, with their columns. */
async function tenantTables(): Promise<TenantTables> {
  // Imported late, since some tests replace the registry of collections.
  const [{ placements }, schema, { generatedTables }] = await Promise.all([
    import('#server/placement.ts'),
    import('#server/schema.ts'),
    import('#server/features/collections/table.ts'),
  ])
  const splitPlacements = placements.filter(
    (placement) => placement.kind === 'split' && placement.column === 'owner_id',
  )
  const names = new Set(splitPlacements.map(({ table }) => table))
  return new Map(
    [...Object.values(schema), ...Object.values(generatedTables)]
      .filter((table) => is(table, PgTable))
      .map((table) => getTableConfig(table))
      .filter(({ name }) => names.has(name))
      .map(({ name, columns }) => [name, columns.map((column) => toSnakeCase(column.name))]),
  )
}

/** The comment by which `acrossOwners` marks a statement. */
const acrossOwnersComment = /\/\* across owners: [^*]+ \*\//

/**
 * Error messages of statements that a database split by owner refuses or sends to every machine.
 */
export async function ownerFaults(texts: readonly string[]): Promise<string[]> {
  await loadParser()
  const tenants = await tenantTables()
  return texts
    .filter((text) => /^\s*(select|with|insert|update|delete|\()/i.test(text))
    .flatMap((text) =>
      acrossOwnersComment.test(text) ? refusals(text, tenants) : missingOwners(text, tenants),
    )
}

function missingOwners(text: string, tenants: TenantTables): string[] {
  const tables = tablesWithoutOwner(text, tenants)
  return tables.length === 0
    ? []
    : [
        `This statement does not restrict ${tables.join(', ')} to one owner, so a database split by owner would query every machine. Compare owner_id of each of these tables with a parameter, or with owner_id of a table so compared; if it is meant for several owners, mark it with acrossOwners('why').\n${text}`,
      ]
}

function refusals(text: string, tenants: TenantTables): string[] {
  const reasons = refusedAcrossOwners(text, tenants)
  return reasons.length === 0
    ? []
    : [
        `A database that is split by owner refuses this statement of several owners: ${reasons.join('; ')}. Join by owner_id, make the subquery independent of the row around it, or look up the owners first and then ask for one after the other.\n${text}`,
      ]
}

type Recorder = { seen: Set<string>; unchecked: Set<string> }
const key = Symbol.for('statements that the server sent')
const global_ = globalThis as unknown as Record<symbol, Recorder | undefined>

/** One recorder for all test files of a worker, which share the hooked packages. */
const recorder: Recorder = (global_[key] ??= hookInto({ seen: new Set(), unchecked: new Set() }))

function hookInto(newRecorder: Recorder): Recorder {
  const record = (text: string) => {
    if (newRecorder.seen.has(text)) return
    newRecorder.seen.add(text)
    newRecorder.unchecked.add(text)
  }
  hookQueryBuilder(record)
  hookDriver(record)
  return newRecorder
}

/** Records statements built by the server's modules, not those by the tests themselves. */
function hookQueryBuilder(record: (text: string) => void): void {
  const methods = ['select', 'selectDistinct', 'selectDistinctOn', 'insert', 'update', 'delete']
  for (const method of [...methods, 'execute', 'with']) {
    const original = Reflect.get(PgDatabase.prototype, method) as (...args: unknown[]) => unknown
    const recording = function (this: { session: object }, ...args: unknown[]) {
      return original.apply(isCalledByServer() ? recordingDb(this, record) : this, args)
    }
    Reflect.set(PgDatabase.prototype, method, recording)
  }
}

function recordingDb(db: { session: object }, record: (text: string) => void): object {
  const { session } = db
  const prepareQuery = Reflect.get(session, 'prepareQuery') as (
    query: { sql: string },
    ...rest: unknown[]
  ) => unknown
  const value: typeof prepareQuery = (query, ...rest) => {
    record(query.sql)
    return prepareQuery.call(session, query, ...rest)
  }
  return Object.create(db, {
    session: { value: Object.create(session, { prepareQuery: { value } }) as object },
  }) as object
}

/** True if the innermost frame outside of packages and of this file is the server's. */
function isCalledByServer(): boolean {
  const { stackTraceLimit } = Error
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.stackTraceLimit = 6
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? '')
  const files = new Error().stack as unknown as string[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const caller = files.find((file) => !/node_modules|sent-statements\.ts|^node:/.test(file))
  // Migrations concern all owners.
  return caller?.includes('/src/server/') === true && !caller.endsWith('/db/migrate.ts')
}

/** Prepared statements, all of which are the server's, bypass the query builder. */
function hookDriver(record: (text: string) => void): void {
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  const recording = function (this: Client, ...args: unknown[]) {
    const config = args[0] as { text?: unknown; types?: unknown } | string
    // The query builder sets `types`.
    if (typeof config === 'object' && typeof config.text === 'string' && !config.types)
      record(config.text)
    return query.apply(this, args)
  }
  Reflect.set(Client.prototype, 'query', recording)
}

/** The server's statements so far, in all test files of this worker. */
export const sentStatements = (): ReadonlySet<string> => recorder.seen

afterAll(async () => {
  const texts = [...recorder.unchecked]
  recorder.unchecked.clear()
  const faults = texts.length === 0 ? [] : await ownerFaults(texts)
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
})
