/** What needs the user: each rule when it holds, and silence when none does. */
import { expect, test } from 'vitest'
import { findActionItems, type AccountFacts } from '#console/features/overview/action-items.tsx'
import type { Reconciliation } from '#contract/ledger.ts'
import type { User } from '#contract/user.ts'
import { sampleUser } from '#tests/support/browser/globals.ts'

const now = new Date('2026-11-21T04:00:00Z')
const none = { started: 0, changes: 0, balance: 0 }
const books: Reconciliation = {
  checkedAt: '2026-11-21 04:00:00',
  ok: true,
  findings: 0,
  accounts: 1,
  rows: 1,
  chars: none,
  voices: none,
  images: none,
}
const group = (mode: 'char' | 'time') => ({
  name: '标准版',
  enName: 'Standard',
  translationBillingMode: mode,
})
const user = (account: Partial<User['memberAccount']> = {}, more: Partial<User> = {}): User => {
  const some = sampleUser('1')
  return {
    ...some,
    memberGroup: group('char'),
    ...more,
    memberAccount: { ...some.memberAccount, usableCharNum: 100_000, ...account },
  }
}
const byTime = (expireDateTime: string | null) =>
  user({ usableCharNum: 0, expireDateTime }, { memberGroup: group('time') })
const needs = (known: Partial<AccountFacts>) => findActionItems({ user: user(), now, ...known })

test('with nothing to do, no action items are shown', () => {
  expect(
    needs({
      reconciliation: books,
      forecast: { daysLeft: 8 },
      alert: { lowCharNum: 100_000 },
      emptySubs: [],
    }),
  ).toEqual([])
  expect(needs({ forecast: { daysLeft: null }, alert: { lowCharNum: null } })).toEqual([])
  expect(needs({ user: byTime('2026-12-21 12:00:00') })).toEqual([])
  expect(needs({})).toEqual([])
})

test('books that do not add up come first; unchecked ones say nothing', () => {
  const wrong = { ...books, ok: false, findings: 2 }
  expect(needs({ reconciliation: wrong, user: user({ usableCharNum: 0 }) })).toEqual([
    { kind: 'findings', count: 2 },
    { kind: 'empty' },
  ])
  expect(needs({ reconciliation: { ...wrong, checkedAt: null } })).toEqual([])
})

test('no characters left stops translating, unless they come from the main account by themselves', () => {
  const sub = { parentUserId: '9' }
  expect(needs({ user: user({ usableCharNum: 0 }) })).toEqual([{ kind: 'empty' }])
  expect(needs({ user: user({ usableCharNum: 0 }, { ...sub, autoDistribution: 0 }) })).toEqual([
    { kind: 'emptySub' },
  ])
  expect(needs({ user: user({ usableCharNum: 0 }, { ...sub, autoDistribution: 1 }) })).toEqual([])
})

test('fewer characters than the threshold, not as many', () => {
  expect(needs({ alert: { lowCharNum: 100_001 } })).toEqual([{ kind: 'low', threshold: 100_001 }])
  expect(needs({ alert: { lowCharNum: 100_000 } })).toEqual([])
})

test('an end within a week, of time or of a trial, and an end that has passed', () => {
  expect(needs({ user: byTime('2026-11-24 13:00:00') })).toEqual([{ kind: 'ends', count: 4 }])
  expect(needs({ user: byTime('2026-11-21 12:00:00') })).toEqual([{ kind: 'over' }])
  expect(needs({ user: byTime(null) })).toEqual([{ kind: 'over' }])
  expect(needs({ user: user({ expireDateTime: '2026-11-28 12:00:00' }) })).toEqual([
    { kind: 'ends', count: 7 },
  ])
  expect(needs({ user: user({ expireDateTime: '2026-11-28 12:00:01' }) })).toEqual([])
  expect(needs({ user: user({ expireDateTime: '2026-11-20 12:00:00' }) })).toEqual([
    { kind: 'over' },
  ])
})

test('a quota that lasts a week or less at the present rate, when it is counted in characters', () => {
  expect(needs({ forecast: { daysLeft: 7 } })).toEqual([{ kind: 'soon', count: 7 }])
  expect(needs({ forecast: { daysLeft: 7 }, user: byTime('2026-12-21 12:00:00') })).toEqual([])
})

test('a package that ends before its quota is used up is reported only as ending', () => {
  const trial = user({ expireDateTime: '2026-11-24 13:00:00' })
  expect(needs({ user: trial, forecast: { daysLeft: 3 } })).toEqual([{ kind: 'ends', count: 4 }])
  expect(needs({ user: trial, forecast: { daysLeft: 1 } })).toEqual([
    { kind: 'soon', count: 1 },
    { kind: 'ends', count: 4 },
  ])
})

test('a sub-account that draws on the main account does not run out soon', () => {
  const forecast = { daysLeft: 2 }
  expect(needs({ forecast, user: user({}, { parentUserId: '9', autoDistribution: 1 }) })).toEqual(
    [],
  )
  expect(needs({ forecast, user: user({}, { parentUserId: '9', autoDistribution: 0 }) })).toEqual([
    { kind: 'soon', count: 2 },
  ])
})

test('the most urgent item reports the balance once; the end of the package is separate', () => {
  const all = { forecast: { daysLeft: 1 }, alert: { lowCharNum: 200_000 } }
  expect(needs(all)).toEqual([{ kind: 'low', threshold: 200_000 }])
  expect(needs({ ...all, user: user({ expireDateTime: '2026-11-23 12:00:00' }) })).toEqual([
    { kind: 'low', threshold: 200_000 },
    { kind: 'ends', count: 2 },
  ])
  expect(needs({ ...all, user: user({ expireDateTime: '2026-11-20 12:00:00' }) })).toEqual([
    { kind: 'over' },
  ])
})

test('sub-accounts without characters need the owner, unless they draw by themselves', () => {
  expect(needs({ emptySubs: ['anna', 'bo'] })).toEqual([
    { kind: 'subsEmpty', count: 2, names: ['anna', 'bo'] },
  ])
  expect(needs({ emptySubs: ['anna'], user: user({}, { autoDistribution: 1 }) })).toEqual([])
})
