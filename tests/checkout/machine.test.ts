/** The payment state machine against a virtual clock, by scenario and by random events. */
import {
  begin,
  step,
  nextTickAt,
  type PaymentEvent,
  type Order,
  type State,
  hasTime,
  minCodeTime,
  streamedPollInterval,
  isOver,
} from '#client/payment/machine.ts'
import { expect, test } from 'vitest'
import { times } from '#contract/limits.ts'
import fc from 'fast-check'

const order: Order = { id: '7', no: 'N7', code: 'weixin://pay', usesForm: false }
const form: Order = { ...order, usesForm: true }

type Poll = { at: number; by: PaymentEvent['type'] }
type Simulation = {
  state: State
  now: number
  polls: Poll[]
  inFlight: number
  maxInFlight: number
  effects: string[]
}

const newSimulation = (): Simulation => ({
  state: begin(0).state,
  now: 0,
  polls: [],
  inFlight: 0,
  maxInFlight: 0,
  effects: [],
})

function dispatch(run: Simulation, event: PaymentEvent): void {
  if (event.type === 'checked' || event.type === 'checkFailed') {
    if (run.inFlight === 0) return
    run.inFlight -= 1
  }
  const next = step(run.state, event, run.now)
  run.state = next.state
  for (const effect of next.effects) {
    run.effects.push(effect.type)
    if (effect.type !== 'check') continue
    run.polls.push({ at: run.now, by: event.type })
    run.inFlight += 1
    run.maxInFlight = Math.max(run.maxInFlight, run.inFlight)
  }
}

/**
 * Advances the clock to `until`, with ticks when the machine requests them and responses after
 * `delay` milliseconds.
 */
function advance(
  run: Simulation,
  until: number,
  response?: { delay: number; event: PaymentEvent },
): void {
  for (;;) {
    const wakes = nextTickAt(run.state, run.now) ?? Infinity
    const respondsAt =
      response && run.inFlight > 0 ? run.polls.at(-1)!.at + response.delay : Infinity
    const next = Math.min(wakes, Math.max(respondsAt, run.now))
    if (next > until) break
    run.now = Math.max(run.now, next)
    dispatch(run, respondsAt <= run.now ? response!.event : { type: 'tick' })
  }
  run.now = Math.max(run.now, until)
}

const dispatchCreated = (run: Simulation) => dispatch(run, { type: 'created', order })
const unpaidResponse = { delay: 20, event: { type: 'checked', status: 'W' } } as const

test('an order is polled every 500 ms until the timeout, 599 times', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, times.payDialogTimeout - 1, unpaidResponse)
  expect(run.state.at).toBe('watching')
  advance(run, times.payDialogTimeout, unpaidResponse)
  expect(run.state.at).toBe('question')
  expect(hasTime(run.state, run.now)).toBe(false)
  advance(run, 2 * times.payDialogTimeout, unpaidResponse)
  expect(run.polls.map(({ at }) => at)).toEqual(
    Array.from({ length: 599 }, (_, index) => (index + 1) * times.orderPollInterval),
  )
})

test('the next poll follows a slow response at once', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 10_000, { delay: 2_000, event: { type: 'checked', status: 'W' } })
  expect(run.polls.map(({ at }) => at)).toEqual([500, 2_500, 4_500, 6_500, 8_500])
})

test('failures back off the polling, a response resets the backoff', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 12_000, { delay: 0, event: { type: 'checkFailed', error: 'lost' } })
  expect(run.polls.map(({ at }) => at)).toEqual([500, 1_000, 2_000, 4_000, 8_000])
  advance(run, 17_000, { delay: 0, event: { type: 'checked', status: 'W' } })
  expect(run.polls.slice(5).map(({ at }) => at)).toEqual([16_000, 16_500, 17_000])
})

test('a busy server is not polled during its Retry-After', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 7_400, { delay: 0, event: { type: 'checkFailed', error: 'busy', wait: 7_000 } })
  expect(run.polls.map(({ at }) => at)).toEqual([500])
})

test('a hidden tab does not poll; once visible it polls at once', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 1_200, unpaidResponse)
  dispatch(run, { type: 'hidden' })
  advance(run, 60_123, unpaidResponse)
  for (const type of ['notified', 'close', 'stay', 'tick'] as const) dispatch(run, { type })
  expect(run.polls).toHaveLength(2)
  dispatch(run, { type: 'shown' })
  expect(run.polls.at(-1)).toEqual({ at: 60_123, by: 'shown' })
  advance(run, 61_000, unpaidResponse)
  expect(run.polls.at(-1)).toEqual({ at: 60_623, by: 'tick' })
})

test('a tab hidden at the timeout polls once when visible again', () => {
  const run = newSimulation()
  dispatchCreated(run)
  dispatch(run, { type: 'hidden' })
  advance(run, times.payDialogTimeout + 5_000)
  expect(run.state.at).toBe('question')
  dispatch(run, { type: 'shown' })
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
  expect(run.effects).toEqual(['check', 'succeed'])
})

test('an open notice stream slows polling down, and a notice polls at once', () => {
  const run = newSimulation()
  dispatchCreated(run)
  dispatch(run, { type: 'streamOpened' })
  advance(run, streamedPollInterval + 1_000, unpaidResponse)
  expect(run.polls.map(({ at }) => at)).toEqual([streamedPollInterval])
  dispatch(run, { type: 'notified' })
  expect(run.polls.at(-1)).toEqual({ at: streamedPollInterval + 1_000, by: 'notified' })
  dispatch(run, { type: 'checked', status: 'W' })
  dispatch(run, { type: 'streamClosed' })
  expect(run.polls).toHaveLength(3)
})

test('an event during a poll causes another poll after the response', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 500)
  dispatch(run, { type: 'notified' })
  expect(run.polls).toHaveLength(1)
  dispatch(run, { type: 'checked', status: 'W' })
  expect(run.polls).toHaveLength(2)
})

test('“recharged” queries the gateway once, then the server once, and stops', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 1_000, unpaidResponse)
  dispatch(run, { type: 'close' })
  expect(run.state.at).toBe('question')
  dispatch(run, { type: 'recharged' })
  expect(run.effects.at(-1)).toBe('flush')
  advance(run, 20_000, unpaidResponse)
  const before = run.polls.length
  dispatch(run, { type: 'flushed' })
  expect(run.polls).toHaveLength(before + 1)
  dispatch(run, { type: 'checked', status: 'W' })
  expect(run.state.at).toBe('notFound')
  advance(run, times.payDialogTimeout, unpaidResponse)
  expect(run.polls).toHaveLength(before + 1)
})

test('a notice after “not found” or “closed” polls again and accepts the payment', () => {
  for (const status of ['W', 'T'] as const) {
    const run = newSimulation()
    dispatchCreated(run)
    dispatch(run, { type: 'close' })
    dispatch(run, { type: 'recharged' })
    dispatch(run, { type: 'flushed' })
    dispatch(run, { type: 'checked', status })
    expect(run.state.at).toBe(status === 'W' ? 'notFound' : 'closed')
    const before = run.polls.length
    advance(run, 60_000, unpaidResponse)
    expect(run.polls).toHaveLength(before)
    dispatch(run, { type: 'notified' })
    expect(run.polls).toHaveLength(before + 1)
    dispatch(run, { type: 'checked', status: 'P' })
    expect(run.state.at).toBe('paid')
  }
})

test('a response from before the gateway query does not count as the one after it', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 500)
  dispatch(run, { type: 'close' })
  dispatch(run, { type: 'recharged' })
  dispatch(run, { type: 'flushed' })
  expect(run.polls).toHaveLength(1)
  dispatch(run, { type: 'checked', status: 'W' })
  expect([run.state.at, run.polls.length]).toEqual(['checking', 2])
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
})

test('a payment is detected while the question is open', () => {
  const run = newSimulation()
  dispatchCreated(run)
  dispatch(run, { type: 'close' })
  advance(run, 500)
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
})

test('“not recharged” stops the payment, and a later response is ignored', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 500)
  dispatch(run, { type: 'close' })
  dispatch(run, { type: 'notRecharged' })
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('stopped')
  expect(run.effects).not.toContain('succeed')
})

test('a form payment does not poll; returning from the cashier polls and asks the payer', () => {
  const run = newSimulation()
  dispatch(run, { type: 'created', order: form })
  expect([run.state.at, run.effects]).toEqual(['redirecting', ['redirect']])
  advance(run, 60_000)
  expect(run.polls).toEqual([])
  dispatch(run, { type: 'returned' })
  expect([run.state.at, run.polls.length]).toEqual(['question', 1])
})

test('an order that timed out or was cancelled is closed', () => {
  for (const status of ['T', 'C'] as const) {
    const run = newSimulation()
    dispatchCreated(run)
    advance(run, 500)
    dispatch(run, { type: 'checked', status })
    expect(run.state).toMatchObject({ at: 'closed', status })
  }
})

test('a failed order creation is retried on request only', () => {
  const run = newSimulation()
  dispatch(run, { type: 'notCreated', error: 'no' })
  advance(run, 60_000)
  expect(run.effects).toEqual([])
  dispatch(run, { type: 'again' })
  expect(run.effects).toEqual(['create'])
})

test.each([
  ['as long as the order can be paid', 120_000, 120_000],
  ['at most for the dialog timeout', 2 * times.payDialogTimeout, times.payDialogTimeout],
  ['for the minimum time if the clock is ahead', 1_000, minCodeTime],
])('a code is shown %s', (_what, until, endsAt) => {
  const run = newSimulation()
  dispatch(run, { type: 'created', order: { ...order, until } })
  expect(run.state).toMatchObject({ at: 'watching', endsAt })
})

test('returning to a page with a finished payment stops it without another redirect', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 1_000, { delay: 0, event: { type: 'checked', status: 'P' } })
  expect(run.state.at).toBe('paid')
  dispatch(run, { type: 'returned' })
  expect(run.state.at).toBe('stopped')
  expect(run.effects.filter((effect) => effect === 'succeed')).toHaveLength(1)
})

const names = [
  'tick',
  'flushed',
  'close',
  'stay',
  'recharged',
  'notRecharged',
  'again',
  'hidden',
  'shown',
  'returned',
] as const
const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc
    .constantFrom(...names, 'streamOpened' as const, 'streamClosed' as const, 'notified' as const)
    .map((type) => ({ type })),
  fc.constantFrom(order, form).map((created) => ({ type: 'created' as const, order: created })),
  fc
    .constantFrom<'W' | 'P' | 'T' | 'C'>('W', 'W', 'W', 'P', 'T', 'C')
    .map((status) => ({ type: 'checked' as const, status })),
  fc.option(fc.nat(20_000), { nil: undefined }).map((wait) => ({
    type: 'checkFailed' as const,
    error: 'x',
    ...(wait === undefined ? {} : { wait }),
  })),
  fc
    .constantFrom('notCreated' as const, 'formRefused' as const)
    .map((type) => ({ type, error: 'x' })),
)
const anyHistory = fc.array(fc.tuple(fc.nat(40_000), anyEvent), { maxLength: 60 })

test('for any events: no overlapping polls, none after the end, no timed polls when hidden', () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const run = newSimulation()
      let endsAt = Infinity
      for (const [delayMs, event] of events) {
        advance(run, run.now + delayMs)
        const [before, polls] = [run.state, run.polls.length]
        dispatch(run, event)
        if ('endsAt' in run.state) endsAt = run.state.endsAt
        if (isOver(before)) expect(run.polls.length).toBe(polls)
        expect(run.maxInFlight).toBeLessThanOrEqual(1)
        if (run.state.poll.hidden && run.state.at !== 'checking')
          expect(nextTickAt(run.state, run.now) ?? endsAt).toBe(endsAt)
      }
      const byClock = run.polls.filter(({ by }) => by === 'tick')
      expect(byClock.every(({ at }) => at < endsAt)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('for any events: polling ends by the timeout, and “not recharged” ends the payment', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(3_000), (events, delay) => {
      const run = newSimulation()
      for (const [delayMs, event] of events) {
        advance(run, run.now + delayMs)
        dispatch(run, event)
      }
      const abandonedAt = run.now
      advance(run, abandonedAt + times.payDialogTimeout, {
        delay,
        event: { type: 'checked', status: 'W' },
      })
      const polls = run.polls.length
      advance(run, abandonedAt + 3 * times.payDialogTimeout, {
        delay,
        event: { type: 'checked', status: 'W' },
      })
      expect(run.polls.length - polls).toBeLessThanOrEqual(1)
      expect(nextTickAt(run.state, run.now)).toBeUndefined()
      for (const type of ['close', 'notRecharged', 'close'] as const) dispatch(run, { type })
      expect(isOver(run.state)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('for any events: a paid order is never shown as unpaid', () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const run = newSimulation()
      dispatchCreated(run)
      for (const [delayMs, event] of events) {
        advance(run, run.now + delayMs)
        dispatch(run, event.type === 'checked' ? { type: 'checked', status: 'P' } : event)
      }
      if (run.effects.includes('succeed')) expect(['paid', 'stopped']).toContain(run.state.at)
      expect(run.effects.filter((effect) => effect === 'succeed').length).toBeLessThanOrEqual(1)
    }),
  )
})
