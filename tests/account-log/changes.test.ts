/** The change tag of every kind of row (spec 4.9), with any fields that a backend fills in. */
import { expect, test } from 'vitest'
import { changesOf, kindOfChange } from '#console/features/account-log/changes.tsx'
import type { AccountLogRow } from '#contract/ledger.ts'

const row = (fields: Partial<AccountLogRow>): AccountLogRow => ({
  id: '1',
  logType: 'OTHER',
  createDateTime: '2026-11-20 08:15:21',
  ...fields,
})

test.each<[string, Partial<AccountLogRow>]>([
  ['none', {}],
  ['none', { charChangeNum: 0, beforeCharNum: 5, lastCharNum: 5, minChangeNum: 0 }],
  [
    'none',
    { beforeExpireDateTime: '2026-12-01 00:00:00', lastExpireDateTime: '2026-12-01 00:00:00' },
  ],
  ['none', { beforeExpireDateTime: '2026-12-01 00:00:00', lastExpireDateTime: null }],
  ['add', { charChangeNum: 10, beforeCharNum: 5, lastCharNum: 15 }],
  ['add', { minChangeNum: 43_200 }],
  ['add', { charChangeNum: 10, voiceChangeNum: 1, imageChangeNum: 0 }],
  ['add', { beforeCharNum: 5, lastCharNum: 15 }],
  [
    'add',
    { beforeExpireDateTime: '2026-12-01 00:00:00', lastExpireDateTime: '2027-01-01 00:00:00' },
  ],
  ['decrease', { charChangeNum: -10, beforeCharNum: 15, lastCharNum: 5 }],
  ['decrease', { voiceChangeNum: -1 }],
  ['decrease', { minChangeNum: -60 }],
  ['turn', { charChangeNum: -1_000, minChangeNum: 43_200 }],
  ['turn', { charChangeNum: 1_000, minChangeNum: -43_200 }],
  [
    'turn',
    {
      charChangeNum: -1_000,
      beforeExpireDateTime: '2026-12-01 00:00:00',
      lastExpireDateTime: '2027-01-01 00:00:00',
    },
  ],
  ['turn', { voiceChangeNum: -1, imageChangeNum: 1 }],
])('%s: %j', (kind, fields) => {
  expect(kindOfChange(row(fields))).toBe(kind)
})

test('only changed values are shown, before and after', () => {
  const fields = {
    charChangeNum: -3,
    beforeCharNum: 10,
    lastCharNum: 7,
    voiceChangeNum: 0,
    beforeVoiceNum: 4,
    lastVoiceNum: 4,
    beforeImageNum: 1,
    lastImageNum: 2,
  }
  expect(changesOf(row(fields))).toEqual([
    { unit: 'chars', difference: -3, before: 10, last: 7 },
    { unit: 'images', difference: 1, before: 1, last: 2 },
  ])
})
