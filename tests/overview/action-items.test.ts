/** Action items of the overview: each rule, and none without a reason. */
import { expect, test } from 'vitest'
import { findActionItems, type AccountFacts } from '#console/features/overview/action-items.tsx'
import type { Reconciliation } from '#contract/ledger.ts'
import type { User } from '#contract/user.ts'
import { sampleUser } from '#tests/support/browser/globals.ts'

const now = new Date('2026-11-21T04:00:00Z')
const noChange = { started: 0, changes: 0, balance: 0 }
const reconciled: Reconciliation = {
  checkedAt: '2026-11-21 04:00:00',
  ok: true,
  findings: 0,
  accounts: 1,
  rows: 1,
  chars: noChange,
  voices: noChange,
  images: noChange,
}
const group = (mode: 'char' | 'time') => ({
  name: '标准版',
  enName: 'Standard',
  translationBillingMode: mode,
})
const user = (
  account: Partial<User['memberAccount']> = {},
  overrides: Partial<User> = {},
): User => {
  const sample = sampleUser('1')
  return {
    ...sample,
    memberGroup: group('char'),
    ...overrides,
    memberAccount: { ...sample.memberAccount, usableCharNum: 100_000, ...account },
  }
}
const byTime = (expireDateTime: string | null) =>
  user({ usableCharNum: 0, expireDateTime }, { memberGroup: group('time') })
const itemsFor = (facts: Partial<AccountFacts>) => findActionItems({ user: user(), now, ...facts })

test('with nothing to do, no action items are shown', () => {
  expect(
    itemsFor({
      reconciliation: reconciled,
      forecast: { daysLeft: 8 },
      alert: { lowCharNum: 100_000 },
      emptySubs: [],
    }),
  ).toEqual([])
  expect(itemsFor({ forecast: { daysLeft: null }, alert: { lowCharNum: null } })).toEqual([])
  expect(itemsFor({ user: byTime('2026-12-21 12:00:00') })).toEqual([])
  expect(itemsFor({})).toEqual([])
})

test('reconciliation findings come first; an unchecked ledger has no item', () => {
  const failed = { ...reconciled, ok: false, findings: 2 }
  expect(itemsFor({ reconciliation: failed, user: user({ usableCharNum: 0 }) })).toEqual([
    { kind: 'findings', count: 2 },
    { kind: 'empty' },
  ])
  expect(itemsFor({ reconciliation: { ...failed, checkedAt: null } })).toEqual([])
})

test('an empty balance is an item, unless automatic distribution covers it', () => {
  const sub = { parentUserId: '9' }
  expect(itemsFor({ user: user({ usableCharNum: 0 }) })).toEqual([{ kind: 'empty' }])
  expect(itemsFor({ user: user({ usableCharNum: 0 }, { ...sub, autoDistribution: 0 }) })).toEqual([
    { kind: 'emptySub' },
  ])
  expect(itemsFor({ user: user({ usableCharNum: 0 }, { ...sub, autoDistribution: 1 }) })).toEqual(
    [],
  )
})

test('a balance below the threshold is an item, an equal one is not', () => {
  expect(itemsFor({ alert: { lowCharNum: 100_001 } })).toEqual([
    { kind: 'low', threshold: 100_001 },
  ])
  expect(itemsFor({ alert: { lowCharNum: 100_000 } })).toEqual([])
})

test('an expiry within a week and a past expiry are items', () => {
  expect(itemsFor({ user: byTime('2026-11-24 13:00:00') })).toEqual([{ kind: 'ends', count: 4 }])
  expect(itemsFor({ user: byTime('2026-11-21 12:00:00') })).toEqual([{ kind: 'over' }])
  expect(itemsFor({ user: byTime(null) })).toEqual([{ kind: 'over' }])
  expect(itemsFor({ user: user({ expireDateTime: '2026-11-28 12:00:00' }) })).toEqual([
    { kind: 'ends', count: 7 },
  ])
  expect(itemsFor({ user: user({ expireDateTime: '2026-11-28 12:00:01' }) })).toEqual([])
  expect(itemsFor({ user: user({ expireDateTime: '2026-11-20 12:00:00' }) })).toEqual([
    { kind: 'over' },
  ])
})

test('a character quota that lasts at most a week is an item', () => {
  expect(itemsFor({ forecast: { daysLeft: 7 } })).toEqual([{ kind: 'soon', count: 7 }])
  expect(itemsFor({ forecast: { daysLeft: 7 }, user: byTime('2026-12-21 12:00:00') })).toEqual([])
})

test('a package that ends before its quota is used up is reported only as ending', () => {
  const trial = user({ expireDateTime: '2026-11-24 13:00:00' })
  expect(itemsFor({ user: trial, forecast: { daysLeft: 3 } })).toEqual([{ kind: 'ends', count: 4 }])
  expect(itemsFor({ user: trial, forecast: { daysLeft: 1 } })).toEqual([
    { kind: 'soon', count: 1 },
    { kind: 'ends', count: 4 },
  ])
})

test('a sub-account with automatic distribution has no forecast item', () => {
  const forecast = { daysLeft: 2 }
  expect(
    itemsFor({ forecast, user: user({}, { parentUserId: '9', autoDistribution: 1 }) }),
  ).toEqual([])
  expect(
    itemsFor({ forecast, user: user({}, { parentUserId: '9', autoDistribution: 0 }) }),
  ).toEqual([{ kind: 'soon', count: 2 }])
})

test('the most urgent item reports the balance once; the end of the package is separate', () => {
  const facts = { forecast: { daysLeft: 1 }, alert: { lowCharNum: 200_000 } }
  expect(itemsFor(facts)).toEqual([{ kind: 'low', threshold: 200_000 }])
  expect(itemsFor({ ...facts, user: user({ expireDateTime: '2026-11-23 12:00:00' }) })).toEqual([
    { kind: 'low', threshold: 200_000 },
    { kind: 'ends', count: 2 },
  ])
  expect(itemsFor({ ...facts, user: user({ expireDateTime: '2026-11-20 12:00:00' }) })).toEqual([
    { kind: 'over' },
  ])
})

test('empty sub-accounts are an item, unless automatic distribution is on', () => {
  expect(itemsFor({ emptySubs: ['anna', 'bo'] })).toEqual([
    { kind: 'subsEmpty', count: 2, names: ['anna', 'bo'] },
  ])
  expect(itemsFor({ emptySubs: ['anna'], user: user({}, { autoDistribution: 1 }) })).toEqual([])
})

test('an order that awaits payment is named with its amount and the minutes left, until they are over', () => {
  const order = {
    id: '1',
    no: '20261121',
    payChannel: 'WC_NATIVE',
    payStatus: 'W',
    memberGroupName: '标准版',
    translationBillingMode: 'char',
    num: 1,
    amount: 9900,
    createDateTime: '2026-11-21 11:55:00',
    payUntilDateTime: '2026-11-21 12:10:00',
  } as const
  const unpaid = { total: 2, rows: [order] }
  expect(itemsFor({ unpaid })).toEqual([
    { kind: 'unpaid', count: 2, no: '20261121', amount: 9900, minutes: 10 },
  ])
  expect(itemsFor({ unpaid, now: new Date('2026-11-21T04:10:00Z') })).toEqual([])
  expect(itemsFor({ unpaid: { total: 0, rows: [] } })).toEqual([])
  expect(itemsFor({ unpaid: { total: 1, rows: [{ ...order, payUntilDateTime: null }] } })).toEqual(
    [],
  )
})
