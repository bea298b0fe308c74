/** Saved views: each user has their own, and limits hold under concurrency. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listViews, savedViewLimits } from '#contract/saved-views.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { listViews as rows } from '#server/schema.ts'
import { addPeople, addPerson } from '#tests/support/actors/people.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'

const server = await startServer()
const people = await addPeople(server.database.db)
const anna = await signedIn(server, people.anna)
const sub = await signedIn(server, people.sub)
const berta = await signedIn(server, people.berta)
afterAll(() => server.close())
beforeEach(() => server.database.db.delete(rows))

const page = 'orders'
const create = (caller: Caller, name: string, overrides: object = {}) =>
  caller.call(listViews.create, { page, name, query: 'payStatus=W', ...overrides })
const createView = async (caller: Caller, name: string, overrides: object = {}) => {
  const { success, msg, data } = await create(caller, name, overrides)
  if (!success) throw new Error(msg)
  return data
}
const namesOf = async (caller: Caller) =>
  (await caller.call(listViews.list, { page })).data.map(({ name }) => name)

test('a view is stored, renamed, replaced and deleted', async () => {
  const view = await createView(anna, ' Open ones ')
  expect(view).toMatchObject({ page, name: 'Open ones', query: 'payStatus=W', isDefault: 0 })
  const { data } = await anna.call(listViews.edit, {
    id: view.id,
    name: 'Paid ones',
    query: 'payStatus=P&pageSize=50',
    version: view.version,
  })
  expect(data).toEqual({
    ...view,
    name: 'Paid ones',
    query: 'payStatus=P&pageSize=50',
    version: view.version + 1,
  })
  expect((await anna.call(listViews.list, { page })).data).toEqual([data])
  expect((await anna.call(listViews.list, { page: 'contacts' })).data).toEqual([])
  await anna.call(listViews.remove, { id: view.id })
  expect(await namesOf(anna)).toEqual([])
  expect((await anna.refused(listViews.remove, { id: view.id })).code).toBe('notFound')
})

test('views are private to each user, also within an account group', async () => {
  const { id } = await createView(anna, 'Mine')
  for (const caller of [sub, berta]) {
    expect((await caller.call(listViews.list, {})).data).toEqual([])
    const edit = { id, name: 'Taken over', query: '' }
    expect((await caller.refused(listViews.edit, edit)).code).toBe('notFound')
    expect((await caller.refused(listViews.setDefault, { id, isDefault: 1 })).code).toBe('notFound')
    expect((await caller.refused(listViews.remove, { id })).code).toBe('notFound')
    await createView(caller, 'Mine')
  }
  expect((await anna.call(listViews.list, {})).data).toMatchObject([
    { id, name: 'Mine', version: 1 },
  ])
})

test('a view name is unique per page, regardless of case and Unicode form', async () => {
  const first = await createView(anna, 'Café')
  for (const name of ['café', 'CAFÉ', ' Cafe\u0301 '])
    expect(await anna.refused(listViews.create, { page, name })).toMatchObject({
      code: 'nameTaken',
      fields: { name: expect.stringContaining('taken') },
    })
  const secondView = await createView(anna, 'Tea')
  expect(
    (await anna.refused(listViews.edit, { id: secondView.id, name: 'CAFÉ', query: '' })).code,
  ).toBe('nameTaken')
  expect((await anna.call(listViews.edit, { id: first.id, name: 'CAFÉ', query: '' })).success).toBe(
    true,
  )
  await createView(anna, 'Café', { page: 'contacts' })
})

test.each([
  '待支付 · 本月',
  '👩‍👩‍👧 family',
  `"';--<b>`,
  '%_\\',
  'x'.repeat(savedViewLimits.name),
  'مرحبا',
])('the view name %s is stored unchanged', async (name) => {
  await createView(anna, name)
  expect(await namesOf(anna)).toEqual([name])
})

test.each([
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(savedViewLimits.name + 1) },
  { name: 'two\nlines' },
  { name: 'nul\0' },
  { name: 'ok', page: '' },
  { name: 'ok', page: '../orders' },
  { name: 'ok', page: 'x'.repeat(savedViewLimits.page + 1) },
  { name: 'ok', query: 'x'.repeat(savedViewLimits.query + 1) },
])('a view with %o is refused with a message', async (input) => {
  const { code, fields } = await anna.refused(listViews.create, { page, ...input })
  expect(code).toBe('invalid')
  expect(Object.values(fields ?? {})[0]).toMatch(/\w/)
})

test('at most one view per page is the default', async () => {
  const [firstView, secondView] = [await createView(anna, 'One'), await createView(anna, 'Other')]
  const otherPageView = await createView(anna, 'Elsewhere', { page: 'contacts' })
  const defaults = async () =>
    (await anna.call(listViews.list, {})).data
      .filter(({ isDefault }) => isDefault === 1)
      .map(({ name }) => name)
  for (const { id } of [firstView, otherPageView, secondView])
    await anna.call(listViews.setDefault, { id, isDefault: 1 })
  expect(await defaults()).toEqual(['Elsewhere', 'Other'])
  await anna.call(listViews.setDefault, { id: firstView.id, isDefault: 0 })
  expect(await defaults()).toEqual(['Elsewhere', 'Other'])
  await anna.call(listViews.setDefault, { id: secondView.id, isDefault: 0 })
  expect(await defaults()).toEqual(['Elsewhere'])
})

test('the limit per page holds when thirty views are created at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, at) => create(anna, `View ${at}`)),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(savedViewLimits.onPage)
  expect(await namesOf(anna)).toHaveLength(savedViewLimits.onPage)
  const { code, msg } = await anna.refused(listViews.create, { page, name: 'One more' })
  expect([code, msg]).toEqual(['notAllowed', expect.stringContaining('20')])
  await createView(anna, 'On another page', { page: 'contacts' })
  await createView(sub, 'Of another user')
})

test('ten concurrent creations make one view, and ten changes of the default leave one', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => create(anna, 'Twin')))
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
  const views = [await createView(anna, 'A'), await createView(anna, 'B')]
  const changes = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      anna.call(listViews.setDefault, { id: views[at % 2]!.id, isDefault: 1 }),
    ),
  )
  expect(changes.filter(({ success }) => !success)).toEqual([])
  const { data } = await anna.call(listViews.list, { page })
  expect(data.filter(({ isDefault }) => isDefault === 1)).toHaveLength(1)
})

test('a creation repeated with its idempotency key makes one view and returns the same response', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const input = { page, name: 'Sent twice' }
  const first = await anna.call(listViews.create, input, key)
  expect((await anna.call(listViews.create, input, key)).text).toBe(first.text)
  expect(await namesOf(anna)).toEqual(['Sent twice'])
})

test('a change with a stale version is refused, one without a version wins', async () => {
  const { id, version } = await createView(anna, 'Versioned')
  await anna.call(listViews.edit, { id, name: 'Second', query: 'a=1', version })
  const stale = { id, name: 'Third', query: 'a=2', version }
  expect((await anna.refused(listViews.edit, stale)).code).toBe('changedElsewhere')
  await anna.call(listViews.edit, { id, name: 'Third', query: 'a=2' })
  expect((await anna.call(listViews.list, { page })).data[0]).toMatchObject({
    name: 'Third',
    query: 'a=2',
    version: version + 2,
  })
})

test('a deleted sub-account leaves no view', async () => {
  const deletedSub = await addPerson(server.database.db, { account: 'viewer', owner: people.anna })
  await createView(await signedIn(server, deletedSub), 'Personal')
  await createView(anna, 'Stays')
  await anna.call(subAccounts.remove, { userId: deletedSub.userId })
  expect((await server.database.db.select().from(rows)).map(({ name }) => name)).toEqual(['Stays'])
})
