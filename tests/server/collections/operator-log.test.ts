/**
 * The operators' log of their collections: the registered ones, and those for tests. Over HTTP on
 * the real PostgreSQL.
 */
import '#tests/support/actors/register-test-collections.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { en, zh } from '#locales/operator/team.ts'
import { collectionTables, registeredCollections } from '#server/features/collections/table.ts'
import {
  addRow,
  createTables,
  createFixture,
  pageOf,
  sampleRow,
  type Fixture,
  type Row,
} from '#tests/support/actors/collection-fixtures.ts'
import { testOperatorCollections } from '#tests/support/actors/test-collections.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await createTables(server.database.db, testTables())
})
afterAll(() => server.close())

const all = Object.values(registeredCollections).filter(
  ({ config }) => config.scope.name === 'operator',
)
/** Registered collections have their tables from the migrations. */
const testTables = () =>
  Object.fromEntries(
    Object.entries(collectionTables).filter(([name]) =>
      Object.hasOwn(testOperatorCollections, name),
    ),
  )

const codeOf = async (f: Fixture, name: string, input: object) => {
  const { success, data } = await f.call(f.writer, name, { ...input })
  return success ? 'done' : (data as { code: string }).code
}
const editOf = (f: Fixture, row: Row, n: number) => ({
  ...sampleRow(f.collection, n),
  id: row.id,
  version: row.version,
})

/** Changes of a row in the operators' log, newest first. */
const logOf = async ({ writer, collection }: Fixture, { id }: Row, reader = writer) => {
  const query = { subject: `${collection.name} ${id}`, pageSize: 100 }
  return (await reader.call(operatorLog.page, query)).data.rows
}

describe.each(all.map((collection) => [collection.name, collection] as const))('%s', (_, of) => {
  const { access, title } = of.config
  const fixture = () => createFixture(server, of)

  test('every change is in the operators’ log, with the values before and after', async () => {
    const f = await fixture()
    const last = async () =>
      (await f.writer.call(operatorLog.page, { subject: `${of.name} ` })).data.rows[0]!
    const values = ({
      before,
      after,
    }: {
      before?: string | null | undefined
      after?: string | null | undefined
    }) => [before, after].map((one) => (one ? (JSON.parse(one) as Row)[title] : null))
    const [first, second] = [sampleRow(of, 1)[title], sampleRow(of, 2)[title]]
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    expect(await last()).toMatchObject({
      action: `${of.name} add`,
      subject: `${of.name} ${row!.id}`,
    })
    expect(values(await last())).toEqual([null, first])
    await f.call(f.writer, 'edit', editOf(f, row!, 2))
    expect(values(await last())).toEqual([first, second])
    await f.call(f.writer, 'remove', { id: row!.id })
    expect(values(await last())).toEqual([second, null])
    await f.call(f.writer, 'import', { rows: [sampleRow(of, 3)] })
    expect(values(await last())).toEqual([null, sampleRow(of, 3)[title]])
    const { total, rows } = (await f.writer.call(operatorLog.page, { subject: `${of.name} ` })).data
    for (const { team } of [zh, en])
      for (const { action } of rows)
        expect(team.log.verbs).toHaveProperty(action.slice(of.name.length + 1))
    await f.call(f.writer, 'edit', { ...editOf(f, row!, 2), version: 99 })
    expect((await f.writer.call(operatorLog.page, { subject: `${of.name} ` })).data.total).toBe(
      total,
    )
  })

  test('of concurrent deletions of a row one succeeds and is logged', async () => {
    const f = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    const input = { ids: [row!.id] }
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(f, 'remove', input)))
    expect(codes.toSorted()).toEqual(['done', 'notFound', 'notFound'])
    const logged = (await logOf(f, row!)).filter((one) => one.action === `${of.name} delete`)
    expect(logged).toHaveLength(1)
  })

  test('the log shows the values of rows only to the roles that may read them', async () => {
    const f = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    await f.call(f.writer, 'edit', editOf(f, row!, 2))
    await f.call(f.writer, 'remove', { id: row!.id })
    const seen = await logOf(f, row!)
    expect(seen).toHaveLength(3)
    expect(seen.map(({ before, after }) => [typeof before, typeof after])).toEqual([
      ['string', 'object'],
      ['string', 'string'],
      ['object', 'string'],
    ])
    const isReader = access.read === 'member' || access.read.includes('support')
    expect(await logOf(f, row!, f.other)).toEqual(
      isReader ? seen : seen.map((entry) => ({ ...entry, before: null, after: null })),
    )
  })

  test('concurrent edits without a version are logged as a chain, each with the values it replaces', async () => {
    const f = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    const samples = [2, 3, 4, 5]
    const replies = await Promise.all(
      samples.map((n) => f.call(f.writer, 'edit', { ...sampleRow(of, n), id: row!.id })),
    )
    expect(replies.map(({ success }) => success)).toEqual(samples.map(() => true))
    const titleOf = (text: string | null | undefined) => (JSON.parse(text!) as Row)[title]
    const edits = (await logOf(f, row!)).filter((one) => one.action === `${of.name} change`)
    const oldestFirst = edits.toReversed()
    const after = oldestFirst.map((one) => titleOf(one.after))
    expect(new Set(after)).toEqual(new Set(samples.map((n) => sampleRow(of, n)[title])))
    expect(oldestFirst.map((one) => titleOf(one.before))).toEqual([
      sampleRow(of, 1)[title],
      ...after.slice(0, -1),
    ])
  })
})
