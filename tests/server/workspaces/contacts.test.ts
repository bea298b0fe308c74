/** Contacts of a space, through the API. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contactLimits, spaces } from '#contract/workspace.ts'
import { transaction } from '#server/platform/db/db.ts'
import { spaces as spaceRows } from '#server/schema.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import {
  contacts,
  createContact,
  share,
  createSpace,
  titlesIn,
} from '#tests/support/actors/workspaces.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)
const berta = await signedIn(server, people.berta)
let space: string
beforeEach(async () => {
  space = await createSpace(anna, 'Customers')
})

const fullContact = {
  title: 'Maria Souza',
  cellphone: '+55 11 5550-0143',
  company: 'Casa Souza',
  step: 'quoted',
  country: 'BR',
  tags: ['VIP', '老客户'],
  fromApp: 'WhatsApp',
} as const
const search = async (query: object) =>
  (await anna.call(contacts.page, { spaceId: space, ...query })).data
const contactCount = async () =>
  (await anna.call(spaces.list, {})).data.find(({ id }) => String(id) === space)!.contactCount

test('a search lists the newest contact first, also when its id has more digits', async () => {
  await server.database.db.execute(sql`select setval('contact_ids', 99998)`)
  for (const title of ['Olga old', 'Olga new'])
    await anna.call(contacts.create, { spaceId: space, title })
  const { rows } = await search({ title: 'Olga' })
  expect(rows.map(({ id, title }) => [id, title])).toEqual([
    ['100000', 'Olga new'],
    ['99999', 'Olga old'],
  ])
  expect((await search({ title: 'Olga', pageSize: 1 })).rows[0]?.title).toBe('Olga new')
})

test('a contact is stored as entered and listed first, also with few fields filled in', async () => {
  await anna.call(contacts.create, { spaceId: space, ...fullContact, tags: [...fullContact.tags] })
  expect(
    (await anna.call(contacts.create, { spaceId: space, title: ' Only a name ' })).success,
  ).toBe(true)
  const { total, rows } = await search({})
  expect(total).toBe(2)
  expect(rows[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    spaceId: space,
    title: 'Only a name',
    cellphone: null,
    company: null,
    step: 'lead',
    country: null,
    tags: null,
    fromApp: null,
    createDateTime: expect.stringMatching(/^\d{4}-/),
    version: 1,
  })
  expect(rows[1]).toMatchObject(fullContact)
  expect((await anna.call(contacts.get, { id: rows[1]!.id })).data).toEqual(rows[1])
  expect(await contactCount()).toBe(2)
})

test('a creation repeated with its idempotency key makes one space or contact', async () => {
  const twice = async (make: (key: Record<string, string>) => Promise<{ text: string }>) => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect((await make(key)).text).toBe((await make(key)).text)
  }
  await twice((key) => anna.call(spaces.create, { name: 'Asked for again' }, key))
  await twice((key) =>
    anna.call(contacts.create, { spaceId: space, title: 'Asked for again' }, key),
  )
  expect(
    (await anna.call(spaces.list, {})).data.filter(({ name }) => name === 'Asked for again'),
  ).toHaveLength(1)
  expect(await titlesIn(anna, space)).toEqual(['Asked for again'])
})

test.each([
  [{ title: '' }, 'title'],
  [{ title: 'x'.repeat(contactLimits.title + 1) }, 'title'],
  [{ cellphone: 'x'.repeat(contactLimits.cellphone + 1) }, 'cellphone'],
  [{ country: 'Brazil' }, 'country'],
  [{ step: 'dreaming' }, 'step'],
  [{ tags: ['x'.repeat(contactLimits.tag + 1)] }, 'tags.0'],
  [{ tags: Array.from({ length: contactLimits.tags + 1 }, (_, at) => `t${at}`) }, 'tags'],
])('%o is refused at its field', async (invalidField, field) => {
  const { code, fields } = await anna.refused(contacts.create, {
    spaceId: space,
    title: 'Fine',
    ...invalidField,
  } as never)
  expect(code).toBe('invalid')
  expect(Object.keys(fields!)).toEqual([field])
  expect(await contactCount()).toBe(0)
})

test('a search finds any part regardless of case, without wildcards', async () => {
  for (const title of ['Ana Lima', 'LIMA & Sons', '李丽娜', '100% Cotton'])
    await anna.call(contacts.create, { spaceId: space, title, cellphone: `${title}@example.com` })
  await anna.call(contacts.create, { spaceId: space, title: 'Lima won', step: 'won' })
  const titles = async (query: object) => (await search(query)).rows.map(({ title }) => title)
  expect(await titles({ title: 'lima' })).toEqual(['Lima won', 'LIMA & Sons', 'Ana Lima'])
  expect(await titles({ title: '丽' })).toEqual(['李丽娜'])
  expect(await titles({ title: '%' })).toEqual(['100% Cotton'])
  expect(await titles({ title: '_' })).toEqual([])
  expect(await titles({ cellphone: 'SONS@' })).toEqual(['LIMA & Sons'])
  expect(await titles({ title: 'lima', step: 'won' })).toEqual(['Lima won'])
  expect(await titles({ title: 'lima', cellphone: 'ana' })).toEqual(['Ana Lima'])
})

test('pages list every contact once, with and without a search', async () => {
  for (let n = 1; n <= 23; n++)
    await anna.call(contacts.create, { spaceId: space, title: `Contact ${n}` })
  for (const query of [{}, { title: 'contact' }]) {
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => search({ ...query, pageNum })))
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 3, 0])
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23])
    const titles = pages.flatMap(({ rows }) => rows.map(({ title }) => title))
    expect(titles).toEqual(Array.from({ length: 23 }, (_, at) => `Contact ${23 - at}`))
  }
})

test('an edit sets the given fields and clears the others; a stale version is refused', async () => {
  const id = await createContact(anna, space, 'Before')
  const more = { spaceId: '1', ownerId: '1', id2: 'x', contacts: 9 }
  expect(
    (
      await anna.call(contacts.edit, {
        id,
        ...fullContact,
        tags: ['a', 'a', 'b'],
        version: 1,
        ...more,
      })
    ).success,
  ).toBe(true)
  expect((await anna.call(contacts.get, { id })).data).toMatchObject({
    ...fullContact,
    spaceId: space,
    tags: ['a', 'b'],
    version: 2,
  })
  for (const version of [1, -1, Number.MAX_SAFE_INTEGER])
    expect(
      await anna.refused(contacts.edit, { id, title: 'Stale', step: 'won', version }),
    ).toMatchObject({ code: 'changedElsewhere' })
  expect((await anna.call(contacts.edit, { id, title: 'After', step: 'lost' })).success).toBe(true)
  expect((await anna.call(contacts.get, { id })).data).toMatchObject({
    title: 'After',
    company: null,
    tags: null,
    version: 3,
  })
})

test('the number of contacts in a space is limited', async () => {
  const holding = (many: number) =>
    server.database.db.update(spaceRows).set({ contacts: many }).where(eq(spaceRows.id, space))
  const add = () => anna.call(contacts.create, { spaceId: space, title: 'The last' })
  await holding(contactLimits.inSpace - 1)
  expect((await add()).success).toBe(true)
  expect((await add()).msg).toBe('A space can have at most 100,000 contacts.')
  expect(await contactCount()).toBe(contactLimits.inSpace)
})

test('a bulk deletion deletes own contacts that still exist, and no others', async () => {
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map((title) => createContact(anna, space, title)),
  )
  const foreign = await createContact(berta, await createSpace(berta, 'Of Berta'), 'Foreign')
  await anna.call(contacts.remove, { id: ids[0]! })
  expect((await anna.call(contacts.remove, { ids: [ids[0]!, ids[1]!, foreign] })).success).toBe(
    true,
  )
  expect(await titlesIn(anna, space)).toEqual(['Three'])
  expect(await contactCount()).toBe(1)
  expect((await berta.call(contacts.get, { id: foreign })).success).toBe(true)
  expect(await anna.refused(contacts.remove, { ids: [ids[0]!, foreign] })).toMatchObject({
    code: 'notFound',
  })
  expect(await anna.refused(contacts.remove, {})).toMatchObject({ code: 'invalid' })
})

test('contacts of several spaces are deleted in one call', async () => {
  const shared = await createSpace(berta, 'Shared')
  await share(berta, shared, 'anna', anna)
  const ids = [await createContact(anna, space, 'Mine'), await createContact(anna, shared, 'Ours')]
  expect((await anna.call(contacts.remove, { ids })).success).toBe(true)
  expect([await titlesIn(anna, space), await titlesIn(berta, shared)]).toEqual([[], []])
})

test('10,000 contacts are imported in one call, and refused beyond the limit', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    title: `Contact ${n}`,
    cellphone: `+86 138 ${n}`,
    tags: ['fair'],
  }))
  const importInto = (given: { title: string }[]) =>
    anna.call(contacts.import, { spaceId: space, rows: given })
  const refused = await importInto([{ title: 'Fine' }, { title: ' ' }])
  expect(refused.data).toEqual({
    imported: 0,
    errors: [{ row: 1, field: 'title', message: expect.stringMatching(/^Name /) }],
  })
  expect((await importInto(rows)).data).toEqual({ imported: 10_000, errors: [] })
  expect(await contactCount()).toBe(10_000)
  expect((await search({ pageNum: 1_000 })).rows.at(-1)).toMatchObject({
    title: 'Contact 0',
    step: 'lead',
    tags: ['fair'],
  })
  await server.database.db
    .update(spaceRows)
    .set({ contacts: contactLimits.inSpace - 9_999 })
    .where(eq(spaceRows.id, space))
  expect((await importInto(rows)).msg).toBe('A space can have at most 100,000 contacts.')
  expect(await contactCount()).toBe(contactLimits.inSpace - 9_999)
})

test('a list is sorted by name and filtered by the time of creation', async () => {
  for (const title of ['Berta', 'Anna', 'Carl'])
    await anna.call(contacts.create, { spaceId: space, title })
  const titles = async (query: object) => (await search(query)).rows.map(({ title }) => title)
  expect(await titles({ sortBy: 'title' })).toEqual(['Anna', 'Berta', 'Carl'])
  expect(await titles({ sortBy: 'title', sortOrder: 'desc' })).toEqual(['Carl', 'Berta', 'Anna'])
  expect(await titles({ createDateTimeEnd: '2020-01-01 00:00:00' })).toEqual([])
  expect(await titles({ createDateTimeBegin: '2020-01-01 00:00:00' })).toHaveLength(3)
})

test('writes by a server of the previous version keep rows and count consistent', async () => {
  const { db } = server.database
  const { ownerId } = people.anna
  const addAsBefore = (title: string) =>
    transaction(db, async (tx) => {
      const isSpace = sql`owner_id = ${ownerId} and id = ${space}`
      await tx.execute(sql`select contacts from spaces where ${isSpace} for update`)
      await tx.execute(sql`insert into contacts (owner_id, space_id, title, step, created_at)
        values (${ownerId}, ${space}, ${title}, 'lead', now())`)
      await tx.execute(sql`update spaces set contacts = contacts + 1 where ${isSpace}`)
    })
  const rows = (from: number) => [0, 1, 2].map((n) => ({ title: `Imported ${from + n}` }))
  const gone = await createContact(anna, space, 'Gone')
  await Promise.all([
    addAsBefore('Before 1'),
    anna.call(contacts.import, { spaceId: space, rows: rows(1) }),
    addAsBefore('Before 2'),
    anna.call(contacts.remove, { id: gone }),
    anna.call(contacts.create, { spaceId: space, title: 'Now' }),
    anna.call(contacts.import, { spaceId: space, rows: rows(4) }),
  ])
  const { total, rows: listed } = await search({})
  expect([total, listed.length, await contactCount()]).toEqual([9, 9, 9])
  const { rows: stored } = await db.execute(sql`select from contacts where space_id = ${space}`)
  expect(stored).toHaveLength(9)
})
