/** The timeline of an order. */
import { expect, test } from 'vitest'
import { wasPaidLate, creditedAt, buildTimeline } from '#console/features/orders/order-status.ts'

const at = (minute: number) => `2026-11-21 10:${String(minute).padStart(2, '0')}:00`

test('repeated events are merged, with their count and last time', () => {
  const entries = buildTimeline([
    { event: 'created', at: at(0) },
    { event: 'asked', at: at(1) },
    { event: 'asked', at: at(2) },
    { event: 'asked', at: at(4) },
    { event: 'payPageOpened', at: at(5) },
    { event: 'asked', at: at(6) },
  ])
  expect(entries).toEqual([
    { event: 'created', at: at(0), count: 1 },
    { event: 'asked', at: at(4), count: 3 },
    { event: 'payPageOpened', at: at(5), count: 1 },
    { event: 'asked', at: at(6), count: 1 },
  ])
  expect(buildTimeline([])).toEqual([])
})

test('a payment after closing counts from the time it was credited', () => {
  const lateEvents = [
    { event: 'created', at: at(0) },
    { event: 'timedOut', at: at(15) },
    { event: 'paidAfterClosing', at: at(20) },
  ] as const
  expect(creditedAt({ events: [...lateEvents], payDateTime: at(14) })).toBe(at(20))
  expect(wasPaidLate({ events: [...lateEvents] })).toBe(true)
  expect(creditedAt({ events: [], payDateTime: at(3) })).toBe(at(3))
  expect(
    creditedAt({ events: [{ event: 'created', at: at(0) }], payDateTime: null }),
  ).toBeUndefined()
  expect(wasPaidLate({ events: [{ event: 'paid', at: at(1) }] })).toBe(false)
})
