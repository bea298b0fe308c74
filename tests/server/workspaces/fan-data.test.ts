/** Fan data (spec 6.5): contact statistics of sub-accounts' spaces, for the main account only. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { type Person } from '#tests/support/actors/people.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let main: Person
let sub: Person
let foreign: Person
beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  await ensureCatalogue(db)
  const group = await addAccountGroup(server, { quota: [{}, {}] })
  main = group.main
  sub = group.subs[0]!
  foreign = (await addAccountGroup(server)).main
})
afterAll(() => server.close())

test('contacts of a sub-account are counted in total, by stage, by space and for this month', async () => {
  const by = await signedIn(server, sub)
  const open = async (name: string) => (await by.call(spaces.create, { name })).data.id
  const [first, second] = [await open('First'), await open('Second')]
  await by.call(contacts.create, { spaceId: first, title: 'A', step: 'won' })
  await by.call(contacts.create, { spaceId: first, title: 'B', step: 'lead' })
  server.passTime(40 * 24 * 3_600_000)
  const later = await signedIn(server, sub)
  await later.call(contacts.create, { spaceId: second, title: 'C', step: 'lead' })
  const owner = await signedIn(server, main)
  const ownSpace = (await owner.call(spaces.create, { name: 'Not the sub-account’s' })).data.id
  await owner.call(contacts.create, { spaceId: ownSpace, title: 'D', step: 'lost' })
  const { data } = await owner.call(subAccounts.fans, { userId: sub.userId })
  expect(data).toMatchObject({ total: 3, newThisMonth: 1 })
  expect(data.byStep.toSorted((a, b) => a.count - b.count)).toEqual([
    { step: 'won', count: 1 },
    { step: 'lead', count: 2 },
  ])
  expect(data.spaces.map(({ name, contactCount }) => [name, contactCount])).toEqual([
    ['First', 2],
    ['Second', 1],
  ])
  const page = await owner.call(contacts.page, { spaceId: data.spaces[0]!.id })
  expect(page.data.rows.map(({ title }) => title)).toEqual(['B', 'A'])
})

test('a sub-account may not read fan data, another main account finds no such user', async () => {
  expect(
    await (await signedIn(server, sub)).refused(subAccounts.fans, { userId: sub.userId }),
  ).toMatchObject({ code: 'notAllowed' })
  const stranger = await signedIn(server, foreign)
  expect(await stranger.refused(subAccounts.fans, { userId: sub.userId })).toMatchObject({
    code: 'notFound',
  })
  expect(
    await (await signedIn(server, main)).refused(subAccounts.fans, { userId: main.userId }),
  ).toMatchObject({ code: 'notFound' })
})
