/** Columns of a list: visibility by filter, differences, and their cells in an export. */
import { afterAll, expect, test, vi } from 'vitest'
import { loadMessages } from '#console/refine/i18n.ts'
import { buildPage } from '#console/engine/build-page.ts'
import type { Column } from '#console/engine/page-model.ts'
import { list } from '#console/engine/resource.ts'
import { exportedColumnsOf } from '#console/engine/list/cell-text.ts'
import { matches } from '#console/engine/build-fields.ts'
import { differenceText } from '#console/engine/list/cell.tsx'
import { messageKeysOf } from '#console/engine/diagnostics.ts'
import { accountLog } from '#contract/ledger.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
afterAll(() => vi.unstubAllGlobals())

const getLookupData = () => undefined
const row = {
  logType: 'DISTRIBUTION',
  createDateTime: '2026-11-20 08:15:21',
  charChangeNum: -1_000,
  beforeCharNum: 3_000,
  lastCharNum: 2_000,
}
const unchanged = { ...row, charChangeNum: 0, lastCharNum: 3_000 }

function columns(): readonly Column[] {
  const config = list(accountLog, {
    route: 'UserCenterAccountLog',
    columns: [
      'createDateTime',
      'CharNum',
      { field: 'VoiceNum', when: { logType: ['DISTRIBUTION', 'RECOVERY'] } },
      { field: 'consumerIp', when: { logType: 'TRANSLATION_CONSUME' } },
      { field: ['managerName', 'childUserName'] },
    ],
  })
  const page = buildPage('/resources/account-log.ts', config)
  return page.view === 'list' ? page.columns : []
}

test.each([
  ['DISTRIBUTION', ['createDateTime', 'charNum', 'voiceNum', 'managerNameChildUserName']],
  ['TRANSLATION_CONSUME', ['createDateTime', 'charNum', 'consumerIp', 'managerNameChildUserName']],
  [undefined, ['createDateTime', 'charNum', 'managerNameChildUserName']],
])('filtered by %s, columns without data for that type are hidden', (logType, keys) => {
  expect(
    columns()
      .filter(({ when }) => matches({ logType }, when))
      .map(({ key }) => key),
  ).toEqual(keys)
})

test('a difference has a sign, and is absent where nothing changed', () => {
  const difference = columns()[1]!.difference
  expect(differenceText(difference, row, getLookupData)).toBe('−1,000')
  expect(differenceText(difference, { ...row, charChangeNum: 1_000 }, getLookupData)).toBe('+1,000')
  expect(differenceText(difference, unchanged, getLookupData)).toBeUndefined()
  expect(differenceText(undefined, row, getLookupData)).toBeUndefined()
})

const cellsOf = (of: Record<string, unknown>, list: readonly Column[]) =>
  list
    .flatMap(exportedColumnsOf)
    .map(({ label, headingKey, value }) => [
      headingKey ? `${label.at(-1)} ${headingKey}` : label.at(-1),
      value(of, getLookupData),
    ])

test('exports have change, before and after as numbers, and stacked fields as columns', () => {
  expect(cellsOf({ ...row, managerName: 'demo', childUserName: 'anna' }, columns())).toEqual([
    ['fields.createDateTime', '2026-11-20 08:15:21'],
    ['fields.charChangeNum', -1_000],
    ['fields.charNum before', 3_000],
    ['fields.charNum after', 2_000],
    ['fields.voiceChangeNum', ''],
    ['fields.voiceNum before', ''],
    ['fields.voiceNum after', ''],
    ['fields.consumerIp', ''],
    ['fields.managerName', 'demo'],
    ['fields.childUserName', 'anna'],
  ])
  expect(cellsOf(unchanged, columns()).slice(2, 4)).toEqual([
    ['fields.charNum before', 3_000],
    ['fields.charNum after', 3_000],
  ])
})

test('an exported order has the amount in yuan, and quantity and unit in two columns', async () => {
  await loadMessages('zh')
  const page = buildPage(
    '/resources/orders.ts',
    list(orders, { route: 'UserCenterOrder', columns: ['no', 'num', 'amount'] }),
  )
  if (page.view !== 'list') throw new Error('not a list')
  const order = { no: '20261122063000123456', amount: 9_950 }
  expect(
    cellsOf({ ...order, translationBillingMode: 'char', num: 1_000_000 }, page.columns),
  ).toEqual([
    ['fields.no', '20261122063000123456'],
    ['fields.num', 1_000_000],
    ['fields.num unit', '字符'],
    ['fields.amount yuan', 99.5],
  ])
  expect(
    cellsOf({ ...order, translationBillingMode: 'time', num: 64_800 }, page.columns).slice(1, 3),
  ).toEqual([
    ['fields.num', 1.5],
    ['fields.num unit', '个月'],
  ])
})

test('rows can be selected if the page has a bulk call or a bulk panel', () => {
  const panel = () => Promise.resolve({ default: () => null })
  const isSelectable = (config: object) => {
    const page = buildPage(
      '/resources/sub-accounts.ts',
      list(subAccounts, { route: 'UserCenterChild', columns: ['account'], ...config }),
    )
    return page.view === 'list' && page.isSelectable
  }
  expect([
    isSelectable({}),
    isSelectable({ bulk: { remove: {} } }),
    isSelectable({ bulk: { distributeMany: { component: panel } } }),
  ]).toEqual([false, true, true])
})

test('a panel named after an endpoint gets that endpoint, others get none', () => {
  const panel = () => Promise.resolve({ default: () => null })
  const page = buildPage(
    '/resources/sub-accounts.ts',
    list(subAccounts, {
      route: 'UserCenterChild',
      columns: ['account'],
      actions: { distribute: { component: panel }, chart: { component: panel } },
    }),
  )
  expect(page.view === 'list' && page.panels.map(({ call }) => call?.path)).toEqual([
    '/user/distribution',
    undefined,
  ])
})

test('a panel with its own component has its endpoint and its row condition', () => {
  const component = () => Promise.resolve({ default: () => null })
  const page = buildPage(
    '/resources/orders.ts',
    list(
      { ...orders, story: orders.get },
      {
        route: 'UserCenterOrder',
        columns: ['no'],
        actions: {
          story: { component: component },
          payAgain: { when: { payStatus: 'W' }, component: component },
        },
      },
    ),
  )
  expect(
    page.view === 'list' && page.panels.map(({ call, when, load }) => [call?.path, when, load]),
  ).toEqual([
    ['/orderByMemberGroup/get', {}, component],
    ['/orderByMemberGroup/payAgain', { payStatus: 'W' }, component],
  ])
})

test('the result of an action has a message for every code', () => {
  const page = buildPage(
    '/resources/orders.ts',
    list(orders, {
      route: 'UserCenterOrder',
      columns: ['no'],
      actions: { flush: {} },
    }),
  )
  const keys = messageKeysOf(page).map(({ chain }) => chain[0])
  expect(keys.filter((key) => key?.includes('.done.'))).toEqual(
    ['W', 'P', 'T', 'C'].map((code) => `resources.orders.done.flush.${code}`),
  )
})

test('a stacked column is named after its fields, and a column can be copyable', () => {
  const page = buildPage(
    '/resources/orders.ts',
    list(orders, {
      route: 'UserCenterOrder',
      columns: [{ field: 'no', copy: true }, { field: ['payChannel', 'payStatus'] }],
    }),
  )
  const columns = page.view === 'list' ? page.columns : []
  expect(columns.map(({ key, label, copy }) => [key, label[0], copy])).toEqual([
    ['no', 'resources.orders.fields.no', true],
    ['payChannelPayStatus', 'resources.orders.fields.payChannelPayStatus', undefined],
  ])
})
