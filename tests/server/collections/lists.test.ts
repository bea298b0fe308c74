/**
 * Lists of every collection: pages, orders, searches, filters and ranges. Over HTTP on the real
 * PostgreSQL.
 */
import '#tests/support/actors/register-test-collections.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportResult } from '#contract/collection-calls.ts'
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  addRow,
  createTables,
  createFixture,
  pageOf,
  sampleRow,
} from '#tests/support/actors/collection-fixtures.ts'
import { testCollections } from '#tests/support/actors/test-collections.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await createTables(server.database.db, testTables())
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())

const all = Object.values<Collection>(collections).filter(({ calls }) => calls['create'])
/** Registered collections have their tables from the migrations. */
const testTables = () =>
  Object.fromEntries(
    Object.entries(collectionTables).filter(([name]) => Object.hasOwn(testCollections, name)),
  )

describe.each(all.map((collection) => [collection.name, collection] as const))('%s', (_, of) => {
  const { search, filters, ranges, sortBy, unique } = of.config
  const [searchName] = Object.keys(search)
  const fixture = () => createFixture(server, of)

  test('pages in every order show each row once', async () => {
    const f = await fixture()
    const many = Array.from({ length: 23 }, (_, n) => sampleRow(of, n + 1))
    const nullable = sortBy.filter((key) => sampleRow(of, 1)[key] !== undefined)
    const rows = many.map((row, n) =>
      n % 3 ? row : { ...row, ...Object.fromEntries(nullable.map((key) => [key, emptied(key)])) },
    )
    function emptied(key: string) {
      return of.config.fields[key]!._zod.optin === 'optional' ? null : many[0]![key]
    }
    const distinct = unique.length > 0 ? many : rows
    expect((await f.call(f.writer, 'import', { rows: distinct })).data).toMatchObject({
      errors: [],
    })
    const orders = sortBy.flatMap((key) => [
      { sortBy: key, sortOrder: 'asc' },
      { sortBy: key, sortOrder: 'desc' },
    ])
    for (const order of [{}, ...orders]) {
      const ids: string[] = []
      for (const pageNum of [1, 2, 3, 4, 5, 6]) {
        const page = await pageOf(f, { ...order, pageNum, pageSize: 5 })
        expect(page.total).toBe(23)
        ids.push(...page.rows.map(({ id }) => id))
      }
      expect(new Set(ids).size, JSON.stringify(order)).toBe(23)
      expect(ids).toHaveLength(23)
    }
  })

  test.runIf(searchName)('a search finds its text literally, in any script', async () => {
    const f = await fixture()
    const field = search[searchName!]![0]!
    const texts = [
      '50% off',
      '50x off',
      'a_b',
      'axb',
      'c\\d',
      '云服务器',
      '服务台',
      'Ünïcode',
      '👩‍🚀 ok',
    ]
    for (const [n, text] of texts.entries()) await addRow(f, n + 1, { [field]: text })
    const found = async (part: string) =>
      (await pageOf(f, { [searchName!]: part, pageSize: 50 })).rows.map((row) => row[field])
    expect(await found('50%')).toEqual(['50% off'])
    expect(await found('a_b')).toEqual(['a_b'])
    expect(await found('\\')).toEqual(['c\\d'])
    expect(await found('服务')).toEqual(['服务台', '云服务器'])
    expect(await found('器')).toEqual(['云服务器'])
    expect(await found('ÜNÏ')).toEqual(['Ünïcode'])
    expect(await found('👩‍🚀')).toEqual(['👩‍🚀 ok'])
    expect(await found('OFF')).toEqual(['50x off', '50% off'])
    expect(await found('nowhere')).toEqual([])
  })

  test.runIf(filters.length > 0)(
    'a filter selects the rows with its value and counts them',
    async () => {
      const f = await fixture()
      for (const n of [1, 2, 3, 4, 5]) await addRow(f, n)
      const { rows } = await pageOf(f)
      for (const key of filters) {
        for (const value of new Set(rows.map((row) => row[key]))) {
          const expected = rows.filter((row) => row[key] === value)
          expect(await pageOf(f, { [key]: value })).toEqual({
            total: expected.length,
            rows: expected,
          })
        }
      }
    },
  )

  test.runIf(ranges.length > 0)('a range includes its first and last value', async () => {
    const f = await fixture()
    for (const n of [1, 2, 3, 4, 5]) await addRow(f, n)
    const { rows } = await pageOf(f)
    for (const key of ranges) {
      const values = rows.map((row) => row[key] as number | string)
      const [begin, end] = [values[1]!, values[3]!].toSorted((a, b) => (a < b ? -1 : 1))
      const within = (first: unknown, last: unknown) =>
        rows.filter((row) => {
          const value = row[key] as number | string
          return (!first || value >= begin!) && (!last || value <= end!)
        })
      for (const [first, last] of [
        [begin, end],
        [begin, undefined],
        [undefined, end],
      ] as const)
        expect(await pageOf(f, { [`${key}Begin`]: first, [`${key}End`]: last })).toEqual({
          total: within(first, last).length,
          rows: within(first, last),
        })
      expect(within(begin, end).length).toBe(3)
    }
  })
})

test('an import stops checking at some 200 errors and says how many rows are unchecked', async () => {
  const f = await createFixture(
    server,
    all.find(({ name }) => name === 'terms')!,
  )
  const bad = { ...sampleRow(f.collection, 1), sourceTerm: '' }
  const rows = Array.from({ length: 5_000 }, (_, n) => (n < 100 ? sampleRow(f.collection, n) : bad))
  const { data } = await f.call(f.writer, 'import', { rows, validateOnly: true })
  const { errors, unchecked } = data as ImportResult
  expect(errors).toHaveLength(200)
  expect(unchecked).toBe(4_700)
  // Rows that repeat others are found by batches.
  const repeated = Array.from({ length: 5_000 }, () => sampleRow(f.collection, 1))
  const twice = (await f.call(f.writer, 'import', { rows: repeated })).data as ImportResult
  expect(twice.errors.length).toBeLessThan(400)
  expect(twice.errors.length + 1 + twice.unchecked!).toBe(5_000)
})

test('10,000 rows are imported in one call, and read at depth without one missing', async () => {
  const f = await createFixture(
    server,
    all.find(({ name }) => name === 'terms')!,
  )
  const rows = Array.from({ length: 10_000 }, (_, n) => sampleRow(f.collection, n))
  expect((await f.call(f.writer, 'import', { rows })).data).toEqual({
    imported: 10_000,
    errors: [],
  })
  const again = await f.call(f.writer, 'import', { rows: rows.slice(0, 20) })
  expect((again.data as { errors: unknown[] }).errors).toHaveLength(20)
  for (let n = 0; n < 20; n++) await addRow(f, 20_000 + n)
  const { rows: stored } = await server.database.db.execute<{ id: string }>(
    sql`select id from terms where owner_id = ${f.ownerId} order by id desc`,
  )
  const ids: string[] = []
  for (const pageNum of [1, 50, 51, 99, 100, 101, 102])
    ids.push(...(await pageOf(f, { pageNum, pageSize: 100 })).rows.map(({ id }) => id))
  const at = (first: number) => stored.slice(first, first + 100).map(({ id }) => id)
  expect(ids).toEqual([0, 4_900, 5_000, 9_800, 9_900, 10_000].flatMap(at))
  // Counting of filtered and searched rows stops at 10,000; rows beyond are still read.
  for (const query of [{ priceBegin: 0 }, { term: 'sourceTerm' }, { term: 's', priceBegin: 0 }]) {
    const capped = await pageOf(f, { ...query, pageNum: 1_002, pageSize: 10 })
    expect(capped).toMatchObject({ total: 10_000, isTotalCapped: true })
    expect(capped.rows.map(({ id }) => id)).toEqual(
      stored.slice(10_010, 10_020).map(({ id }) => id),
    )
    const sorted = { sortBy: 'sourceTerm', sortOrder: 'desc', pageSize: 1 }
    const [highest] = (await pageOf(f, { ...query, ...sorted })).rows
    expect(highest).toMatchObject({ sourceTerm: 'sourceTerm 9999' })
  }
  for (const query of [{ sourceLangCode: 'en' }, { term: 'sourceTerm', sourceLangCode: 'en' }]) {
    const exact = await pageOf(f, { ...query, pageNum: 501, pageSize: 10 })
    expect(exact).toEqual({ total: 5_010, rows: exact.rows })
    expect(exact.rows).toHaveLength(10)
  }
  // Parts of every length, in every order.
  const texts = [
    ...Array.from({ length: 20 }, (_, n) => `sourceTerm ${20_019 - n}`),
    ...Array.from({ length: 10_000 }, (_, n) => `sourceTerm ${9_999 - n}`),
  ]
  for (const term of ['7', '77', '777', 'm 77', '7777', '77777']) {
    const found = texts.filter((text) => text.includes(term))
    const page = await pageOf(f, { term, pageSize: 100 })
    expect(page).toEqual({ total: found.length, rows: page.rows })
    expect(
      page.rows.map((row) => row['sourceTerm']),
      term,
    ).toEqual(found.slice(0, 100))
    const sorted = await pageOf(f, { term, pageSize: 100, sortBy: 'sourceTerm' })
    expect(sorted.rows.map((row) => row['sourceTerm'])).toEqual(found.toSorted().slice(0, 100))
    const english = found.filter((text) => Number(text.slice(11)) % 2 === 1)
    expect((await pageOf(f, { term, sourceLangCode: 'en' })).total).toBe(english.length)
  }
  // Beyond 10,000 rows a page is read from the nearer end.
  for (const [pageNum, rest] of [
    [1_430, 7],
    [1_432, 3],
  ] as const) {
    const deep = await pageOf(f, { pageNum, pageSize: 7 })
    const from = (pageNum - 1) * 7
    expect(deep.rows.map(({ id }) => id)).toEqual(
      stored.slice(from, from + rest).map(({ id }) => id),
    )
  }
})
