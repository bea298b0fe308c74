/** The translation log: every filter, range and sorting agrees with a linear scan of all rows. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translationLog as calls, type TranslationLogRow } from '#contract/translation.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertRows, fillUsageDays } from '#server/seed/insert.ts'
import { insertBulkTranslationLog } from '#tests/support/server/bulk-rows.ts'
import { translationLog } from '#server/schema.ts'
import { recordTranslation } from '#server/features/translation/charge-translations.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addPerson, type Person } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

type Row = typeof translationLog.$inferSelect

const runCount = Number(process.env['LOG_RUNS'] ?? 100)
const hour = 3_600_000
/**
 * Distance between groups of three rows: together they span three whole months and parts of two.
 */
const stepMs = 31 * hour
const start = Date.parse('2026-10-25T10:30:00+08:00')
const days = (80 * stepMs) / (24 * hour)

let server: TestServer
let main: Person
let people: Person[]
let callers: Record<'main' | 'sub' | 'foreign', Caller>
const rows: Row[] = []
beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  await ensureCatalogue(db)
  const group = await addAccountGroup(server, { quota: [{}, {}, {}] })
  main = group.main
  people = [main, ...group.subs]
  const otherGroup = await addAccountGroup(server)
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
  for (const [index, { ownerId, userId }] of [...people, otherGroup.main].entries()) {
    for (let seq = 1; seq <= 240; seq++) {
      const mix = seq * 7 + index * 3
      rows.push({
        ownerId,
        userId,
        seq,
        at: new Date(start + Math.floor(seq / 3) * stepMs),
        chars: 1 + (seq % 60),
        mode: 'char',
        channelId: pick(['1', '3', '5'], mix),
        ip: '192.0.2.1',
        clientType: pick(['web', 'windows'], mix >> 1),
        source: pick(['zh', 'en'], mix >> 2),
        target: pick(['en', 'zh', 'fr', 'de', 'ja'], mix >> 1),
        keyId: null,
        fallbackChannelId: null,
      })
    }
  }
  await insertRows(db, translationLog, rows)
  await fillUsageDays(db)
  server.passTime(start + (days + 2) * 24 * hour - server.now())
  callers = {
    main: await signedIn(server, main),
    sub: await signedIn(server, group.subs[0]!),
    foreign: await signedIn(server, otherGroup.main),
  }
})
afterAll(() => server.close())

const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const formatWireTime = (at: Date) => inShanghai.format(at)
const someTime = fc.oneof(
  fc.integer({ min: -6, max: 84 }).map((steps) => formatWireTime(new Date(start + steps * stepMs))),
  fc
    .integer({ min: -2, max: Math.ceil(days) + 2 })
    .chain((day) =>
      fc
        .constantFrom(' 00:00:00', ' 23:59:59')
        .map((time) => formatWireTime(new Date(start + day * 24 * hour)).slice(0, 10) + time),
    ),
)
const query = fc.record(
  {
    createDateTimeBegin: someTime,
    createDateTimeEnd: someTime,
    tranChannelId: fc.constantFrom('1', '3', '9', 'x'),
    langCode: fc.constantFrom('zh', 'en', 'fr', 'xx'),
    sourceLangCode: fc.constantFrom('zh', 'en'),
    targetLangCode: fc.constantFrom('en', 'fr', 'xx'),
    clientType: fc.constantFrom('web', 'windows'),
    childUserId: fc.constantFrom('all', 'main', 'sub', 'other'),
    sortBy: fc.constantFrom('createDateTime', 'wordCount'),
    sortOrder: fc.constantFrom('asc', 'desc'),
    pageNum: fc.integer({ min: 1, max: 30 }),
    pageSize: fc.constantFrom(1, 7, 10, 100),
  },
  { requiredKeys: [] },
)
type Query = Omit<typeof query extends fc.Arbitrary<infer Q> ? Q : never, 'childUserId'> & {
  childUserId?: string
}

function expectedRows({
  createDateTimeBegin: begin,
  createDateTimeEnd: end,
  childUserId,
  sortBy,
  sortOrder = sortBy ? 'asc' : 'desc',
  ...filter
}: Query): Row[] {
  const newestFirst = rows
    .filter(
      ({ ownerId, userId }) =>
        ownerId === main.ownerId &&
        (childUserId === 'all' || userId === (childUserId ?? main.userId)),
    )
    .filter(
      ({ at }) => (!begin || formatWireTime(at) >= begin) && (!end || formatWireTime(at) <= end),
    )
    .filter(
      ({ channelId }) => filter.tranChannelId === undefined || channelId === filter.tranChannelId,
    )
    .filter(
      ({ source, target }) =>
        filter.langCode === undefined || [source, target].includes(filter.langCode),
    )
    .filter(({ source }) => filter.sourceLangCode === undefined || source === filter.sourceLangCode)
    .filter(({ target }) => filter.targetLangCode === undefined || target === filter.targetLangCode)
    .filter(({ clientType }) => filter.clientType === undefined || clientType === filter.clientType)
    .toSorted(
      (a, b) =>
        (sortBy === 'wordCount' ? b.chars - a.chars : 0) ||
        b.at.getTime() - a.at.getTime() ||
        Number(b.userId) - Number(a.userId) ||
        b.seq - a.seq,
    )
  return !sortBy || sortOrder === 'desc' ? newestFirst : newestFirst.toReversed()
}

const withUserId = ({
  childUserId,
  ...more
}: typeof query extends fc.Arbitrary<infer Q> ? Q : never): Query => {
  const ids: Record<string, string> = {
    main: people[0]!.userId,
    sub: people[1]!.userId,
    other: people[2]!.userId,
    all: 'all',
  }
  return childUserId === undefined ? more : { ...more, childUserId: ids[childUserId]! }
}

const usageQuery = query
  .map(withUserId)
  .map(({ pageNum: _, pageSize: __, sortBy: ___, sortOrder: ____, ...filter }) => filter)

/** More rows than the server sorts in memory. */
const manyCount = 25_000
const charsOfMany = (seq: number) => 1 + (seq % 97)
let manyRows: Promise<Caller> | undefined
const ownerOfMany = () =>
  (manyRows ??= (async () => {
    const { db } = server.database
    const person = await addPerson(db, { account: 'many@example.com', username: 'many' })
    await insertBulkTranslationLog(db, {
      ...person,
      rows: manyCount,
      days: 40,
      until: new Date(start),
    })
    await db.execute(
      sql`update translation_log set chars = 1 + seq % 97 where owner_id = ${person.ownerId}`,
    )
    return signedIn(server, person)
  })())

test('pages and totals agree with a linear scan of all rows', async () => {
  await fc.assert(
    fc.asyncProperty(query.map(withUserId), async (input) => {
      const { pageNum = 1, pageSize = 10 } = input
      const expected = expectedRows(input)
      const { data } = await callers.main.call(calls.page, input)
      expect(data.total).toBe(expected.length)
      const page = expected.slice((pageNum - 1) * pageSize, pageNum * pageSize)
      const summaryOf = (row: TranslationLogRow) =>
        `${row.createDateTime} ${row.wordCount} ${row.tranChannelId} ${row.sourceLangCode}>${row.targetLangCode} ${row.clientType}`
      expect(data.rows.map(summaryOf)).toEqual(
        page.map(
          (row) =>
            `${formatWireTime(row.at)} ${row.chars} ${row.channelId} ${row.source}>${row.target} ${row.clientType}`,
        ),
      )
      const ids = data.rows.map(({ id }) => id)
      expect(ids).toEqual(
        page.map(({ userId, seq }) =>
          input.childUserId === 'all' ? `${userId}-${seq}` : String(seq),
        ),
      )
      if (input.childUserId === 'all')
        expect(data.rows.map(({ userId }) => userId)).toEqual(page.map(({ userId }) => userId))
    }),
    { numRuns: runCount },
  )
})

const sortings = [
  ['createDateTime', 'asc'],
  ['createDateTime', 'desc'],
  ['wordCount', 'asc'],
  ['wordCount', 'desc'],
] as const

test.each(sortings)('sorted by %s %s, paging lists every row once', async (sortBy, sortOrder) => {
  const filters: Query[] = [{}, { sourceLangCode: 'en' }, { childUserId: 'all' }]
  for (const filter of filters) {
    const expected = expectedRows({ ...filter, sortBy, sortOrder })
    const listed: unknown[] = []
    for (let pageNum = 1; ; pageNum++) {
      const input = { ...filter, sortBy, sortOrder, pageNum, pageSize: 100 }
      const { data } = await callers.main.call(calls.page, input)
      expect(data.total).toBe(expected.length)
      if (data.rows.length === 0) break
      listed.push(...data.rows.map(({ id }) => id))
    }
    const idOf = ({ userId, seq }: Row) => (filter.childUserId ? `${userId}-${seq}` : `${seq}`)
    expect(listed).toEqual(expected.map(idOf))
  }
})

test.each(sortings)(
  'sorted by %s %s, pages of 25,000 rows are complete to the last',
  async (...filter) => {
    const [sortBy, sortOrder] = filter
    const index = await ownerOfMany()
    const ascending = [...Array(manyCount).keys()]
      .map((index) => index + 1)
      .toSorted((a, b) => (sortBy === 'wordCount' ? charsOfMany(a) - charsOfMany(b) : 0) || a - b)
    const expected = (sortOrder === 'asc' ? ascending : ascending.toReversed()).map(String)
    for (const childUserId of [undefined, 'all']) {
      for (const pageNum of [1, 2, 125, 126, 249, 250, 251]) {
        const input = { sortBy, sortOrder, pageNum, pageSize: 100 }
        const { data } = await index.call(
          calls.page,
          childUserId === undefined ? input : { ...input, childUserId },
        )
        expect(data.total).toBe(manyCount)
        expect(data.rows.map(({ id }) => String(id).split('-').at(-1))).toEqual(
          expected.slice((pageNum - 1) * 100, pageNum * 100),
        )
      }
    }
  },
)

test('the first and last possible second include all rows', async () => {
  const filter: Query = { sourceLangCode: 'en' }
  const totalOf = async (range: Query) =>
    (await callers.main.call(calls.page, { ...filter, ...range })).data.total
  const all = expectedRows(filter).length
  expect(all).toBeGreaterThan(0)
  const [firstSecond, lastSecond] = ['0001-01-01 00:00:00', '9999-12-31 23:59:59']
  expect(await totalOf({ createDateTimeBegin: firstSecond, createDateTimeEnd: lastSecond })).toBe(
    all,
  )
  for (const bound of [firstSecond, '0001-01-01 00:00:01'])
    expect(await totalOf({ createDateTimeEnd: bound })).toBe(0)
  for (const bound of [lastSecond, '9999-12-31 00:00:01'])
    expect(await totalOf({ createDateTimeBegin: bound })).toBe(0)
})

test('charts add up to the rows of their days, for every grouping', async () => {
  await fc.assert(
    fc.asyncProperty(usageQuery, async (input) => {
      const { data } = await callers.main.call(calls.usage, input)
      const expected = expectedRows({
        ...input,
        createDateTimeBegin: `${data.firstDay} 00:00:00`,
        createDateTimeEnd: `${data.lastDay} 23:59:59`,
      })
      expect([data.count, data.chars]).toEqual([
        expected.length,
        expected.reduce((sum, { chars }) => sum + chars, 0),
      ])
      const charsOf = (filter: (row: Row) => boolean) =>
        expected.filter(filter).reduce((sum, { chars }) => sum + chars, 0)
      expect(data.byDay.map(({ chars }) => chars)).toEqual(
        data.byDay.map(({ day }) => charsOf(({ at }) => formatWireTime(at).startsWith(day))),
      )
      const chars = data.rows.map((row) => row.chars)
      expect(chars).toEqual(
        data.rows.map(({ userId, tranChannelId, sourceLangCode: source, targetLangCode: target }) =>
          charsOf(
            (row) =>
              row.userId === userId &&
              row.channelId === tranChannelId &&
              row.source === source &&
              row.target === target,
          ),
        ),
      )
      for (const groups of [
        data.byDay,
        data.byChannel,
        data.byLanguages,
        data.byUser,
        data.byKey!,
        data.rows,
      ]) {
        expect(groups.reduce((sum, { chars }) => sum + chars, 0)).toBe(data.chars)
      }
      if (input.createDateTimeBegin)
        expect(data.firstDay).toBe(input.createDateTimeBegin.slice(0, 10))
    }),
    { numRuns: Math.ceil(runCount / 3) },
  )
})

test('a sub-account reads its own rows only, and an owner no other group’s', async () => {
  const total = async (index: Caller, childUserId?: string) =>
    (await index.call(calls.page, childUserId === undefined ? {} : { childUserId })).data.total
  expect([await total(callers.sub), await total(callers.sub, people[1]!.userId)]).toEqual([
    240, 240,
  ])
  expect(await total(callers.main, 'all')).toBe(720)
  for (const [index, id] of [
    [callers.sub, 'all'],
    [callers.sub, main.userId],
    [callers.sub, people[2]!.userId],
    [callers.foreign, people[1]!.userId],
    [callers.main, 'nobody'],
  ] as const) {
    expect(await index.refused(calls.page, { childUserId: id })).toMatchObject({ code: 'notFound' })
    expect(await index.refused(calls.usage, { childUserId: id })).toMatchObject({
      code: 'notFound',
    })
  }
  expect((await caller(server, null).call(calls.page, {})).status).toBe(700)
})

test('the reconciliation accepts the daily totals and reports a changed one', async () => {
  const { db } = server.database
  const findingsOf = async (full: boolean) =>
    (await discrepancies(db, { full, owners: [main.ownerId] })).filter((sentence) =>
      sentence.includes('usage of all by day'),
    )
  const totalOfAll = callers.main.call(calls.page, { childUserId: 'all' })
  expect((await totalOfAll).data.total).toBe(720)
  expect([await findingsOf(true), await findingsOf(false)]).toEqual([[], []])
  const changeBy = (filter: number) =>
    db.execute(sql`update owner_days set count = count + ${filter}
      where owner_id = ${main.ownerId} and day = (select max(day) from owner_days where owner_id = ${main.ownerId})`)
  await changeBy(5)
  expect((await findingsOf(false)).length).toBeGreaterThan(0)
  expect(await findingsOf(true)).toEqual(await findingsOf(false))
  await changeBy(-5)
  expect(await findingsOf(true)).toEqual([])
})

test('the total of all users comes from daily totals, and includes today’s rows', async () => {
  const { db } = server.database
  const total = async () => (await callers.main.call(calls.page, { childUserId: 'all' })).data.total
  await total()
  const summedDays = await db.execute<{ sum: string; last: string }>(
    sql`select sum(count) as sum, max(day)::text as last from owner_days where owner_id = ${main.ownerId}`,
  )
  expect(summedDays.rows).toEqual([
    { sum: '720', last: formatWireTime(rows.at(-1)!.at).slice(0, 10) },
  ])
  const { ownerId, userId } = people[1]!
  const newTranslation = {
    ownerId,
    userId,
    chars: 1,
    mode: 'char',
    channelId: '1',
    ip: '192.0.2.1',
    clientType: 'web',
    source: 'zh',
    target: 'en',
  }
  await recordTranslation(db, newTranslation, 'Asia/Shanghai', new Date(server.now()))
  expect(await total()).toBe(721)
  expect(
    (await callers.main.call(calls.page, { childUserId: 'all', pageSize: 1 })).data.rows[0],
  ).toMatchObject({ userId, wordCount: 1 })
  server.passTime(48 * hour)
  const later = await signedIn(server, main)
  expect((await later.call(calls.page, { childUserId: 'all' })).data.total).toBe(721)
})
