/**
 * The translation log: any filter and range, one's own or everybody's, tells what a look at every
 * row would tell.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translationLog as calls, type TranslationLogRow } from '#contract/translation.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertRows, fillTranslationDays } from '#server/seed/insert.ts'
import { bulkTranslationLog } from '#server/seed/bulk.ts'
import { translationLog } from '#server/schema.ts'
import { recordTranslation } from '#server/features/translation/service.ts'
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

const runs = Number(process.env['LOG_RUNS'] ?? 100)
const hour = 3_600_000
/**
 * Rows of one moment are so far from those before them, from the middle of a month on: three whole
 * months and parts of two.
 */
const step = 31 * hour
const start = Date.parse('2026-10-25T10:30:00+08:00')
const days = (80 * step) / (24 * hour)

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
  const elsewhere = await addAccountGroup(server)
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
  for (const [who, { ownerId, userId }] of [...people, elsewhere.main].entries()) {
    for (let seq = 1; seq <= 240; seq++) {
      const mixed = seq * 7 + who * 3
      rows.push({
        ownerId,
        userId,
        seq,
        at: new Date(start + Math.floor(seq / 3) * step),
        chars: 1 + (seq % 60),
        mode: 'char',
        channelId: pick(['1', '3', '5'], mixed),
        ip: '192.0.2.1',
        clientType: pick(['web', 'windows'], mixed >> 1),
        source: pick(['zh', 'en'], mixed >> 2),
        target: pick(['en', 'zh', 'fr', 'de', 'ja'], mixed >> 1),
      })
    }
  }
  await insertRows(db, translationLog, rows)
  await fillTranslationDays(db)
  await db.execute(sql`insert into usage_days (owner_id, day, user_id, channel_id, chars, count)
    select owner_id, day, user_id, channel_id, sum(chars), sum(count) from translation_days group by 1, 2, 3, 4`)
  server.passTime(start + (days + 2) * 24 * hour - server.now())
  callers = {
    main: await signedIn(server, main),
    sub: await signedIn(server, group.subs[0]!),
    foreign: await signedIn(server, elsewhere.main),
  }
})
afterAll(() => server.close())

const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const wire = (at: Date) => inShanghai.format(at)
const someTime = fc.oneof(
  fc.integer({ min: -6, max: 84 }).map((steps) => wire(new Date(start + steps * step))),
  fc
    .integer({ min: -2, max: Math.ceil(days) + 2 })
    .chain((day) =>
      fc
        .constantFrom(' 00:00:00', ' 23:59:59')
        .map((time) => wire(new Date(start + day * 24 * hour)).slice(0, 10) + time),
    ),
)
const query = fc.record(
  {
    createDateTimeBegin: someTime,
    createDateTimeEnd: someTime,
    tranChannelId: fc.constantFrom('1', '3', '9', 'x'),
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

function matching({
  createDateTimeBegin: begin,
  createDateTimeEnd: end,
  childUserId,
  sortBy,
  sortOrder = sortBy ? 'asc' : 'desc',
  ...by
}: Query): Row[] {
  const newestFirst = rows
    .filter(
      ({ ownerId, userId }) =>
        ownerId === main.ownerId &&
        (childUserId === 'all' || userId === (childUserId ?? main.userId)),
    )
    .filter(({ at }) => (!begin || wire(at) >= begin) && (!end || wire(at) <= end))
    .filter(({ channelId }) => by.tranChannelId === undefined || channelId === by.tranChannelId)
    .filter(({ source }) => by.sourceLangCode === undefined || source === by.sourceLangCode)
    .filter(({ target }) => by.targetLangCode === undefined || target === by.targetLangCode)
    .filter(({ clientType }) => by.clientType === undefined || clientType === by.clientType)
    .toSorted(
      (a, b) =>
        (sortBy === 'wordCount' ? b.chars - a.chars : 0) ||
        b.at.getTime() - a.at.getTime() ||
        Number(b.userId) - Number(a.userId) ||
        b.seq - a.seq,
    )
  return !sortBy || sortOrder === 'desc' ? newestFirst : newestFirst.toReversed()
}

const named = ({
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
  .map(named)
  .map(({ pageNum: _, pageSize: __, sortBy: ___, sortOrder: ____, ...filter }) => filter)

/** More than are sorted by looking at each. */
const many = 25_000
const charsOfMany = (seq: number) => 1 + (seq % 97)
let manyRows: Promise<Caller> | undefined
const ownerOfMany = () =>
  (manyRows ??= (async () => {
    const { db } = server.database
    const person = await addPerson(db, { account: 'many@example.com', username: 'many' })
    await bulkTranslationLog(db, { ...person, rows: many, days: 40, until: new Date(start) })
    await db.execute(
      sql`update translation_log set chars = 1 + seq % 97 where owner_id = ${person.ownerId}`,
    )
    return signedIn(server, person)
  })())

test('pages and totals are those of all rows looked at one by one', async () => {
  await fc.assert(
    fc.asyncProperty(query.map(named), async (input) => {
      const { pageNum = 1, pageSize = 10 } = input
      const expected = matching(input)
      const { data } = await callers.main.call(calls.page, input)
      expect(data.total).toBe(expected.length)
      const page = expected.slice((pageNum - 1) * pageSize, pageNum * pageSize)
      const tell = (row: TranslationLogRow) =>
        `${row.createDateTime} ${row.wordCount} ${row.tranChannelId} ${row.sourceLangCode}>${row.targetLangCode} ${row.clientType}`
      expect(data.rows.map(tell)).toEqual(
        page.map(
          (row) =>
            `${wire(row.at)} ${row.chars} ${row.channelId} ${row.source}>${row.target} ${row.clientType}`,
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
    { numRuns: runs },
  )
})

const sortings = [
  ['createDateTime', 'asc'],
  ['createDateTime', 'desc'],
  ['wordCount', 'asc'],
  ['wordCount', 'desc'],
] as const

test.each(sortings)(
  'sorted by %s %s, page after page shows every row once',
  async (sortBy, sortOrder) => {
    const filters: Query[] = [{}, { sourceLangCode: 'en' }, { childUserId: 'all' }]
    for (const filter of filters) {
      const expected = matching({ ...filter, sortBy, sortOrder })
      const seen: unknown[] = []
      for (let pageNum = 1; ; pageNum++) {
        const input = { ...filter, sortBy, sortOrder, pageNum, pageSize: 100 }
        const { data } = await callers.main.call(calls.page, input)
        expect(data.total).toBe(expected.length)
        if (data.rows.length === 0) break
        seen.push(...data.rows.map(({ id }) => id))
      }
      const idOf = ({ userId, seq }: Row) => (filter.childUserId ? `${userId}-${seq}` : `${seq}`)
      expect(seen).toEqual(expected.map(idOf))
    }
  },
)

test.each(sortings)(
  'among many rows too, from the first page to the last: %s %s',
  async (...by) => {
    const [sortBy, sortOrder] = by
    const who = await ownerOfMany()
    const up = [...Array(many).keys()]
      .map((index) => index + 1)
      .toSorted((a, b) => (sortBy === 'wordCount' ? charsOfMany(a) - charsOfMany(b) : 0) || a - b)
    const expected = (sortOrder === 'asc' ? up : up.toReversed()).map(String)
    for (const childUserId of [undefined, 'all']) {
      for (const pageNum of [1, 2, 125, 126, 249, 250, 251]) {
        const input = { sortBy, sortOrder, pageNum, pageSize: 100 }
        const { data } = await who.call(
          calls.page,
          childUserId === undefined ? input : { ...input, childUserId },
        )
        expect(data.total).toBe(many)
        expect(data.rows.map(({ id }) => String(id).split('-').at(-1))).toEqual(
          expected.slice((pageNum - 1) * 100, pageNum * 100),
        )
      }
    }
  },
)

test('the first and the last second that can be asked for are the ends of all time', async () => {
  const by: Query = { sourceLangCode: 'en' }
  const totalOf = async (range: Query) =>
    (await callers.main.call(calls.page, { ...by, ...range })).data.total
  const all = matching(by).length
  expect(all).toBeGreaterThan(0)
  const [first, last] = ['0001-01-01 00:00:00', '9999-12-31 23:59:59']
  expect(await totalOf({ createDateTimeBegin: first, createDateTimeEnd: last })).toBe(all)
  for (const alone of [first, '0001-01-01 00:00:01'])
    expect(await totalOf({ createDateTimeEnd: alone })).toBe(0)
  for (const alone of [last, '9999-12-31 00:00:01'])
    expect(await totalOf({ createDateTimeBegin: alone })).toBe(0)
})

test('charts add up to the rows of their days, for every grouping', async () => {
  await fc.assert(
    fc.asyncProperty(usageQuery, async (input) => {
      const { data } = await callers.main.call(calls.usage, input)
      const expected = matching({
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
        data.byDay.map(({ day }) => charsOf(({ at }) => wire(at).startsWith(day))),
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
      for (const groups of [data.byDay, data.byChannel, data.byLanguages, data.byUser, data.rows]) {
        expect(groups.reduce((sum, { chars }) => sum + chars, 0)).toBe(data.chars)
      }
      if (input.createDateTimeBegin)
        expect(data.firstDay).toBe(input.createDateTimeBegin.slice(0, 10))
    }),
    { numRuns: Math.ceil(runs / 3) },
  )
})

test('a sub-account sees itself, nobody sees another’s', async () => {
  const total = async (who: Caller, childUserId?: string) =>
    (await who.call(calls.page, childUserId === undefined ? {} : { childUserId })).data.total
  expect([await total(callers.sub), await total(callers.sub, people[1]!.userId)]).toEqual([
    240, 240,
  ])
  expect(await total(callers.main, 'all')).toBe(720)
  for (const [who, id] of [
    [callers.sub, 'all'],
    [callers.sub, main.userId],
    [callers.sub, people[2]!.userId],
    [callers.foreign, people[1]!.userId],
    [callers.main, 'nobody'],
  ] as const) {
    expect(await who.refused(calls.page, { childUserId: id })).toMatchObject({ code: 'notFound' })
    expect(await who.refused(calls.usage, { childUserId: id })).toMatchObject({ code: 'notFound' })
  }
  expect((await caller(server, null).call(calls.page, {})).status).toBe(700)
})

test('the reconciliation agrees with days that were summed up, and finds one that was changed', async () => {
  const { db } = server.database
  const finds = async (full: boolean) =>
    (await discrepancies(db, { full, owners: [main.ownerId] })).filter((sentence) =>
      sentence.includes('usage of all by day'),
    )
  const totalOfAll = callers.main.call(calls.page, { childUserId: 'all' })
  expect((await totalOfAll).data.total).toBe(720)
  expect([await finds(true), await finds(false)]).toEqual([[], []])
  const changeBy = (by: number) =>
    db.execute(sql`update owner_days set count = count + ${by}
      where owner_id = ${main.ownerId} and day = (select max(day) from owner_days where owner_id = ${main.ownerId})`)
  await changeBy(5)
  expect((await finds(false)).length).toBeGreaterThan(0)
  expect(await finds(true)).toEqual(await finds(false))
  await changeBy(-5)
  expect(await finds(true)).toEqual([])
})

test('everybody’s total is read from days summed up once, and a translation of today is in it at once', async () => {
  const { db } = server.database
  const total = async () => (await callers.main.call(calls.page, { childUserId: 'all' })).data.total
  await total()
  const closed = await db.execute<{ sum: string; last: string }>(
    sql`select sum(count) as sum, max(day)::text as last from owner_days where owner_id = ${main.ownerId}`,
  )
  expect(closed.rows).toEqual([{ sum: '720', last: wire(rows.at(-1)!.at).slice(0, 10) }])
  const { ownerId, userId } = people[1]!
  const one = {
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
  await recordTranslation(db, one, 'Asia/Shanghai', new Date(server.now()))
  expect(await total()).toBe(721)
  expect(
    (await callers.main.call(calls.page, { childUserId: 'all', pageSize: 1 })).data.rows[0],
  ).toMatchObject({ userId, wordCount: 1 })
  server.passTime(48 * hour)
  const later = await signedIn(server, main)
  expect((await later.call(calls.page, { childUserId: 'all' })).data.total).toBe(721)
})
