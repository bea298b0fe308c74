/** The URL as the state of a list: valid parameters are read, invalid ones ignored. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPage } from '#console/engine/build-page.ts'
import { list, type Resource } from '#console/engine/resource.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { clearedState, readState, writeState } from '#console/engine/list/list-state.ts'
import { pageInput, crudFilters } from '#console/refine/data-filters.ts'
import { accountLog } from '#contract/ledger.ts'
import { validate } from '#contract/issues.ts'
import { loginLog } from '#contract/sessions.ts'

const listPage = (resource: Resource) => buildPage('/resources/some-page.ts', resource) as ListPage
const page = listPage(
  list(loginLog, {
    route: 'UserCenterLoginLog',
    columns: ['loginIp'],
    defaultRange: { loginDateTime: 10 },
  }),
)
const now = new Date('2026-11-21T04:00:00Z')
const read = (query: string) => readState(page, new URLSearchParams(query), now)

test('a URL without a query means the first ten rows of the last ten days', () => {
  expect(read('')).toEqual({
    pageNum: 1,
    pageSize: 10,
    query: { loginDateTimeBegin: '2026-11-11 00:00:00', loginDateTimeEnd: '2026-11-21 23:59:59' },
    chosen: [],
  })
})

test('filters in the URL are read back and marked as chosen', () => {
  const { query, chosen, pageNum, pageSize } = read(
    'loginIp=203&clientType=web&pageNum=3&pageSize=50',
  )
  expect(query).toMatchObject({ loginIp: '203', clientType: 'web' })
  expect(chosen.map(({ key }) => key)).toEqual(['loginIp', 'clientType'])
  expect([pageNum, pageSize]).toEqual([3, 50])
})

test('the default range is not written to the URL', () => {
  const params = writeState(page, new URLSearchParams(), { filters: { clientType: ['web'] } })
  expect(params.toString()).toBe('clientType=web')
})

test('an unlimited range is a choice of its own and survives a reload', () => {
  const params = writeState(page, new URLSearchParams(), { filters: { loginDateTime: ['', ''] } })
  const { query, chosen } = readState(page, params, now)
  expect(query).toEqual({})
  expect(chosen.map(({ key }) => key)).toEqual(['loginDateTime'])
  expect(readState(page, clearedState(page, params), now).query).toHaveProperty(
    'loginDateTimeBegin',
  )
})

test('an initial filter counts while no filter is set, and can be turned off', () => {
  const initial = listPage(
    list(loginLog, {
      route: 'UserCenterLoginLog',
      columns: ['loginIp'],
      initialFilters: { clientType: 'web' },
    }),
  )
  const queryAt = (address: string) => readState(initial, new URLSearchParams(address), now).query
  expect(queryAt('')).toEqual({ clientType: 'web' })
  expect(queryAt('pageNum=2&pageSize=20')).toEqual({ clientType: 'web' })
  expect(queryAt('loginIp=203')).toEqual({ loginIp: '203' })
  expect(queryAt('clientType=ios')).toEqual({ clientType: 'ios' })
  const off = writeState(initial, new URLSearchParams(), { filters: { clientType: [] } })
  expect(readState(initial, off, now).query).toEqual({})
  expect(readState(initial, clearedState(initial, off), now).query).toEqual({ clientType: 'web' })
})

test('a required range has its default days and cannot be emptied', () => {
  const required = listPage(
    list(accountLog, {
      route: 'UserCenterAccountLog',
      columns: ['logType'],
      defaultRange: { createDateTime: 10 },
    }),
  )
  const params = writeState(required, new URLSearchParams(), {
    filters: { createDateTime: ['', ''] },
  })
  expect(readState(required, params, now).query).toMatchObject({
    createDateTimeEnd: '2026-11-21 23:59:59',
  })
})

test('a new filter or size resets the page, a new page keeps the filters', () => {
  const thirdPage = new URLSearchParams('clientType=web&pageNum=3')
  expect(writeState(page, thirdPage, { filters: { loginIp: ['9'] } }).toString()).toBe(
    'clientType=web&loginIp=9',
  )
  expect(writeState(page, thirdPage, { pageSize: 20 }).toString()).toBe(
    'clientType=web&pageSize=20',
  )
  expect(writeState(page, thirdPage, { pageNum: 4 }).toString()).toBe('clientType=web&pageNum=4')
  expect(writeState(page, thirdPage, { pageNum: 1 }).toString()).toBe('clientType=web')
})

test('clearing the state keeps foreign parameters in the URL', () => {
  expect(clearedState(page, new URLSearchParams('clientType=web&theme=dark')).toString()).toBe(
    'theme=dark',
  )
})

test.each([
  ['pageSize=1000000', { pageSize: 10 }],
  ['pageSize=37', { pageSize: 10 }],
  ['pageNum=-1', { pageNum: 1 }],
  ['pageNum=1e9', { pageNum: 1 }],
  ['pageNum=9007199254740993', { pageNum: 1 }],
])('invalid %s falls back to the default', (query, expected) => {
  expect(read(query)).toMatchObject(expected)
})

test.each([
  'loginDateTimeBegin=yesterday',
  'loginDateTimeBegin=2026-02-30 00:00:00',
  'loginDateTimeBegin=2026-11-20 00:00:00&loginDateTimeEnd=2026-11-01 00:00:00',
])('an invalid range %s falls back to the last ten days', (query) => {
  expect(read(query).query).toHaveProperty('loginDateTimeEnd', '2026-11-21 23:59:59')
  expect(read(query).chosen).toEqual([])
})

test('any query results in an input that the contract accepts', () => {
  const key = fc.constantFrom(
    'loginIp',
    'clientType',
    'loginDateTimeBegin',
    'loginDateTimeEnd',
    'pageNum',
    'pageSize',
    '__proto__',
    'filters[0][field]',
  )
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('-1', '1e99', '%25', '2026-11-20 00:00:00', 'null', '[]', ' '),
    fc.integer().map(String),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), (pairs) => {
      const { query, pageNum, pageSize } = readState(page, new URLSearchParams(pairs), now)
      const input = pageInput(page.page, crudFilters(page.filters, query), {
        currentPage: pageNum,
        pageSize,
      })
      return validate(page.page.input, input).ok
    }),
    { numRuns: 2_000 },
  )
})
