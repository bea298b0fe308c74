/** The catalogue of packages and channels as visitors read it, current with the database. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channels, packages } from '#contract/packages.ts'
import { channels as channelRows, memberGroups } from '#server/schema.ts'
import { violationError } from '#tests/support/server/database-state.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const visitor = () => caller(server, null)

test('packages on sale are listed in their set order, without the free test', async () => {
  const list = (await visitor().call(packages.sale, {})).data
  expect(list.map(({ id }) => id)).toEqual(['2', '3', '4', '5', '6', '7', '8'])
  expect(list[0]).toEqual({
    id: '2',
    name: '标准版',
    enName: 'Standard',
    translationBillingMode: 'char',
    num: 1_000_000,
    salePrice: 9_900,
  })
  expect(list[4]).toMatchObject({
    id: '6',
    translationBillingMode: 'time',
    num: 43_200,
    salePrice: 15_900,
  })
})

test('price, order and withdrawal of a package are read from the database on every call', async () => {
  const { db } = server.database
  await db
    .update(memberGroups)
    .set({ priceCents: 8_800, position: 99 })
    .where(eq(memberGroups.id, '2'))
  await db.update(memberGroups).set({ onSale: false }).where(eq(memberGroups.id, '8'))
  const list = (await visitor().call(packages.sale, {})).data
  expect(list.map(({ id }) => id)).toEqual(['3', '4', '5', '6', '7', '2'])
  expect(list.at(-1)).toMatchObject({ salePrice: 8_800 })
})

test('visitors get the names of all channels, including those that are no longer offered', async () => {
  await server.database.db
    .update(channelRows)
    .set({ offered: false })
    .where(eq(channelRows.id, '5'))
  const list = (await visitor().call(channels.list, {})).data
  expect(list).toHaveLength(6)
  expect(list).toContainEqual({ id: '5', name: 'DeepL', enName: 'DeepL' })
})

test('the database refuses a channel with price 0, an empty package and a negative price', async () => {
  const { db } = server.database
  await expect(db.update(channelRows).set({ centsPerMillion: 0 })).rejects.toMatchObject({
    cause: violationError('channels_price'),
  })
  await expect(db.update(memberGroups).set({ num: 0 })).rejects.toMatchObject({
    cause: violationError('member_groups_num'),
  })
  await expect(db.update(memberGroups).set({ priceCents: -1 })).rejects.toMatchObject({
    cause: violationError('member_groups_price'),
  })
})
