/**
 * Guarantees of every collection: the registered ones, which need no test of their own, and some
 * for tests. Over HTTP on the real PostgreSQL.
 */
import '#tests/support/actors/register-test-collections.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Collection } from '#contract/collection.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { spaces } from '#contract/workspace.ts'
import { en } from '#locales/collections.ts'
import { en as auditWords } from '#locales/audit-collections.ts'
import { en as programWords } from '#locales/program-collections.ts'
import {
  collectionCounts,
  collectionTables,
  columnsOf,
  ownCounterOf,
  registeredCollections,
} from '#server/features/collections/table.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  addRow,
  createTables,
  createFixture,
  pageOf,
  sampleRow,
  type Fixture,
  type Page,
  type Row,
} from '#tests/support/actors/collection-fixtures.ts'
import { testCollections } from '#tests/support/actors/test-collections.ts'
import { password } from '#tests/support/actors/people.ts'
import { startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await createTables(server.database.db, testTables())
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())

/** Those without `create` have rows of their own making, and tests of their own. */
const all = Object.values(registeredCollections).filter(({ calls }) => calls['create'])
/** Registered collections have their tables from the migrations. */
const testTables = () =>
  Object.fromEntries(
    Object.entries(collectionTables).filter(([name]) => Object.hasOwn(testCollections, name)),
  )

const codeOf = async (f: Fixture, caller: Caller, name: string, input = {}) => {
  const { success, data } = await f.call(caller, name, input)
  return success ? 'done' : (data as { code: string }).code
}
const editOf = (f: Fixture, row: Row, n: number) => ({
  ...sampleRow(f.collection, n),
  id: row.id,
  version: row.version,
})

/** Values of a row added as sample `first` and edited to sample `n`. */
const editedRow = (of: Collection, first: number, n: number) => {
  const kept = Object.entries(sampleRow(of, first)).filter(([key]) => of.config.fixed.includes(key))
  return { ...sampleRow(of, n), ...Object.fromEntries(kept) }
}

describe.each(all.map((collection) => [collection.name, collection] as const))('%s', (_, of) => {
  const { unique, title, scope, access, maxRows } = of.config
  const words = { ...en, ...programWords, ...auditWords }[of.name]!
  const fixture = () => createFixture(server, of)

  test('is listed newest first, read, edited and deleted', async () => {
    const f = await fixture()
    await addRow(f, 1)
    await addRow(f, 2)
    const { total, rows } = await pageOf(f)
    expect(total).toBe(2)
    expect(rows.map((row) => row[title])).toEqual([
      sampleRow(of, 2)[title],
      sampleRow(of, 1)[title],
    ])
    expect(rows[0]).toMatchObject({ ...sampleRow(of, 2), version: 1 })
    expect((await f.call(f.writer, 'get', { id: rows[0]!.id })).data).toEqual(rows[0])
    expect(await codeOf(f, f.writer, 'edit', editOf(f, rows[0]!, 3))).toBe('done')
    const changed = (await f.call(f.writer, 'get', { id: rows[0]!.id })).data as Row
    expect(changed).toMatchObject({ ...editedRow(of, 2, 3), version: 2 })
    // An edit of the former version changes nothing.
    expect(await codeOf(f, f.writer, 'edit', editOf(f, rows[0]!, 4))).toBe('changedElsewhere')
    expect((await f.call(f.writer, 'get', { id: rows[0]!.id })).data).toEqual(changed)
    expect(await codeOf(f, f.writer, 'remove', { id: rows[0]!.id })).toBe('done')
    expect(await codeOf(f, f.writer, 'get', { id: rows[0]!.id })).toBe('notFound')
    expect((await pageOf(f)).total).toBe(1)
  })

  test('another account group reaches no row', async () => {
    const f = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    const seen = await f.call(f.stranger, 'page')
    expect(scope.key ? seen.success : (seen.data as Page).total).toBe(scope.key ? false : 0)
    if (scope.key) expect(await codeOf(f, f.stranger, 'create', sampleRow(of, 2))).toBe('notFound')
    expect(await codeOf(f, f.stranger, 'get', { id: row!.id })).toBe('notFound')
    expect(await codeOf(f, f.stranger, 'edit', editOf(f, row!, 2))).toBe('notFound')
    expect(await codeOf(f, f.stranger, 'remove', { ids: [row!.id] })).toBe('notFound')
    expect((await pageOf(f)).rows).toEqual([row])
  })

  test('a sub-account reads and writes only what its role and scope allow', async () => {
    const f = await fixture()
    await addRow(f, 1)
    const [row] = (await pageOf(f)).rows
    const mayRead = access.read === 'member' && scope.name === 'accountGroup'
    const seen = await f.call(f.other, 'page')
    expect(seen.success ? (seen.data as Page).total : 0).toBe(mayRead ? 1 : 0)
    const mayWrite = access.edit === 'member'
    const foreignRowCode = mayWrite ? 'notFound' : 'notAllowed'
    const expected = mayRead && mayWrite ? 'done' : foreignRowCode
    expect(await codeOf(f, f.other, 'edit', editOf(f, row!, 2))).toBe(expected)
    expect(await codeOf(f, f.other, 'remove', { id: row!.id })).toBe(expected)
    expect((await pageOf(f)).total).toBe(expected === 'done' ? 0 : 1)
    if (mayWrite) return
    expect(await codeOf(f, f.other, 'create', sampleRow(of, 3))).toBe('notAllowed')
    expect(await codeOf(f, f.other, 'import', { rows: [sampleRow(of, 3)] })).toBe('notAllowed')
  })

  test('owner, id, version and time of creation cannot be sent', async () => {
    const f = await fixture()
    const forged = {
      ownerId: '1',
      userId: '1',
      owner_id: '1',
      createdAt: '2020-01-01',
      createDateTime: '2020-01-01 00:00:00',
    }
    await addRow(f, 1, { ...forged, version: 9 })
    const [row] = (await pageOf(f)).rows
    expect(row).toMatchObject({ version: 1 })
    expect(String(row!['createDateTime'])).not.toMatch(/^2020/)
    await f.call(f.writer, 'edit', { ...editOf(f, row!, 2), ...forged })
    const { rows, total } = await pageOf(f)
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({ id: row!.id, createDateTime: row!['createDateTime'] })
    const imported = { rows: [{ ...sampleRow(of, 3), ...forged, id: '5', version: 9 }] }
    expect((await f.call(f.writer, 'import', imported)).data).toMatchObject({ imported: 1 })
    expect((await pageOf(f)).rows[0]).toMatchObject({ version: 1 })
    const owners = await server.database.db
      .select({ ownerId: collectionTables[of.name]!.ownerId })
      .from(collectionTables[of.name]!)
      .where(eq(collectionTables[of.name]!.ownerId, '1'))
    expect(owners).toEqual([])
  })

  test('the limit of rows is exact under concurrent calls', async () => {
    const f = await fixture()
    await addRow(f, 1)
    await setCount(f, maxRows - 2)
    const replies = await Promise.all(
      [2, 3, 4, 5, 6, 7].map((n) => f.call(f.writer, 'create', sampleRow(of, n))),
    )
    expect(replies.filter(({ success }) => success)).toHaveLength(2)
    expect(replies.find(({ success }) => !success)!.msg).toContain(
      `at most ${new Intl.NumberFormat('en').format(maxRows)} ${words.many}`,
    )
    expect((await pageOf(f, {})).rows).toHaveLength(3)
    const more = { rows: [sampleRow(of, 8)] }
    expect(await codeOf(f, f.writer, 'import', more)).toBe('notAllowed')
  })

  test('a call that is sent twice with one idempotency key takes effect once', async () => {
    const f = await fixture()
    const send = (name: string, input: object) =>
      f.writer.call(
        of.calls[name]!,
        { ...f.scope, ...input },
        {
          'idempotency-key': `${of.name}-${name}`,
        },
      )
    for (const again of [1, 2]) {
      expect(
        (await send('create', { ...f.references, ...sampleRow(of, 1) })).success,
        `${again}`,
      ).toBe(true)
      const rows = [2, 3].map((n) => ({ ...f.references, ...sampleRow(of, n) }))
      expect((await send('import', { rows })).data).toEqual({ imported: 2, errors: [] })
    }
    expect((await pageOf(f)).total).toBe(3)
  })

  test.runIf(unique.length > 0)('a unique combination exists once in a scope', async () => {
    const [other, f] = [await fixture(), await fixture()]
    const replies = await Promise.all(
      [1, 2, 3].map(() => f.call(f.writer, 'create', sampleRow(of, 1))),
    )
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    const refusal = replies.find(({ success }) => !success)!
    expect((refusal.data as { code: string }).code).toBe('alreadyExists')
    for (const key of unique[0]!)
      expect(refusal.msg.toLowerCase()).toContain(words.fields[key]!.toLowerCase())
    await addRow(other, 1)
    await addRow(f, 2)
    const [second] = (await pageOf(f)).rows
    const taken = { ...editOf(f, second!, 1), version: 1 }
    expect(await codeOf(f, f.writer, 'edit', taken)).toBe('alreadyExists')
  })

  test('an import adds all rows or none, and names the errors of each', async () => {
    const f = await fixture()
    const validRow = sampleRow(of, 1)
    const invalidRow = { ...sampleRow(of, 2), [title]: '' }
    const long = { ...sampleRow(of, 3), [title]: 'x'.repeat(5_000) }
    const refused = await f.call(f.writer, 'import', { rows: [validRow, invalidRow, long] })
    expect(refused.data).toMatchObject({
      imported: 0,
      errors: [
        { row: 1, field: title },
        { row: 2, field: title },
      ],
    })
    const [{ message }] = (refused.data as { errors: { message: string }[] }).errors as [
      { message: string },
    ]
    expect(message).toContain(words.fields[title])
    const validated = await f.call(f.writer, 'import', { rows: [validRow], validateOnly: true })
    expect(validated.data).toEqual({ imported: 0, errors: [] })
    expect((await pageOf(f)).total).toBe(0)
    expect((await f.call(f.writer, 'import', { rows: [validRow] })).data).toMatchObject({
      imported: 1,
    })
    expect((await pageOf(f)).rows[0]).toMatchObject(validRow)
    if (unique.length === 0) return
    const twice = await f.call(f.writer, 'import', {
      rows: [sampleRow(of, 5), validRow, sampleRow(of, 5)],
    })
    expect(twice.data).toMatchObject({ imported: 0, errors: [{ row: 1 }, { row: 2, sameAs: 0 }] })
  })

  test('the cancellation of the account erases all rows', async () => {
    const f = await fixture()
    for (const n of [1, 2]) await addRow(f, n)
    await f.call(f.writer, 'remove', { id: (await pageOf(f)).rows[0]!.id })
    expect(await rowsLeft(f)).toBeGreaterThan(0)
    const reply = await f.writer.call(users.cancel, { userPassword: password })
    expect(reply.success).toBe(true)
    expect(await rowsLeft(f)).toBe(0)
  })

  test.runIf(scope.name === 'own' || scope.key !== undefined)(
    'rows are deleted with the user or the space',
    async () => {
      const f = await fixture()
      if (scope.key === 'spaceId') {
        await addRow(f, 1)
        await f.writer.call(spaces.remove, { id: f.scope['spaceId'] as string })
      } else {
        await f.call(f.other, 'create', sampleRow(of, 1))
        expect(await rowsLeft(f)).toBe(1)
        await f.writer.call(subAccounts.remove, { childrenIds: [f.other.signer!.userId] })
      }
      expect(await rowsLeft(f)).toBe(0)
    },
  )

  const isCountOf = ({ ownerId }: Fixture) =>
    and(eq(collectionCounts.ownerId, ownerId), eq(collectionCounts.collection, of.name))

  async function setCount(f: Fixture, rows: number): Promise<void> {
    const { db } = server.database
    const own = ownCounterOf(of)
    await (own
      ? db
          .update(own.table)
          .set({ [own.rows]: rows })
          .where(eq(own.table.ownerId, f.ownerId))
      : db.update(collectionCounts).set({ rows }).where(isCountOf(f)))
  }

  async function rowsLeft(f: Fixture): Promise<number> {
    const { db } = server.database
    const table = collectionTables[of.name]!
    const stored = await db.$count(table, eq(columnsOf(table)['ownerId']!, f.ownerId))
    const counted = await db.$count(collectionCounts, isCountOf(f))
    return stored + (stored === 0 ? counted : 0)
  }
})
