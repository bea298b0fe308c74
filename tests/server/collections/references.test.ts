/**
 * Guarantees of references between collections: the registered ones, and those for tests. Over HTTP
 * on the real PostgreSQL.
 */
import '#tests/support/actors/register-test-collections.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountGroup, defineCollection, workspace, type Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { orders } from '#contract/orders.ts'
import { reference, titleFieldOf } from '#contract/reference.ts'
import { text } from '#contract/field-constructors.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { en } from '#locales/collections.ts'
import { en as auditWords } from '#locales/audit-collections.ts'
import { en as programWords } from '#locales/program-collections.ts'
import { collectionTables, referencesOf } from '#server/features/collections/table.ts'
import {
  createTables,
  createFixture,
  sampleRow,
  type Fixture,
} from '#tests/support/actors/collection-fixtures.ts'
import { testCollections } from '#tests/support/actors/test-collections.ts'
import {
  startServer,
  type Caller,
  type Reply,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await createTables(server.database.db, testTables())
})
afterAll(() => server.close())

const all = Object.values<Collection>(collections)
/** Registered collections have their tables from the migrations. */
const testTables = () =>
  Object.fromEntries(
    Object.entries(collectionTables).filter(([name]) => Object.hasOwn(testCollections, name)),
  )

type Row = Readonly<Record<string, unknown>> & { id: string; version: number }
type Page = { total: number; rows: Row[] }

const pageOf = async ({ call, writer }: Fixture, query = {}, caller = writer): Promise<Page> =>
  (await call(caller, 'page', query)).data
const addRow = async ({ call, writer, collection }: Fixture, n: number, more = {}) => {
  const reply = await call(writer, 'create', { ...sampleRow(collection, n), ...more })
  if (!reply.success) throw new Error(reply.msg)
}
const editOf = (f: Fixture, row: Row, n: number) => ({
  ...sampleRow(f.collection, n),
  id: row.id,
  version: row.version,
})

const plain = {
  maxRows: 10,
  support: 'shown',
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
} as const
const name = text({ max: 10 })

test('a reference to a list that is no collection, or of another scope, is refused', () => {
  const toOrders = defineCollection('notes', {
    ...plain,
    fields: { name, orderId: reference(orders, { title: 'no' }) },
  })
  expect(() => referencesOf(toOrders)).toThrow(
    'the field "orderId" refers to /orderByMemberGroup/page, which is no registered collection',
  )
  const toContacts = defineCollection('notes', {
    ...plain,
    scope: workspace,
    fields: { name, contactId: reference(contacts, { title: 'title' }) },
  })
  expect(referencesOf(toContacts)).toMatchObject([{ target: { name: 'contacts' } }])
  const { drafts } = testCollections
  const toDrafts = defineCollection('notes', {
    ...plain,
    fields: { name, draftId: reference(drafts.calls, { title: 'subject', search: 'part' }) },
  })
  expect(() => referencesOf(toDrafts)).toThrow('give both collections the same scope')
})

/** Those whose rows users create on both sides; the others have tests of their own. */
const references = all.flatMap((collection) =>
  referencesOf(collection)
    .filter(({ target }) => collection.calls['create'] && target.calls['create'])
    .map((one) => [collection.name, one.field, collection, one.target, one.isDeletedWith] as const),
)
describe.each(references)('%s.%s', (_, field, of, target, isDeletedWith) => {
  const fixture = async () => {
    const f = await createFixture(server, of)
    const scope = target.config.scope.key === undefined ? {} : f.scope
    const onTarget = async (caller: Caller, name: string, input: object) =>
      (await caller.call(target.calls[name]!, { ...scope, ...input })) as Reply<Page>
    return { f, onTarget, id: f.references[field] as string }
  }
  const codesOf = (reply: Reply) => (reply.data as { code: string }).code

  test('a row contains the title of what it refers to, and is filtered by it', async () => {
    const { f, onTarget, id } = await fixture()
    await addRow(f, 1)
    const [named] = (await onTarget(f.writer, 'page', {})).data.rows
    const expected = { [field]: id, [titleFieldOf(field)]: named![target.config.title] }
    expect((await pageOf(f)).rows).toMatchObject([expected])
    const [{ id: own }] = (await pageOf(f)).rows as [Row]
    expect((await f.call(f.writer, 'get', { id: own })).data).toMatchObject(expected)
    if (!of.config.filters.includes(field)) return
    expect((await pageOf(f, { [field]: id })).total).toBe(1)
    expect((await pageOf(f, { [field]: '999999999' })).total).toBe(0)
  })

  test('an unknown row, a deleted one and one of another account are refused alike', async () => {
    const { f, onTarget, id } = await fixture()
    const { f: other, id: foreign } = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    await onTarget(f.writer, 'import', { rows: [sampleRow(target, 2)] })
    const [spare] = (await onTarget(f.writer, 'page', {})).data.rows
    expect(spare!.id).not.toBe(id)
    await onTarget(f.writer, 'remove', { id: spare!.id })
    for (const invalidId of [foreign, spare!.id, '999999999', 'x', '-1']) {
      const replies = [
        await f.call(f.writer, 'create', { ...sampleRow(of, 2), [field]: invalidId }),
        await f.call(f.writer, 'edit', { ...editOf(f, row!, 2), [field]: invalidId }),
      ]
      for (const reply of replies) {
        expect(codesOf(reply), invalidId).toBe('invalid')
        expect(Object.keys((reply.data as { fields: object }).fields)).toEqual([field])
      }
      const rows = [sampleRow(of, 3), { ...sampleRow(of, 4), [field]: invalidId }]
      expect((await f.call(f.writer, 'import', { rows })).data).toMatchObject({
        imported: 0,
        errors: [{ row: 1, field }],
      })
    }
    expect((await pageOf(f)).rows).toEqual([row])
    expect((await pageOf(other)).total).toBe(0)
  })

  test.runIf(isDeletedWith)('a row is deleted with the row that it refers to', async () => {
    const { f, onTarget, id } = await fixture()
    await addRow(f, 1)
    expect((await onTarget(f.writer, 'remove', { ids: [id] })).success).toBe(true)
    expect((await pageOf(f)).total).toBe(0)
  })

  test.skipIf(isDeletedWith)(
    'a referenced row is not deleted before the row that refers to it',
    async () => {
      const { f, onTarget, id } = await fixture()
      await addRow(f, 1)
      const refused = await onTarget(f.writer, 'remove', { ids: [id] })
      expect(codesOf(refused)).toBe('notAllowed')
      expect(refused.msg).toContain({ ...en, ...programWords, ...auditWords }[of.name]!.many)
      expect((await onTarget(f.writer, 'page', {})).data.total).toBe(1)
      await f.call(f.writer, 'remove', { id: (await pageOf(f)).rows[0]!.id })
      expect((await onTarget(f.writer, 'remove', { ids: [id] })).success).toBe(true)
    },
  )

  test.skipIf(isDeletedWith)(
    'of a concurrent deletion and new reference, one is refused',
    async () => {
      const { f, onTarget } = await fixture()
      for (let n = 2; n < 12; n++) {
        await onTarget(f.writer, 'import', { rows: [sampleRow(target, n)] })
        const [{ id }] = (await onTarget(f.writer, 'page', {})).data.rows as [Row]
        const [added, removed] = await Promise.all([
          f.call(f.writer, 'create', { ...sampleRow(of, n), [field]: id }),
          onTarget(f.writer, 'remove', { id }),
        ])
        expect(
          [added.success, removed.success].filter(Boolean),
          added.msg + removed.msg,
        ).toHaveLength(1)
      }
    },
  )

  test('the foreign key contains the tenant', async () => {
    const { f } = await fixture()
    const { id: foreign } = await fixture()
    await addRow(f, 1)
    const table = collectionTables[of.name]!
    const change = server.database.db
      .update(table)
      .set({ [field]: foreign })
      .where(eq(table.ownerId, f.ownerId))
    await expect(change).rejects.toMatchObject({ cause: { code: '23503' } })
  })
})
