/** Sorting the order list: every order once, for any page size. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { orders as calls } from '#contract/orders.ts'
import { orders } from '#server/schema.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

type Query = InputOf<typeof calls.page>
type Order = typeof orders.$inferInsert & { seq: number; createdAt: Date }

/** Orders with repeated amounts, three per second. */
const sampleOrders = (ownerId: string): Order[] =>
  Array.from({ length: 47 }, (_, index) => {
    const isPaid = index % 4 === 0
    const createdAt = new Date(Date.UTC(2026, 5, 1, 0, 0, Math.floor(index / 3)))
    return {
      ownerId,
      no: `${ownerId}S${index}`,
      seq: index + 1,
      payChannel: index % 2 ? 'WC_NATIVE' : 'ALI_NATIVE',
      payStatus: isPaid ? 'P' : 'C',
      memberGroupId: '2',
      groupName: '标准版',
      groupEnName: 'Standard',
      channelId: '1',
      billingMode: 'char',
      salesNum: 1,
      num: 1_000,
      amountCents: [900, 100, 2_500, 100, 900][index % 5]!,
      createdAt,
      paidAt: isPaid ? createdAt : null,
    }
  })

let server: TestServer
let anna: Caller
let annasOrders: Order[]
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  annasOrders = sampleOrders(people.anna.ownerId)
  await server.database.db
    .insert(orders)
    .values([...annasOrders, ...sampleOrders(people.berta.ownerId)])
  anna = await signedIn(server, people.anna)
})
afterAll(() => server.close())

async function allPages(query: Query): Promise<string[]> {
  const numbers: string[] = []
  for (let pageNum = 1; ; pageNum++) {
    const { total, rows } = (await anna.call(calls.page, { ...query, pageNum })).data
    if (rows.length === 0) {
      expect(numbers).toHaveLength(total)
      return numbers
    }
    numbers.push(...rows.map(({ no }) => no))
  }
}

const newestFirst = (a: Order, b: Order) => b.seq - a.seq
const orderOf: Record<string, (a: Order, b: Order) => number> = {
  'amount asc': (a, b) => a.amountCents - b.amountCents || newestFirst(a, b),
  'amount desc': (a, b) => b.amountCents - a.amountCents || newestFirst(a, b),
  'createDateTime asc': (a, b) => newestFirst(b, a),
  'createDateTime desc': newestFirst,
}

test.each(
  (['amount', 'createDateTime'] as const).flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((sortOrder) => [sortBy, sortOrder] as const),
  ),
)('sorted by %s %s each order is listed once, for any page size', async (sortBy, sortOrder) => {
  const expected = annasOrders.toSorted(orderOf[`${sortBy} ${sortOrder}`])
  for (const pageSize of [7, 100])
    expect(await allPages({ sortBy, sortOrder, pageSize })).toEqual(expected.map(({ no }) => no))
  const paid = expected.filter(({ payStatus }) => payStatus === 'P')
  expect(await allPages({ sortBy, sortOrder, pageSize: 5, payStatus: 'P' })).toEqual(
    paid.map(({ no }) => no),
  )
})

test('a sort field without a direction sorts ascending; without a field newest first', async () => {
  const ordered = (order: string) => annasOrders.toSorted(orderOf[order]).map(({ no }) => no)
  expect(await allPages({ sortBy: 'amount', pageSize: 20 })).toEqual(ordered('amount asc'))
  expect(await allPages({ sortBy: 'createDateTime', pageSize: 20 })).toEqual(
    ordered('createDateTime asc'),
  )
  expect(await allPages({ pageSize: 20 })).toEqual(ordered('createDateTime desc'))
  expect(await allPages({ sortOrder: 'asc', pageSize: 20 })).toEqual(ordered('createDateTime desc'))
})

test('sorting by an unknown column or direction is refused', async () => {
  expect(await anna.refused(calls.page, { sortBy: 'payStatus' } as never)).toMatchObject({
    code: 'invalid',
    fields: { sortBy: expect.any(String) },
  })
  expect(
    await anna.refused(calls.page, { sortBy: 'amount', sortOrder: 'up' } as never),
  ).toMatchObject({ code: 'invalid', fields: { sortOrder: expect.any(String) } })
})
