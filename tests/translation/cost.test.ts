/**
 * The cost shown before a text is sent: nothing is promised that the server would refuse.
 */
import { expect, test, vi } from 'vitest'
import { stubBrowser, sampleUser } from '#tests/support/browser/globals.ts'
import type { User } from '#contract/user.ts'

stubBrowser()
const { priceOf } = await import('#console/features/translation/cost.ts')

const { memberAccount, ...nora } = sampleUser('1')
const by = (
  translationBillingMode: 'char' | 'time',
  expireDateTime: string | null,
  more: Partial<User> = {},
): User => ({
  ...nora,
  ...more,
  memberGroup: { name: '标准版', enName: 'Standard', translationBillingMode },
  memberAccount: { ...memberAccount, usableCharNum: 100, expireDateTime },
})
const sub = { parentUserId: '9', autoDistribution: 1 as const }

test.each<[string, number, User, string]>([
  ['by characters', 100, by('char', null), 'cost'],
  ['by characters that are too few', 101, by('char', null), 'short'],
  ['by characters drawn from the main account', 101, by('char', null, sub), 'drawn'],
  ['by trial characters', 1, by('char', '2026-11-20 00:00:01'), 'cost'],
  ['by trial characters whose day has come', 1, by('char', '2026-11-20 00:00:00'), 'expired'],
  ['by time', 9_999, by('time', '2026-12-01 00:00:00'), 'free'],
  ['by time that is over', 1, by('time', '2026-11-19 23:59:59'), 'expired'],
  [
    'by time that is over, as a sub-account',
    1,
    by('time', '2026-11-19 23:59:59', sub),
    'notForSub',
  ],
  ['by time, as a sub-account', 1, by('time', '2026-12-01 00:00:00', sub), 'notForSub'],
  ['by time without a known end', 1, by('time', null), 'free'],
])('%s: %d characters', (_, chars, user, price) => {
  vi.setSystemTime('2026-11-19T16:00:00Z')
  expect(priceOf(chars, user)).toBe(price)
  vi.useRealTimers()
})
