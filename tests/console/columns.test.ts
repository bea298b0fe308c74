/** Columns: which are there while a list is filtered so, and what an exported file makes of each. */
import { afterAll, expect, test, vi } from 'vitest'
import { resolve } from '#console/resolve.ts'
import type { Column } from '#console/resolved.ts'
import { list } from '#console/resource.ts'
import { exported } from '#console/screens/cell-text.ts'
import { fits } from '#console/screens/fits.ts'
import { difference } from '#console/screens/pair-cell.tsx'
import { wordsOf } from '#console/words-of.ts'
import { accountLog } from '#contract/account-log.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { stubBrowser } from '#tests/support/browser-globals.ts'

stubBrowser()
afterAll(() => vi.unstubAllGlobals())

const found = () => undefined
const row = { logType: 'DISTRIBUTION', createDateTime: '2026-11-20 08:15:21', charChangeNum: -1_000, beforeCharNum: 3_000, lastCharNum: 2_000 }
const still = { ...row, charChangeNum: 0, lastCharNum: 3_000 }

function columns(): readonly Column[] {
  const said = list(accountLog, {
    route: 'UserCenterAccountLog',
    columns: [
      'createDateTime',
      { pair: 'CharNum', by: 'charChangeNum' },
      { pair: 'VoiceNum', when: { logType: ['DISTRIBUTION', 'RECOVERY'] } },
      { field: 'consumerIp', when: { logType: 'TRANSLATION_CONSUME' } },
      { stack: ['managerName', 'childUserName'] },
    ],
  })
  const page = resolve('/resources/account-log.ts', said)
  return page.view === 'list' ? page.columns : []
}

test.each([
  ['DISTRIBUTION', ['createDateTime', 'charNum', 'voiceNum', 'managerName']],
  ['TRANSLATION_CONSUME', ['createDateTime', 'charNum', 'consumerIp', 'managerName']],
  [undefined, ['createDateTime', 'charNum', 'managerName']],
])('filtered by %s, columns that would say nothing are left out', (logType, keys) => {
  expect(
    columns()
      .filter(({ when }) => fits({ logType }, when))
      .map(({ key }) => key),
  ).toEqual(keys)
})

test('a difference has its sign, and none where nothing changed', () => {
  const by = columns()[1]!.by
  expect(difference(by, row, found)).toBe('−1,000')
  expect(difference(by, { ...row, charChangeNum: 1_000 }, found)).toBe('+1,000')
  expect(difference(by, still, found)).toBeUndefined()
  expect(difference(undefined, row, found)).toBeUndefined()
})

test('an exported file has the difference apart, as a number to be summed, and what is stacked side by side', () => {
  const texts = (of: Record<string, unknown>) =>
    columns()
      .flatMap(exported)
      .map(({ label, text }) => [label.at(-1), text(of, found)])
  expect(texts({ ...row, managerName: 'demo', childUserName: 'anna' })).toEqual([
    ['fields.createDateTime', '2026-11-20 08:15:21'],
    ['fields.charChangeNum', '-1,000'],
    ['fields.charNum', '3,000 → 2,000'],
    ['fields.voiceNum', ''],
    ['fields.consumerIp', ''],
    ['fields.managerName', 'demo'],
    ['fields.childUserName', 'anna'],
  ])
  expect(texts(still)[2]).toEqual(['fields.charNum', '3,000'])
})

test('rows can be selected where something can be done with several: a call, or a panel', () => {
  const panel = () => Promise.resolve({ default: () => null })
  const selects = (said: object) => {
    const page = resolve('/resources/sub-accounts.ts', list(subAccounts, { route: 'UserCenterChild', columns: ['account'], ...said }))
    return page.view === 'list' && page.selects
  }
  expect([selects({}), selects({ bulk: { remove: {} } }), selects({ bulkPanels: { distributeMany: panel } })]).toEqual([false, true, true])
})

test('a panel that bears the name of a call knows it, another knows none', () => {
  const panel = () => Promise.resolve({ default: () => null })
  const page = resolve(
    '/resources/sub-accounts.ts',
    list(subAccounts, { route: 'UserCenterChild', columns: ['account'], panels: { distribute: panel, chart: panel } }),
  )
  expect(page.view === 'list' && page.panels.map(({ call }) => call?.path)).toEqual(['/user/distribution', undefined])
})

test('a panel with more to be said knows the call it asks, and the rows it is for', () => {
  const draws = () => Promise.resolve({ default: () => null })
  const page = resolve(
    '/resources/orders.ts',
    list(orders, {
      route: 'UserCenterOrder',
      columns: ['no'],
      panels: { story: { asks: 'get', draws }, payAgain: { when: { payStatus: 'W' }, draws } },
    }),
  )
  expect(page.view === 'list' && page.panels.map(({ call, when, load }) => [call?.path, when, load])).toEqual([
    ['/orderByMemberGroup/get', {}, draws],
    ['/orderByMemberGroup/payAgain', { payStatus: 'W' }, draws],
  ])
})

test('what came of an action has words for every code it may be told by', () => {
  const page = resolve(
    '/resources/orders.ts',
    list(orders, { route: 'UserCenterOrder', columns: ['no'], actions: { flush: { tells: 'payInfo.payStatus' } } }),
  )
  const asked = wordsOf(page).map(({ chain }) => chain[0])
  expect(asked.filter((key) => key?.includes('.done.'))).toEqual(['W', 'P', 'T', 'C'].map((code) => `resources.orders.done.flush.${code}`))
})

test('a stack may go by a name of its own, and a value may be copied', () => {
  const page = resolve(
    '/resources/orders.ts',
    list(orders, {
      route: 'UserCenterOrder',
      columns: [
        { field: 'no', copy: true },
        { stack: ['payChannel', 'payStatus'], called: 'payInfo' },
      ],
    }),
  )
  const columns = page.view === 'list' ? page.columns : []
  expect(columns.map(({ key, label, copy }) => [key, label[0], copy])).toEqual([
    ['no', 'resources.orders.fields.no', true],
    ['payInfo', 'resources.orders.fields.payInfo', undefined],
  ])
})
