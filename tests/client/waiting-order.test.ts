/** The order that waits for its payment: kept for its user in this tab, while it can be paid. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forgetWaitingOrder,
  readWaitingOrder,
  rememberWaitingOrder,
  type WaitingOrder,
} from '#client/cashier.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { times } from '#contract/limits.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const order: WaitingOrder = {
  id: '7',
  no: 'N7',
  payChannel: 'ALI_NATIVE',
  amount: 9_900,
  description: 'Standard × 1',
  until: Date.now() + times.paymentPeriod,
}

stubBrowser()
beforeEach(() => {
  signIn({ sk: 'secret', userId: '42' })
  rememberWaitingOrder(order)
})
afterEach(() => {
  vi.useRealTimers()
  signOut()
})
afterAll(() => vi.unstubAllGlobals())

test('the order is returned until it is forgotten', () => {
  expect(readWaitingOrder()).toEqual(order)
  forgetWaitingOrder()
  expect(readWaitingOrder()).toBeNull()
})

test('another user gets no order', () => {
  signIn({ sk: 'another', userId: '43' })
  expect(readWaitingOrder()).toBeNull()
})

test('an order too old to be paid is not returned', () => {
  vi.useFakeTimers({ now: Date.now() + times.paymentPeriod })
  expect(readWaitingOrder()).toBeNull()
})
