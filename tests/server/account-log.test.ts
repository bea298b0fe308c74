/** The account log as its owner reads it. */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { InputOf } from '#contract/endpoint.ts'
import { accountLog, allLogTypes, LogType } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#server/schema.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import { type Person } from '#tests/support/actors/people.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)

const allTime = {
  createDateTimeBegin: '2020-01-01 00:00:00',
  createDateTimeEnd: '2099-12-31 23:59:59',
}
const page = async (
  caller: Caller,
  logType: InputOf<typeof accountLog.page>['logType'],
  filter: object = {},
) => (await caller.call(accountLog.page, { logType, ...allTime, ...filter })).data

/** Posts `count` adjustments of one character each, one second apart, from `start` on. */
async function adjust(person: Person, count: number, start: string) {
  for (let index = 0; index < count; index++)
    await post(person, 'SYS_ADJUST', new Date(Date.parse(start) + index * 1_000))
}

/** Posts a change of one character. */
const post = ({ ownerId, userId }: Person, logType: (typeof LogType.options)[number], at: Date) =>
  transaction(server.database.db, async (tx) => {
    const locked = await lockAccounts(tx, ownerId, [userId])
    await postEntries(tx, locked, [{ userId, logType, change: { chars: 1 } }], at)
  })

test('both sides of a distribution are logged with names, Shanghai time and all amounts', async () => {
  const { sub, sibling } = people
  const { db } = server.database
  await db.update(users).set({ nickname: 'Emma' }).where(eq(users.userId, sub.userId))
  await db.update(users).set({ nickname: 'Nobody here' }).where(eq(users.userId, sibling.userId))
  await anna.call(subAccounts.distributeAll, {
    childUserId: sub.userId,
    changeCharNum: 1_000,
    changeVoiceNum: 2,
    changeImageNum: 1,
  })
  const received = await page(await signedIn(server, sub), 'DISTRIBUTION')
  expect(received).toEqual({
    total: 1,
    rows: [
      {
        id: '1',
        logType: 'DISTRIBUTION',
        charChangeNum: 1_000,
        minChangeNum: 0,
        voiceChangeNum: 2,
        imageChangeNum: 1,
        beforeCharNum: 20_000,
        lastCharNum: 21_000,
        beforeVoiceNum: 3,
        lastVoiceNum: 5,
        beforeImageNum: 2,
        lastImageNum: 3,
        beforeExpireDateTime: null,
        lastExpireDateTime: null,
        beforeTranChannelId: null,
        lastTranChannelId: null,
        beforeTranslationBillingMode: null,
        lastTranslationBillingMode: null,
        rechargeOrderByMemberGroupNo: null,
        rechargeMemberGroupName: null,
        rechargeMemberGroupEnName: null,
        rechargeTranChannelId: null,
        rechargeTranslationBillingMode: null,
        consumeTranslationConfigId: null,
        consumeTranChannelId: null,
        consumeTranslationLogId: null,
        consumerIp: null,
        consumeApiKeyTitle: null,
        consumePurpose: null,
        managerId: people.anna.userId,
        managerName: 'anna',
        parentUserName: 'anna',
        childUserName: 'annasub',
        quotaRequestId: null,
        quotaRequestReason: null,
        refundRequestId: null,
        topUpMonth: null,
        managerNickname: null,
        parentUserNickname: null,
        childUserNickname: 'Emma',
        childUserId: people.sub.userId,
        createDateTime:
          new Date(server.now() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ') +
          received.rows[0]!.createDateTime.slice(16),
      },
    ],
  })
  const ownerRows = await page(anna, 'DISTRIBUTION')
  expect(ownerRows.rows).toMatchObject([
    { charChangeNum: -1_000, voiceChangeNum: -2, imageChangeNum: -1, managerName: 'anna' },
  ])
})

test('the account log pages list the user’s own rows of one type, newest first, each once', async () => {
  await adjust(people.berta, 25, '2026-03-01T00:00:00Z')
  const berta = await signedIn(server, people.berta)
  const ids: string[] = []
  for (const pageNum of [1, 2, 3, 4]) {
    const { total, rows } = await page(berta, 'SYS_ADJUST', { pageNum })
    expect(total).toBe(25)
    ids.push(...rows.map(({ id }) => String(id)))
  }
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => String(25 - index)))
  expect(await page(berta, 'MATRIX')).toEqual({ total: 0, rows: [] })
  expect((await page(anna, 'SYS_ADJUST')).total).toBe(0)
})

test('a time range includes both ends, and its total equals the number of listed rows', async () => {
  await adjust(people.foreignSub, 10, '2026-04-01T00:00:00.500Z')
  const caller = await signedIn(server, people.foreignSub)
  const within = (createDateTimeBegin: string, createDateTimeEnd: string) =>
    page(caller, 'SYS_ADJUST', { createDateTimeBegin, createDateTimeEnd })
  expect((await within('2026-04-01 08:00:02', '2026-04-01 08:00:05')).total).toBe(4)
  expect(
    (await within('2026-04-01 08:00:02', '2026-04-01 08:00:05')).rows.map(
      ({ createDateTime }) => createDateTime,
    ),
  ).toEqual([
    '2026-04-01 08:00:05',
    '2026-04-01 08:00:04',
    '2026-04-01 08:00:03',
    '2026-04-01 08:00:02',
  ])
  expect((await within('2026-04-01 08:00:09', '2026-04-01 08:00:00')).total).toBe(0)
  expect((await within('2026-04-01 08:00:10', '2026-05-01 00:00:00')).total).toBe(0)
  expect((await within('0000-01-01 00:00:00', '9999-12-31 23:59:59')).total).toBe(10)
})

test('all types of any time range in any page size and order are the rows of each type together', async () => {
  const { sibling } = people
  const types = LogType.options.filter((type) => !['DISTRIBUTION', 'RECOVERY'].includes(type))
  const start = Date.parse('2026-05-01T00:00:00Z')
  const seconds = 60
  const wire = (second: number) =>
    new Date(start + 8 * 3_600_000 + second * 1_000).toISOString().slice(0, 19).replace('T', ' ')
  // Several rows a second, and seconds without any.
  for (let index = 0; index < 60; index++)
    await post(
      sibling,
      types[(index * 7) % 5]!,
      new Date(start + Math.floor((index * index) / seconds) * 1_000),
    )
  const caller = await signedIn(server, sibling)
  const readAll = async (
    logType: InputOf<typeof accountLog.page>['logType'],
    filter: Partial<InputOf<typeof accountLog.page>>,
  ) => {
    const ids: number[] = []
    for (let pageNum = 1; ; pageNum++) {
      const { total, rows } = await page(caller, logType, { ...filter, pageNum })
      ids.push(...rows.map(({ id }) => Number(id)))
      if (ids.length >= total || rows.length === 0) return { total, ids }
    }
  }
  const second = fc.integer({ min: -2, max: seconds + 2 })
  const property = fc.asyncProperty(
    second,
    second,
    fc.constantFrom(1, 7, 10, 100),
    fc.constantFrom('asc' as const, 'desc' as const),
    async (from, to, pageSize, sortOrder) => {
      const filter = {
        createDateTimeBegin: wire(from),
        createDateTimeEnd: wire(to),
        sortBy: 'createDateTime' as const,
        sortOrder,
        pageSize,
      }
      const all = await readAll(allLogTypes, filter)
      const ofTypes = await Promise.all(types.map((type) => readAll(type, filter)))
      const expected = ofTypes.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)
      expect(all.total).toBe(expected.length)
      expect(all.ids).toEqual(sortOrder === 'asc' ? expected : expected.toReversed())
    },
  )
  await fc.assert(property, { numRuns: 12 })
})

test('a row names the sub-account by id to its main account, until the sub-account is deleted', async () => {
  const account = 'annatemp'
  await anna.call(subAccounts.create, { account, password: 'secret-42-long' })
  const { rows } = (await anna.call(subAccounts.page, { account })).data
  const { userId } = rows[0]!
  await anna.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 5 })
  const latest = async () => (await page(anna, allLogTypes)).rows[0]!
  expect(await latest()).toMatchObject({ childUserName: account, childUserId: userId })
  await anna.call(subAccounts.remove, { userId })
  expect(await latest()).toMatchObject({ childUserName: account, childUserId: null })
})

test('a list without type and time range is refused, and so is an unknown type', async () => {
  const { status, data } = await anna.send('GET', '/memberAccountLog/page?pageNum=1')
  expect(status).toBe(200)
  expect(Object.keys((data as { fields: object }).fields).toSorted()).toEqual([
    'createDateTimeBegin',
    'createDateTimeEnd',
    'logType',
  ])
  const unknown = await anna.send(
    'GET',
    '/memberAccountLog/page?logType=NONE&createDateTimeBegin=2026-01-01%2000:00:00&createDateTimeEnd=2026-01-02%2000:00:00',
  )
  expect(unknown.data).toMatchObject({ code: 'invalid' })
})
