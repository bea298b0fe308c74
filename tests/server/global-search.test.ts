/** The global search of a main account finds its own sub-accounts and orders only. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { globalSearch } from '#contract/global-search.ts'
import { users } from '#server/schema.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { addPeople, addPerson } from '#tests/support/actors/people.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>

beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  people = await addPeople(db)
  for (const [account, nickname] of [
    ['anna', null],
    ['zoe', '王芳'],
  ] as const) {
    const { userId } = await addPerson(db, { account: `${account}1`, owner: people.anna })
    await db.update(users).set({ nickname }).where(eq(users.userId, userId))
  }
})
afterAll(() => server.close())

async function foundAccounts(text?: string) {
  const anna = await signedIn(server, people.anna)
  const { data } = await anna.call(globalSearch.find, text === undefined ? {} : { text })
  return data.people.map(({ account }) => account)
}

test('people are found by parts of login name and nickname, in any case, without wildcards', async () => {
  expect(await foundAccounts('ANNA')).toEqual(['anna1', 'annagone', 'AnnaOther', 'annasub'])
  expect(await foundAccounts('芳')).toEqual(['zoe1'])
  expect(await foundAccounts('%')).toEqual([])
})

test('the account of this very login name comes first, others the newest first', async () => {
  expect((await foundAccounts('annasub'))[0]).toBe('annasub')
  expect(await foundAccounts()).toEqual(['zoe1', 'anna1', 'annagone', 'AnnaOther', 'annasub'])
})

test('sub-accounts may not search', async () => {
  const sub = await signedIn(server, people.sub)
  expect((await sub.refused(globalSearch.find, {})).code).toBe('notAllowed')
})

test('orders are found by parts of their number, those of other customers are not', async () => {
  const { server: shop } = await serverWithGateways()
  const addBuyer = async () => {
    const { main } = await addMember(shop.database.db, { groupId: '2', chars: [0] })
    return signedIn(shop, main)
  }
  const [buyer, other] = [await addBuyer(), await addBuyer()]
  const { no } = await placeOrder(buyer)
  await placeOrder(other)
  const search = async (who: typeof buyer, text: string) =>
    (await who.call(globalSearch.find, { text })).data.orders.map((order) => order.no)
  expect(await search(buyer, no.slice(3))).toEqual([no])
  expect(await search(other, no)).toEqual([])
  expect(await search(buyer, 'order')).toEqual([])
})
