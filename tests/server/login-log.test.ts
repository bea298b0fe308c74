/** The login log: pages without gaps or repetitions, and exact totals. */
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginLog as calls } from '#contract/sessions.ts'
import { login } from '#contract/login.ts'
import { loginLog } from '#server/schema.ts'
import { insertBulkLoginLog } from '#tests/support/server/bulk-rows.ts'
import { caller, signedIn } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const total = 537
const from = new Date('2026-03-01T00:00:00Z')
const to = new Date('2026-03-21T00:00:00Z')
const { server, people } = await serverWithPeople()
const { db } = server.services
for (const { ownerId, userId } of [people.anna, people.sub, people.berta])
  await insertBulkLoginLog(db, { ownerId, userId, rows: total, days: 20, until: to })
const anna = await signedIn(server, people.anna)

const ownRows = () =>
  and(eq(loginLog.ownerId, people.anna.ownerId), eq(loginLog.userId, people.anna.userId))
/** Parses a time of the API: Beijing is UTC+8 all year. */
const parseWireTime = (wire: string) => new Date(`${wire.replace(' ', 'T')}+08:00`)
const wire = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

test('paging lists every row once, newest first', async () => {
  const ids: string[] = []
  for (let pageNum = 1; ; pageNum++) {
    const { data } = await anna.call(calls.page, { pageNum, pageSize: 100 })
    expect(data.total).toBe(total)
    if (data.rows.length === 0) break
    ids.push(...data.rows.map(({ id }) => String(id)))
  }
  expect(ids).toEqual(Array.from({ length: total }, (_, index) => String(total - index)))
})

test('the log sorts by time in both directions, filtered or not', async () => {
  const pages = async (more: object) =>
    (
      await Promise.all(
        [1, 2, 3, 4, 5, 6].map(
          async (pageNum) =>
            (
              await anna.call(calls.page, {
                sortBy: 'loginDateTime',
                pageSize: 100,
                pageNum,
                ...more,
              })
            ).data.rows,
        ),
      )
    )
      .flat()
      .map(({ id }) => Number(id))
  const oldestFirst = Array.from({ length: total }, (_, index) => index + 1)
  expect(await pages({})).toEqual(oldestFirst)
  expect(await pages({ sortOrder: 'desc' })).toEqual(oldestFirst.toReversed())
  const { data } = await anna.call(calls.page, { clientType: 'web', pageSize: 100 })
  expect((await pages({ clientType: 'web' })).slice(0, 3)).toEqual([5, 10, 15])
  expect(data.rows.slice(0, 1).map(({ id }) => Number(id))).toEqual([535])
  const dayRange = {
    loginDateTimeBegin: '2026-03-11 00:00:00',
    loginDateTimeEnd: '2026-03-12 00:00:00',
  }
  const rowsInRange = await pages(dayRange)
  expect(rowsInRange.length).toBeGreaterThan(20)
  expect(rowsInRange).toEqual((await pages({ ...dayRange, sortOrder: 'desc' })).toReversed())
})

test('a page has ten rows by default and a hundred at most', async () => {
  expect((await anna.call(calls.page, {})).data.rows).toHaveLength(10)
  expect(await anna.refused(calls.page, { pageSize: 101 })).toMatchObject({
    code: 'invalid',
    fields: { pageSize: expect.any(String) },
  })
  expect(await anna.refused(calls.page, { pageSize: 0 })).toMatchObject({ code: 'invalid' })
  expect(await anna.refused(calls.page, { pageNum: 0 })).toMatchObject({ code: 'invalid' })
  expect(
    (await anna.call(calls.page, { pageNum: Number.MAX_SAFE_INTEGER, pageSize: 100 })).data,
  ).toEqual({ total, rows: [] })
})

test('a time range lists and counts the rows between both ends, inclusive', async () => {
  const { db } = server.services
  const time = fc
    .date({
      min: new Date(from.getTime() - 86_400_000),
      max: new Date(to.getTime() + 86_400_000),
      noInvalidDate: true,
    })
    .map(wire)
  const range = fc.record(
    { loginDateTimeBegin: time, loginDateTimeEnd: time },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(range, async (query) => {
      const { loginDateTimeBegin: begin, loginDateTimeEnd: end } = query
      const rowsInRange = and(
        ownRows(),
        begin ? gte(loginLog.at, parseWireTime(begin)) : undefined,
        end ? lt(loginLog.at, new Date(parseWireTime(end).getTime() + 1_000)) : undefined,
      )
      const { data } = await anna.call(calls.page, { ...query, pageSize: 100 })
      expect(data.total).toBe(await db.$count(loginLog, rowsInRange))
      expect(data.rows).toHaveLength(Math.min(100, data.total))
      for (const { loginDateTime } of data.rows)
        expect(loginDateTime >= (begin ?? '') && loginDateTime <= (end ?? '9')).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a range that starts and ends at the time of a row includes it', async () => {
  const { rows } = (await anna.call(calls.page, {})).data
  const { loginDateTime } = rows[4]!
  const found = (
    await anna.call(calls.page, {
      loginDateTimeBegin: loginDateTime,
      loginDateTimeEnd: loginDateTime,
    })
  ).data
  expect(found.rows.map(({ id }) => id)).toContain(rows[4]!.id)
  expect(found.total).toBe(found.rows.length)
})

test('year 0 and year 9999 are accepted in a range', async () => {
  const first = {
    loginDateTimeBegin: '0000-01-01 00:00:00',
    loginDateTimeEnd: '9999-12-31 23:59:59',
  }
  expect((await anna.call(calls.page, first)).data.total).toBe(total)
  expect((await anna.call(calls.page, { loginDateTimeEnd: '0000-01-01 00:00:00' })).data).toEqual({
    total: 0,
    rows: [],
  })
})

test('address and client type filter the list, with exact totals', async () => {
  const { db } = server.services
  const { rows } = (await anna.call(calls.page, {})).data
  const { loginIp, clientType } = rows[0]!
  const byIp = (await anna.call(calls.page, { loginIp, pageSize: 100 })).data
  expect(byIp.total).toBe(
    await db.$count(loginLog, and(ownRows(), sql`${loginLog.ip} like ${`%${loginIp}%`}`)),
  )
  expect(byIp.rows.every((row) => row.loginIp.includes(loginIp))).toBe(true)
  const filtered = (
    await anna.call(calls.page, { loginIp, clientType, loginDateTimeBegin: rows[5]!.loginDateTime })
  ).data
  expect(filtered.total).toBe(
    await db.$count(
      loginLog,
      and(
        ownRows(),
        eq(loginLog.clientType, clientType),
        sql`${loginLog.ip} like ${`%${loginIp}%`}`,
        gte(loginLog.at, parseWireTime(rows[5]!.loginDateTime)),
      ),
    ),
  )
  expect((await anna.call(calls.page, { loginIp: '%' })).data.total).toBe(0)
})

test('each user lists their own sign-ins only', async () => {
  const { db } = server.services
  const newcomer = await signedIn(server, people.carl)
  expect((await newcomer.call(calls.page, {})).data).toEqual({ total: 0, rows: [] })
  const sub = await caller(server, null).call(login.login, {
    account: 'annasub',
    password: 'secret-of-tests',
  })
  expect((await caller(server, sub.data).call(calls.page, {})).data.total).toBe(total + 1)
  expect((await anna.call(calls.page, {})).data.total).toBe(total)
  expect(await db.$count(loginLog)).toBe(3 * total + 1)
})
