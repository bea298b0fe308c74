/** The cost shown before sending matches what the server would charge or refuse. */
import { expect, test, vi } from 'vitest'
import { stubBrowser, sampleUser } from '#tests/support/browser/globals.ts'
import type { User } from '#contract/user.ts'

stubBrowser()
const { assessCost } = await import('#console/features/translation/cost.ts')

const { memberAccount, ...nora } = sampleUser('1')
const userWith = (
  translationBillingMode: 'char' | 'time',
  expireDateTime: string | null,
  overrides: Partial<User> = {},
): User => ({
  ...nora,
  ...overrides,
  memberGroup: { name: '标准版', enName: 'Standard', translationBillingMode },
  memberAccount: { ...memberAccount, usableCharNum: 100, expireDateTime },
})
const sub = { parentUserId: '9', autoDistribution: 1 as const }

test.each<[string, number, User, string]>([
  ['by characters', 100, userWith('char', null), 'cost'],
  ['by characters, too few', 101, userWith('char', null), 'notEnough'],
  ['by characters, with automatic distribution', 101, userWith('char', null, sub), 'costDrawn'],
  ['by trial characters', 1, userWith('char', '2026-11-20 00:00:01'), 'cost'],
  ['by trial characters, expired', 1, userWith('char', '2026-11-20 00:00:00'), 'expired'],
  ['by time', 9_999, userWith('time', '2026-12-01 00:00:00'), 'free'],
  ['by time, expired', 1, userWith('time', '2026-11-19 23:59:59'), 'expired'],
  [
    'by time, expired, as a sub-account',
    1,
    userWith('time', '2026-11-19 23:59:59', sub),
    'notForSub',
  ],
  ['by time, as a sub-account', 1, userWith('time', '2026-12-01 00:00:00', sub), 'notForSub'],
  ['by time without an expiry', 1, userWith('time', null), 'free'],
])('%s: %d characters', (_, chars, user, verdict) => {
  vi.setSystemTime('2026-11-19T16:00:00Z')
  expect(assessCost(chars, user)).toBe(verdict)
  vi.useRealTimers()
})
