// @vitest-environment happy-dom
/** The payment driver with a fake clock: calls, their times, and calls that must not happen. */
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import { startPayment, type PaymentDriver, type Effects } from '#client/payment/driver.ts'
import type { Order, Status } from '#client/payment/machine.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { fireVisibilityChange, fireWindowEvent } from '#tests/support/browser/browser-events.ts'

const order: Order = { id: '7', no: 'N7', code: 'https://pay.example/7', usesForm: false }
let status: Status | Error = 'W'
let hidden = false
let subscriptions: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  status = 'W'
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  for (const unsubscribe of subscriptions) unsubscribe()
  subscriptions = []
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Scripted = { [K in keyof Effects]: Mock<Effects[K]> }

function script(overrides: Partial<Scripted> = {}): Scripted {
  return {
    create: vi.fn(async () => order),
    check: vi.fn<Effects['check']>(async () => {
      if (status instanceof Error) throw status
      return status
    }),
    flush: vi.fn<Effects['flush']>(async () => undefined),
    redirect: vi.fn(),
    succeed: vi.fn(),
    endsSession: vi.fn(() => false),
    ...overrides,
  }
}

function open(effects: Effects): PaymentDriver {
  const payment = startPayment(effects)
  subscriptions.push(payment.subscribe(() => {}))
  return payment
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const setVisible = async (visible: boolean) => {
  hidden = !visible
  fireVisibilityChange()
  await advance(0)
}

test('an order is created once, polled every 500 ms, and abandoned after five minutes', async () => {
  const effects = script()
  const payment = open(effects)
  await advance(0)
  expect(payment.state().at).toBe('watching')
  await advance(times.payDialogTimeout - 1)
  expect([
    payment.state().at,
    effects.create.mock.calls.length,
    effects.check.mock.calls.length,
  ]).toEqual(['watching', 1, 599])
  await advance(1)
  expect(payment.state().at).toBe('question')
  await advance(times.payDialogTimeout)
  expect(effects.check).toHaveBeenCalledTimes(599)
  expect(vi.getTimerCount()).toBe(0)
})

test('after the payment the result is shown and polling stops', async () => {
  const effects = script()
  const payment = open(effects)
  await advance(1_200)
  status = 'P'
  await advance(500)
  expect(payment.state().at).toBe('paid')
  expect(effects.succeed).toHaveBeenCalledExactlyOnceWith(order)
  await advance(10_000)
  expect(effects.check).toHaveBeenCalledTimes(3)
})

test('polls do not overlap while a response is pending', async () => {
  let respond: (status: Status) => void = () => {}
  const effects = script({
    check: vi.fn(() => new Promise<Status>((resolve) => (respond = resolve))),
  })
  open(effects)
  await advance(20_000)
  expect(effects.check).toHaveBeenCalledTimes(1)
  respond('W')
  await advance(0)
  expect(effects.check).toHaveBeenCalledTimes(2)
})

test('failed polls do not end the polling', async () => {
  const effects = script()
  const payment = open(effects)
  status = new WireError({ kind: 'unreachable', reason: 'network' })
  await advance(5_000)
  expect(payment.state()).toMatchObject({ at: 'watching', poll: { failures: 4 } })
  status = 'P'
  await advance(8_000)
  expect(payment.state().at).toBe('paid')
})

test('polling waits as long as a busy server demands', async () => {
  const effects = script()
  open(effects)
  status = new WireError({ kind: 'busy', seconds: 20 })
  await advance(20_400)
  expect(effects.check).toHaveBeenCalledTimes(1)
  await advance(200)
  expect(effects.check).toHaveBeenCalledTimes(2)
})

test('a hidden tab does not poll, and polls at once when visible again', async () => {
  const effects = script()
  open(effects)
  await advance(1_000)
  await setVisible(false)
  await advance(60_000)
  expect(effects.check).toHaveBeenCalledTimes(2)
  await setVisible(true)
  expect(effects.check).toHaveBeenCalledTimes(3)
  await advance(500)
  expect(effects.check).toHaveBeenCalledTimes(4)
})

test('leaving the page stops the polling, even when a response arrives later', async () => {
  let respond: (status: Status) => void = () => {}
  const effects = script({
    check: vi.fn(() => new Promise<Status>((resolve) => (respond = resolve))),
  })
  open(effects)
  await advance(600)
  subscriptions.pop()!()
  await advance(5_000)
  respond('W')
  await advance(60_000)
  expect(effects.check).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('“recharged” queries the gateway, then the server once, even if the gateway query fails', async () => {
  for (const flush of [
    vi.fn<Effects['flush']>(async () => undefined),
    vi.fn<Effects['flush']>(async () =>
      Promise.reject(new WireError({ kind: 'busy', seconds: 3 })),
    ),
  ]) {
    const effects = script({ flush })
    const payment = open(effects)
    await advance(700)
    payment.send({ type: 'close' })
    payment.send({ type: 'recharged' })
    await advance(0)
    expect(flush).toHaveBeenCalledExactlyOnceWith(order)
    expect([payment.state().at, effects.check.mock.calls.length]).toEqual(['notFound', 2])
    await advance(times.payDialogTimeout)
    expect(effects.check).toHaveBeenCalledTimes(2)
  }
})

test('the end of the session stops the payment', async () => {
  const effects = script({ endsSession: vi.fn(() => true) })
  const payment = open(effects)
  status = new WireError({ kind: 'expired', status: 700 })
  await advance(600)
  expect(payment.state().at).toBe('stopped')
})

test('a failed order creation has an error and can be retried', async () => {
  const broken = new WireError({ kind: 'broken', status: 500 })
  const create = vi.fn<Effects['create']>(async () => order).mockRejectedValueOnce(broken)
  const payment = open(script({ create }))
  await advance(0)
  expect(payment.state()).toMatchObject({ at: 'notCreated', error: broken })
  payment.send({ type: 'again' })
  await advance(0)
  expect(payment.state().at).toBe('watching')
})

test('a payment form is submitted; a rejected form has an error and is not polled', async () => {
  const form = { ...order, usesForm: true }
  const sent = script({ create: vi.fn(async () => form) })
  const payment = open(sent)
  await advance(10_000)
  expect(payment.state().at).toBe('redirecting')
  expect(sent.redirect).toHaveBeenCalledExactlyOnceWith(form)
  expect(sent.check).not.toHaveBeenCalled()

  const hostile = open(
    script({ create: vi.fn(async () => form), redirect: vi.fn(() => void JSON.parse('<')) }),
  )
  await advance(0)
  expect(hostile.state()).toMatchObject({ at: 'formRefused', error: expect.any(SyntaxError) })
})

test('returning from the cashier by the back button polls at once', async () => {
  const effects = script({ create: vi.fn(async () => ({ ...order, usesForm: true })) })
  const payment = open(effects)
  await advance(30_000)
  status = 'P'
  fireWindowEvent('pageshow', { persisted: true })
  await advance(0)
  expect(payment.state().at).toBe('paid')
})

test('the notice stream replaces polling until it closes', async () => {
  const effects = script()
  const payment = open(effects)
  await advance(0)
  payment.send({ type: 'streamOpened' })
  await advance(10_000)
  expect(effects.check).not.toHaveBeenCalled()
  payment.send({ type: 'notified' })
  await advance(0)
  expect(effects.check).toHaveBeenCalledTimes(1)
  payment.send({ type: 'streamClosed' })
  await advance(1_000)
  expect(effects.check).toHaveBeenCalledTimes(4)
  expect(payment.state().at).toBe('watching')
})
