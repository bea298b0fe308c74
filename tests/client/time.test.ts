/** Wire times in the business time zone, independent of the user's. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromWire,
  partOfDay,
  recentRange,
  relativeTime,
  toWire,
  wireNow,
} from '#client/i18n/time.ts'

test('a time is formatted in the Shanghai time zone', () => {
  expect(toWire(new Date('2025-12-31T16:00:05Z'))).toBe('2026-01-01 00:00:05')
  expect(toWire(new Date('2026-02-28T15:59:59.999Z'))).toBe('2026-02-28 23:59:59')
  expect(wireNow(new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01 08:00:00')
})

test('a formatted time parses to the same second', () => {
  const moment = fc.date({
    min: new Date('1992-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moment, (time) => {
      expect(fromWire(toWire(time)).getTime()).toBe(Math.floor(time.getTime() / 1000) * 1000)
    }),
  )
})

test('the last ten days start and end at midnight in Shanghai', () => {
  expect(recentRange(10, new Date('2026-03-05T15:59:59Z'))).toEqual([
    '2026-02-23 00:00:00',
    '2026-03-05 23:59:59',
  ])
  expect(recentRange(10, new Date('2026-03-05T16:00:00Z'))).toEqual([
    '2026-02-24 00:00:00',
    '2026-03-06 23:59:59',
  ])
})

test.each([
  ['2026-03-05 11:59:30', '30秒钟前', '30 seconds ago'],
  ['2026-03-05 09:00:00', '3小时前', '3 hours ago'],
  ['2026-03-04 11:00:00', '昨天', 'yesterday'],
  ['2026-03-08 12:00:00', '3天后', 'in 3 days'],
  ['2024-03-01 12:00:00', '2年前', '2 years ago'],
])('%s is %s, %s', (time, zh, en) => {
  const now = new Date('2026-03-05T04:00:00Z')
  expect(relativeTime(time, now, 'zh')).toBe(zh)
  expect(relativeTime(time, now, 'en')).toBe(en)
})

test.each([
  [0, 'morning'],
  [9, 'morning'],
  [10, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('%i o’clock is %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part)
})
