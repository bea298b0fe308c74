/** Searching, sorting and summing the sub-accounts of a main account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { usageDays, users } from '#server/schema.ts'
import { addPeople, addPerson } from '#tests/support/actors/people.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let anna: Caller
let people: Awaited<ReturnType<typeof addPeople>>

/** The offset of Shanghai, whose calendar months usage is summed by. */
const shanghaiOffset = 8 * 3_600_000
/** The first day of an earlier month, such as `2026-11-01`. */
const monthsAgo = (months: number) => {
  const now = new Date(Date.now() + shanghaiOffset)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 10)
}

beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  people = await addPeople(db)
  anna = await signedIn(server, people.anna)
  const { sub, sibling, foreignSub } = people
  const zoe = await addPerson(db, {
    account: 'zoe',
    owner: people.anna,
    chars: 5_000,
    voices: 9,
    images: 1,
  })
  for (const [{ userId }, nickname, lastLoginAt] of [
    [sub, 'Emma Clarke', '2026-02-01T00:00:00Z'],
    [sibling, '王芳', null],
    [zoe, '100%_Emma', '2026-03-01T00:00:00Z'],
    [foreignSub, 'Emma of Berta', null],
  ] as const) {
    await db
      .update(users)
      .set({ nickname, lastLoginAt: lastLoginAt === null ? null : new Date(lastLoginAt) })
      .where(eq(users.userId, userId))
  }
  const usage = { channelId: '1', source: 'zh', clientType: 'web', count: 1 }
  await db.insert(usageDays).values([
    { ...usage, ...idsOf(sub), target: 'en', day: monthsAgo(0), chars: 70 },
    { ...usage, ...idsOf(sub), target: 'fr', day: monthsAgo(0), chars: 30 },
    { ...usage, ...idsOf(sub), target: 'en', day: monthsAgo(1), chars: 9_000 },
    { ...usage, ...idsOf(zoe), target: 'en', day: monthsAgo(0), chars: 200 },
    { ...usage, ...idsOf(foreignSub), target: 'en', day: monthsAgo(0), chars: 5 },
  ])
})
afterAll(() => server.close())

const idsOf = ({ ownerId, userId }: { ownerId: string; userId: string }) => ({ ownerId, userId })
const accounts = async (query: InputOf<typeof subAccounts.page>) =>
  (await anna.call(subAccounts.page, query)).data.rows.map(({ account }) => account)

test('a part of a nickname finds own sub-accounts in any case, without wildcards', async () => {
  expect(await accounts({ nickname: 'emma' })).toEqual(['zoe', 'annasub'])
  expect(await accounts({ nickname: '芳' })).toEqual(['AnnaOther'])
  expect(await accounts({ nickname: '%_' })).toEqual(['zoe'])
  expect(await accounts({ nickname: 'emma', account: 'anna' })).toEqual(['annasub'])
})

test('one search finds own sub-accounts by a part of the account or the nickname, with totals', async () => {
  expect(await accounts({ search: 'NNAO' })).toEqual(['AnnaOther'])
  expect(await accounts({ search: '芳' })).toEqual(['AnnaOther'])
  expect(await accounts({ search: 'emma' })).toEqual(['zoe', 'annasub'])
  expect(await accounts({ search: 'emma', account: 'zoe' })).toEqual(['zoe'])
  expect(await accounts({ search: '%_' })).toEqual(['zoe'])
  expect(await accounts({ search: 'nobody' })).toEqual([])
  expect((await anna.call(subAccounts.totals, { search: 'emma' })).data.count).toBe(2)
})

test('a row has the characters used in this month only', async () => {
  const { rows } = (await anna.call(subAccounts.page, {})).data
  expect(Object.fromEntries(rows.map((row) => [row.account, row.usedThisMonthNum]))).toEqual({
    zoe: 200,
    annagone: 0,
    AnnaOther: 0,
    annasub: 100,
  })
})

test('each column sorts both ways, newest first among equals, unknown values last', async () => {
  const newest = ['zoe', 'annagone', 'AnnaOther', 'annasub']
  const sorted: Partial<
    Record<NonNullable<InputOf<typeof subAccounts.page>['sortBy']>, [asc: string[], desc: string[]]>
  > = {
    account: [
      ['annagone', 'AnnaOther', 'annasub', 'zoe'],
      ['zoe', 'annasub', 'AnnaOther', 'annagone'],
    ],
    nickname: [
      ['zoe', 'annasub', 'AnnaOther', 'annagone'],
      ['AnnaOther', 'annasub', 'zoe', 'annagone'],
    ],
    lastLoginDateTime: [
      ['annasub', 'zoe', 'annagone', 'AnnaOther'],
      ['zoe', 'annasub', 'annagone', 'AnnaOther'],
    ],
    usableCharNum: [
      ['annagone', 'zoe', 'AnnaOther', 'annasub'],
      ['annasub', 'zoe', 'AnnaOther', 'annagone'],
    ],
    usableVoiceNum: [
      ['annagone', 'AnnaOther', 'annasub', 'zoe'],
      ['zoe', 'annasub', 'annagone', 'AnnaOther'],
    ],
    usableImageNum: [
      ['annagone', 'AnnaOther', 'zoe', 'annasub'],
      ['annasub', 'zoe', 'annagone', 'AnnaOther'],
    ],
    usedThisMonthNum: [
      ['annagone', 'AnnaOther', 'annasub', 'zoe'],
      ['zoe', 'annasub', 'annagone', 'AnnaOther'],
    ],
  }
  for (const [sortBy, [asc, desc]] of Object.entries(sorted) as [
    keyof typeof sorted,
    [string[], string[]],
  ][]) {
    expect(await accounts({ sortBy }), sortBy).toEqual(asc)
    expect(await accounts({ sortBy, sortOrder: 'desc' }), `${sortBy} desc`).toEqual(desc)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => accounts({ sortBy, pageSize: 1, pageNum })),
    )
    expect(pages.flat(), `${sortBy} in pages of one row`).toEqual(asc)
  }
  expect(await accounts({})).toEqual(newest)
  expect(await accounts({ sortOrder: 'asc' })).toEqual(newest)
})

test('sorting by an unknown column or direction is refused', async () => {
  const refused = await anna.refused(subAccounts.page, { sortBy: 'passwordHash' } as never)
  expect(refused).toMatchObject({
    code: 'invalid',
    fields: { sortBy: expect.stringContaining('Sort field') },
  })
  expect(
    await anna.refused(subAccounts.page, { sortBy: 'account', sortOrder: 'up' } as never),
  ).toMatchObject({ code: 'invalid' })
})

test('totals cover all found sub-accounts of the owner, not only one page', async () => {
  expect((await anna.call(subAccounts.totals, {})).data).toEqual({
    count: 4,
    memberAccount: { usableCharNum: 30_000, usableVoiceNum: 12, usableImageNum: 3 },
    usedThisMonthNum: 300,
  })
  expect((await anna.call(subAccounts.totals, { nickname: 'clarke' })).data).toEqual({
    count: 1,
    memberAccount: { usableCharNum: 20_000, usableVoiceNum: 3, usableImageNum: 2 },
    usedThisMonthNum: 100,
  })
  expect((await anna.call(subAccounts.totals, { account: 'nobody' })).data).toEqual({
    count: 0,
    memberAccount: { usableCharNum: 0, usableVoiceNum: 0, usableImageNum: 0 },
    usedThisMonthNum: 0,
  })
})

test('a sub-account may not read totals', async () => {
  const sub = await signedIn(server, people.sub)
  expect((await sub.refused(subAccounts.totals, {})).code).toBe('notAllowed')
})
