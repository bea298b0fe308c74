/** The order stored before a cashier visit: returned once, to its user, while it can be paid. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberOrderAtCashier, consumeOrderAtCashier } from '#client/cashier.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { times } from '#contract/limits.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const order = { id: '7', no: 'N7', amount: 9_900, description: 'Standard × 1' }

stubBrowser()
beforeEach(() => {
  signIn({ sk: 'secret', userId: '42' })
  rememberOrderAtCashier(order)
})
afterEach(() => {
  vi.useRealTimers()
  signOut()
})
afterAll(() => vi.unstubAllGlobals())

test('the order is returned once', () => {
  expect([consumeOrderAtCashier(), consumeOrderAtCashier()]).toEqual([order, null])
})

test('another user gets no order', () => {
  signIn({ sk: 'another', userId: '43' })
  expect(consumeOrderAtCashier()).toBeNull()
})

test('an order too old to be paid is not returned', () => {
  vi.useFakeTimers({ now: Date.now() + times.paymentPeriod })
  expect(consumeOrderAtCashier()).toBeNull()
})
