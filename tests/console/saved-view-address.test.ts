/** Saved views in the URL: the stored state is canonical, and opening a view restores it. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPage } from '#console/engine/build-page.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { list, type Resource } from '#console/engine/resource.ts'
import {
  hiddenColumnsIn,
  hasNoListState,
  addressOfView,
  storedState,
  viewIdIn,
} from '#console/engine/list/saved-view-address.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'

const listPage = (resource: Resource) => buildPage('/resources/some-page.ts', resource) as ListPage
const logins = listPage(
  list(loginLog, {
    route: 'UserCenterLoginLog',
    columns: ['loginIp', 'clientType'],
    defaultRange: { loginDateTime: 10 },
  }),
)
const people = listPage(
  list(subAccounts, { route: 'UserCenterChild', columns: ['account', 'nickname'] }),
)
const stored = (page: ListPage, address: string) => storedState(page, new URLSearchParams(address))
const openedQuery = (page: ListPage, address: string, query: string) =>
  addressOfView(page, new URLSearchParams(address), { id: '7', query }).toString()

test('the stored state has filters, size, order and columns, in one order, and no page number', () => {
  const address = 'hidden=nickname&pageNum=3&sortOrder=desc&sortBy=account&pageSize=50&account=li'
  expect(stored(people, address)).toBe(
    'account=li&pageSize=50&sortBy=account&sortOrder=desc&hidden=nickname',
  )
})

test('invalid values, unknown columns and unknown parameters are left out', () => {
  const address = 'sortBy=password&pageSize=7&hidden=gone,account&loginIp=&x=1&view=9'
  expect(stored(people, address)).toBe('hidden=account')
})

test('an unlimited range is part of the state, the default range is not', () => {
  expect(stored(logins, 'loginDateTimeBegin=&loginDateTimeEnd=')).toBe(
    'loginDateTimeBegin=&loginDateTimeEnd=',
  )
  expect(stored(logins, '')).toBe('')
})

test('opening a view replaces the state of the list and nothing else', () => {
  expect(openedQuery(people, 'account=li&pageNum=4&inviteCode=x', 'pageSize=20&hidden=')).toBe(
    'inviteCode=x&pageSize=20&hidden=&view=7',
  )
  expect(
    addressOfView(people, new URLSearchParams('account=li&view=7'), undefined).toString(),
  ).toBe('view=none')
})

test('the selection in the aside is not part of a view', () => {
  const aside = listPage(
    list(contacts, {
      route: 'UserWorkSpace',
      component: () => import('#console/features/workspace/workspace.tsx'),
      columns: ['title'],
    }),
  )
  expect(stored(aside, 'spaceId=3&step=won')).toBe('step=won')
  expect(openedQuery(aside, 'spaceId=3&title=x', 'spaceId=4&step=won')).toBe(
    'spaceId=3&step=won&view=7',
  )
  expect(hasNoListState(aside, new URLSearchParams('spaceId=3'))).toBe(true)
})

test.each([
  ['', true],
  ['inviteCode=x', true],
  ['view=none', false],
  ['pageNum=2', false],
  ['account=', false],
  ['hidden=', false],
])('the query %j is empty of list state: %s', (address, bare) => {
  expect(hasNoListState(people, new URLSearchParams(address))).toBe(bare)
})

test('opening a stored view restores the same state for any input', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('', '1', 'asc', 'desc', 'account', 'nickname'),
  )
  const key = fc.constantFrom(
    'account',
    'nickname',
    'pageSize',
    'sortBy',
    'sortOrder',
    'hidden',
    'q',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), fc.array(fc.tuple(key, value)), (state, other) => {
      const query = storedState(people, new URLSearchParams(state))
      const address = addressOfView(people, new URLSearchParams(other), { id: '7', query })
      expect(storedState(people, address)).toBe(query)
      expect(viewIdIn(address)).toBe('7')
      expect(hiddenColumnsIn(address)).toEqual(hiddenColumnsIn(new URLSearchParams(query)))
    }),
  )
})
