/** Tables of collections, sample rows, and users who may and may not reach them. */
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { sql } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { unwrapSchema } from '#contract/query.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'
import type { Db } from '#server/platform/db/open.ts'
import { spaces } from '#contract/workspace.ts'
import { placeNewTables } from '#server/distribute-tables.ts'
import { referencesOf } from '#server/features/collections/table.ts'
import { addPerson } from '#tests/support/actors/people.ts'
import { signedIn, type Caller, type Reply, type TestServer } from '#tests/support/server/server.ts'

/** Creates the tables with the SQL that a migration would contain, and places them as it does. */
export async function createTables(db: Db, tables: Readonly<Record<string, unknown>>) {
  const before = generateDrizzleJson({})
  const after = generateDrizzleJson(tables, before.id, ['public'], 'snake_case')
  for (const statement of await generateMigration(before, after))
    await db.execute(sql.raw(statement))
  await placeNewTables(db)
}

type Input = Readonly<Record<string, unknown>>

const samples: Readonly<Record<string, (n: number, key: string) => unknown>> = {
  text: (n, key) => `${key} ${n}`,
  longText: (n, key) => `${key}\n${n}`,
  flag: (n) => n % 2,
  cents: (n) => n * 100,
  count: (n) => n,
  quota: (n) => n,
  time: (n) => `2026-01-02 03:04:${String(n % 60).padStart(2, '0')}`,
  date: (n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
  language: (n) => (n % 2 ? 'en' : 'zh'),
  country: (n) => (n % 2 ? 'CN' : 'DE'),
  email: (n) => `person${n}@example.com`,
  tags: (n) => [`tag${n % 3}`],
}

/** Valid fields of a row without its references; different for each `n`. */
export function sampleRow({ config }: Collection, n: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config.fields).flatMap(([key, schema]) => {
      const fieldType = fieldTypeRegistry.get(unwrapSchema(schema))!
      if (fieldType.kind === 'reference') return []
      if (fieldType.kind === 'code') return [[key, fieldType.values[n % fieldType.values.length]]]
      if (fieldType.kind === 'codes')
        return [[key, [fieldType.values[n % fieldType.values.length]]]]
      const sample = samples[fieldType.kind]
      if (!sample) throw new Error(`Add a sample value for the kind “${fieldType.kind}” of ${key}.`)
      return [[key, sample(n, key)]]
    }),
  )
}

export type Fixture = {
  collection: Collection
  /** Owner of the rows: the main account. */
  ownerId: string
  /** May read and write. */
  writer: Caller
  /** Selects the scope of the writer. */
  scope: Input
  /** Rows of the writer that new rows refer to, by field. */
  references: Input
  /** A main account that must not access the rows. */
  stranger: Caller
  /** A sub-account of the writer's account group. */
  other: Caller
  /** Calls an endpoint of the collection by name, within the scope. */
  call: (caller: Caller, name: string, input?: Input) => Promise<Reply<never>>
}

let fixtureCount = 0

type People = Pick<Fixture, 'ownerId' | 'writer' | 'stranger' | 'other'>

async function signInPeople(server: TestServer, tag: string): Promise<People> {
  const { db } = server.database
  const owner = await addPerson(db, { account: `${tag}@example.com`, username: tag })
  const sub = await addPerson(db, { account: `${tag}sub`, owner })
  return {
    ownerId: owner.ownerId,
    writer: await signedIn(server, owner),
    stranger: await signInStranger(server, tag),
    other: await signedIn(server, sub),
  }
}

const signInStranger = async (server: TestServer, tag: string): Promise<Caller> => {
  const username = `${tag}other`
  const stranger = { account: `${username}@example.com`, username }
  return signedIn(server, await addPerson(server.database.db, stranger))
}

/** Signs in people around a scope of its own, and an unrelated account group. */
export async function createFixture(server: TestServer, collection: Collection): Promise<Fixture> {
  const tag = `c${++fixtureCount}`
  const { ownerId, writer, stranger, other } = await signInPeople(server, tag)
  const key = collection.config.scope.key
  const scope: Input =
    key === undefined ? {} : { [key]: (await writer.call(spaces.create, { name: tag })).data.id }
  const scoped = new Set(['page', 'create', 'import'])
  const references: Record<string, unknown> = {}
  for (const { field, target } of referencesOf(collection)) {
    const within = target.config.scope.key === undefined ? {} : scope
    const rows = [sampleRow(target, 1)]
    await writer.call(target.calls['import']!, { ...within, rows })
    const { data } = await writer.call(target.calls['page']!, within)
    references[field] = (data as { rows: { id: string }[] }).rows[0]!.id
  }
  const complete = (name: string, input: Input): Input => {
    if (name === 'create' || name === 'edit') return { ...references, ...input }
    if (name !== 'import' || !Array.isArray(input['rows'])) return input
    return { ...input, rows: input['rows'].map((row: Input) => ({ ...references, ...row })) }
  }
  return {
    references,
    collection,
    ownerId,
    writer,
    scope,
    stranger,
    other,
    call: (caller, name, input = {}) =>
      caller.call(collection.calls[name] as Endpoint, {
        ...(scoped.has(name) ? scope : {}),
        ...complete(name, input),
      }) as Promise<Reply<never>>,
  }
}

export type Row = Readonly<Record<string, unknown>> & { id: string; version: number }
export type Page = { total: number; isTotalCapped?: boolean; rows: Row[] }

export const pageOf = async (
  { call, writer }: Fixture,
  query: Input = {},
  caller = writer,
): Promise<Page> => (await call(caller, 'page', query)).data

export async function addRow(
  { call, writer, collection }: Fixture,
  n: number,
  overrides: Input = {},
): Promise<void> {
  const reply = await call(writer, 'create', { ...sampleRow(collection, n), ...overrides })
  if (!reply.success) throw new Error(reply.msg)
}
