// @vitest-environment happy-dom
/**
 * The driver of the pay flow with the clock in our hands: what is called, when, and what never is.
 */
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import {
  startPayment,
  type PaymentDriver,
  type Effects,
} from '#console/features/checkout/driver.ts'
import type { Order, Status } from '#console/features/checkout/machine.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'

const order: Order = { id: '7', no: 'N7', code: 'https://pay.example/7', usesForm: false }
let status: Status | Error = 'W'
let hidden = false
let left: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  status = 'W'
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  for (const leave of left) leave()
  left = []
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Scripted = { [K in keyof Effects]: Mock<Effects[K]> }

function script(over: Partial<Scripted> = {}): Scripted {
  return {
    create: vi.fn(async () => order),
    check: vi.fn<Effects['check']>(async () => {
      if (status instanceof Error) throw status
      return status
    }),
    flush: vi.fn<Effects['flush']>(async () => undefined),
    handOver: vi.fn(),
    succeed: vi.fn(),
    endsSession: vi.fn(() => false),
    ...over,
  }
}

function open(ways: Effects): PaymentDriver {
  const paying = startPayment(ways)
  left.push(paying.subscribe(() => {}))
  return paying
}

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const see = async (now: boolean) => {
  hidden = !now
  document.dispatchEvent(new Event('visibilitychange'))
  await later(0)
}

test('an order is created once, asked about every 500 ms, and given up after exactly five minutes', async () => {
  const ways = script()
  const paying = open(ways)
  await later(0)
  expect(paying.state().at).toBe('watching')
  await later(times.payModal - 1)
  expect([paying.state().at, ways.create.mock.calls.length, ways.check.mock.calls.length]).toEqual([
    'watching',
    1,
    599,
  ])
  await later(1)
  expect(paying.state().at).toBe('question')
  await later(times.payModal)
  expect(ways.check).toHaveBeenCalledTimes(599)
  expect(vi.getTimerCount()).toBe(0)
})

test('once it is paid the result is shown, and nothing is asked any more', async () => {
  const ways = script()
  const paying = open(ways)
  await later(1_200)
  status = 'P'
  await later(500)
  expect(paying.state().at).toBe('paid')
  expect(ways.succeed).toHaveBeenCalledExactlyOnceWith(order)
  await later(10_000)
  expect(ways.check).toHaveBeenCalledTimes(3)
})

test('a question that is answered late is not asked twice meanwhile', async () => {
  let answer: (status: Status) => void = () => {}
  const ways = script({ check: vi.fn(() => new Promise<Status>((resolve) => (answer = resolve))) })
  open(ways)
  await later(20_000)
  expect(ways.check).toHaveBeenCalledTimes(1)
  answer('W')
  await later(0)
  expect(ways.check).toHaveBeenCalledTimes(2)
})

test('failures of some questions do not end it', async () => {
  const ways = script()
  const paying = open(ways)
  status = new WireError({ kind: 'unreachable', reason: 'network' })
  await later(5_000)
  expect(paying.state()).toMatchObject({ at: 'watching', line: { misses: 4 } })
  status = 'P'
  await later(8_000)
  expect(paying.state().at).toBe('paid')
})

test('a server that is too busy is left alone for as long as it says', async () => {
  const ways = script()
  open(ways)
  status = new WireError({ kind: 'busy', seconds: 20 })
  await later(20_400)
  expect(ways.check).toHaveBeenCalledTimes(1)
  await later(200)
  expect(ways.check).toHaveBeenCalledTimes(2)
})

test('a hidden tab asks nothing, and at once when it is seen again', async () => {
  const ways = script()
  open(ways)
  await later(1_000)
  await see(false)
  await later(60_000)
  expect(ways.check).toHaveBeenCalledTimes(2)
  await see(true)
  expect(ways.check).toHaveBeenCalledTimes(3)
  await later(500)
  expect(ways.check).toHaveBeenCalledTimes(4)
})

test('a page that was left polls no more, even when a response arrives', async () => {
  let answer: (status: Status) => void = () => {}
  const ways = script({ check: vi.fn(() => new Promise<Status>((resolve) => (answer = resolve))) })
  open(ways)
  await later(600)
  left.pop()!()
  await later(5_000)
  answer('W')
  await later(60_000)
  expect(ways.check).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('recharged: the gateway is asked, then the server once more, even when the gateway could not be', async () => {
  for (const flush of [
    vi.fn<Effects['flush']>(async () => undefined),
    vi.fn<Effects['flush']>(async () =>
      Promise.reject(new WireError({ kind: 'busy', seconds: 3 })),
    ),
  ]) {
    const ways = script({ flush })
    const paying = open(ways)
    await later(700)
    paying.send({ type: 'close' })
    paying.send({ type: 'recharged' })
    await later(0)
    expect(flush).toHaveBeenCalledExactlyOnceWith(order)
    expect([paying.state().at, ways.check.mock.calls.length]).toEqual(['notFound', 2])
    await later(times.payModal)
    expect(ways.check).toHaveBeenCalledTimes(2)
  }
})

test('the end of the session ends it', async () => {
  const ways = script({ endsSession: vi.fn(() => true) })
  const paying = open(ways)
  status = new WireError({ kind: 'expired', status: 700 })
  await later(600)
  expect(paying.state().at).toBe('stopped')
})

test('an order that can’t be created says why, and is tried again when that is wanted', async () => {
  const broken = new WireError({ kind: 'broken', status: 500 })
  const create = vi.fn<Effects['create']>(async () => order).mockRejectedValueOnce(broken)
  const paying = open(script({ create }))
  await later(0)
  expect(paying.state()).toMatchObject({ at: 'notCreated', error: broken })
  paying.send({ type: 'again' })
  await later(0)
  expect(paying.state().at).toBe('watching')
})

test('a form is handed over; one that is refused says so and is not asked about', async () => {
  const form = { ...order, usesForm: true }
  const sent = script({ create: vi.fn(async () => form) })
  const paying = open(sent)
  await later(10_000)
  expect(paying.state().at).toBe('handedOver')
  expect(sent.handOver).toHaveBeenCalledExactlyOnceWith(form)
  expect(sent.check).not.toHaveBeenCalled()

  const hostile = open(
    script({ create: vi.fn(async () => form), handOver: vi.fn(() => void JSON.parse('<')) }),
  )
  await later(0)
  expect(hostile.state()).toMatchObject({ at: 'formRefused', error: expect.any(SyntaxError) })
})

test('coming back from the cashier by the back button asks at once', async () => {
  const ways = script({ create: vi.fn(async () => ({ ...order, usesForm: true })) })
  const paying = open(ways)
  await later(30_000)
  status = 'P'
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await later(0)
  expect(paying.state().at).toBe('paid')
})

test('the notice stream takes the place of asking, and asking takes its place when it breaks', async () => {
  const ways = script()
  const paying = open(ways)
  await later(0)
  paying.send({ type: 'streamOpened' })
  await later(10_000)
  expect(ways.check).not.toHaveBeenCalled()
  paying.send({ type: 'notified' })
  await later(0)
  expect(ways.check).toHaveBeenCalledTimes(1)
  paying.send({ type: 'streamClosed' })
  await later(1_000)
  expect(ways.check).toHaveBeenCalledTimes(4)
  expect(paying.state().at).toBe('watching')
})
