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
} from '#console/features/checkout/machine.ts'
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
  answer?: { delay: number; event: PaymentEvent },
): void {
  for (;;) {
    const wakes = nextTickAt(run.state, run.now) ?? Infinity
    const answers = answer && run.inFlight > 0 ? run.polls.at(-1)!.at + answer.delay : Infinity
    const next = Math.min(wakes, Math.max(answers, run.now))
    if (next > until) break
    run.now = Math.max(run.now, next)
    dispatch(run, answers <= run.now ? answer!.event : { type: 'tick' })
  }
  run.now = Math.max(run.now, until)
}

const dispatchCreated = (run: Simulation) => dispatch(run, { type: 'created', order })
const unpaidResponse = { delay: 20, event: { type: 'checked', status: 'W' } } as const

test('is asked for every 500 ms until the time is up, 599 times and never again', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, times.payModal - 1, unpaidResponse)
  expect(run.state.at).toBe('watching')
  advance(run, times.payModal, unpaidResponse)
  expect(run.state.at).toBe('question')
  expect(hasTime(run.state, run.now)).toBe(false)
  advance(run, 2 * times.payModal, unpaidResponse)
  expect(run.polls.map(({ at }) => at)).toEqual(
    Array.from({ length: 599 }, (_, at) => (at + 1) * times.orderPoll),
  )
})

test('a slow answer is waited for, and the next question follows at once', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 10_000, { delay: 2_000, event: { type: 'checked', status: 'W' } })
  expect(run.polls.map(({ at }) => at)).toEqual([500, 2_500, 4_500, 6_500, 8_500])
})

test('failures make it ask less often, a good answer makes it forget them', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 12_000, { delay: 0, event: { type: 'checkFailed', error: 'lost' } })
  expect(run.polls.map(({ at }) => at)).toEqual([500, 1_000, 2_000, 4_000, 8_000])
  advance(run, 17_000, { delay: 0, event: { type: 'checked', status: 'W' } })
  expect(run.polls.slice(5).map(({ at }) => at)).toEqual([16_000, 16_500, 17_000])
})

test('a server that wants to be left alone is', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 7_400, { delay: 0, event: { type: 'checkFailed', error: 'busy', wait: 7_000 } })
  expect(run.polls.map(({ at }) => at)).toEqual([500])
})

test('a hidden tab asks nothing; once seen again it asks at once', () => {
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

test('a tab that was hidden when the time ran out asks once when it is seen again', () => {
  const run = newSimulation()
  dispatchCreated(run)
  dispatch(run, { type: 'hidden' })
  advance(run, times.payModal + 5_000)
  expect(run.state.at).toBe('question')
  dispatch(run, { type: 'shown' })
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
  expect(run.effects).toEqual(['check', 'succeed'])
})

test('an open notice stream slows the asking down; what it tells is asked about at once', () => {
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

test('closing the dialog asks the gateway once, then the server once more, and stops', () => {
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
  advance(run, times.payModal, unpaidResponse)
  expect(run.polls).toHaveLength(before + 1)
})

test('what was not found, or closed, is asked about again when there is a reason, and then it is true', () => {
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

test('an answer from before the gateway was asked does not count as the answer after it', () => {
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

test('while it is asked whether it was paid, a payment is still seen', () => {
  const run = newSimulation()
  dispatchCreated(run)
  dispatch(run, { type: 'close' })
  advance(run, 500)
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
})

test('not recharged stops it, and an answer that comes later changes nothing', () => {
  const run = newSimulation()
  dispatchCreated(run)
  advance(run, 500)
  dispatch(run, { type: 'close' })
  dispatch(run, { type: 'notRecharged' })
  dispatch(run, { type: 'checked', status: 'P' })
  expect(run.state.at).toBe('stopped')
  expect(run.effects).not.toContain('succeed')
})

test('a form payment does not poll; returning from the cashier asks the server and the payer', () => {
  const run = newSimulation()
  dispatch(run, { type: 'created', order: form })
  expect([run.state.at, run.effects]).toEqual(['handedOver', ['handOver']])
  advance(run, 60_000)
  expect(run.polls).toEqual([])
  dispatch(run, { type: 'returned' })
  expect([run.state.at, run.polls.length]).toEqual(['question', 1])
})

test('an order that timed out or was cancelled elsewhere says so', () => {
  for (const status of ['T', 'C'] as const) {
    const run = newSimulation()
    dispatchCreated(run)
    advance(run, 500)
    dispatch(run, { type: 'checked', status })
    expect(run.state).toMatchObject({ at: 'closed', status })
  }
})

test('an order that was not created is asked for again only when that is wanted', () => {
  const run = newSimulation()
  dispatch(run, { type: 'notCreated', error: 'no' })
  advance(run, 60_000)
  expect(run.effects).toEqual([])
  dispatch(run, { type: 'again' })
  expect(run.effects).toEqual(['create'])
})

test.each([
  ['as long as its order can be paid', 120_000, 120_000],
  ['no longer than any', 2 * times.payModal, times.payModal],
  ['long enough for a clock that is ahead', 1_000, minCodeTime],
])('a code is shown %s', (_what, until, endsAt) => {
  const run = newSimulation()
  dispatch(run, { type: 'created', order: { ...order, until } })
  expect(run.state).toMatchObject({ at: 'watching', endsAt })
})

test('who comes back to a page whose payment is through finds it ended, and is not sent on again', () => {
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
const anything: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc
    .constantFrom(...names, 'streamOpened' as const, 'streamClosed' as const, 'notified' as const)
    .map((type) => ({ type })),
  fc.constantFrom(order, form).map((made) => ({ type: 'created' as const, order: made })),
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
const life = fc.array(fc.tuple(fc.nat(40_000), anything), { maxLength: 60 })

test('for any events: one poll at a time, none after an end, none by the clock when hidden', () => {
  fc.assert(
    fc.property(life, (happenings) => {
      const run = newSimulation()
      let endsAt = Infinity
      for (const [later, event] of happenings) {
        advance(run, run.now + later)
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

test('whatever happened, leaving it alone ends the asking within the time, and saying no ends it all', () => {
  fc.assert(
    fc.property(life, fc.nat(3_000), (happenings, delay) => {
      const run = newSimulation()
      for (const [later, event] of happenings) {
        advance(run, run.now + later)
        dispatch(run, event)
      }
      const left = run.now
      advance(run, left + times.payModal, { delay, event: { type: 'checked', status: 'W' } })
      const polls = run.polls.length
      advance(run, left + 3 * times.payModal, { delay, event: { type: 'checked', status: 'W' } })
      expect(run.polls.length - polls).toBeLessThanOrEqual(1)
      expect(nextTickAt(run.state, run.now)).toBeUndefined()
      for (const type of ['close', 'notRecharged', 'close'] as const) dispatch(run, { type })
      expect(isOver(run.state)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('a payment known to the server is never shown as anything else', () => {
  fc.assert(
    fc.property(life, (happenings) => {
      const run = newSimulation()
      dispatchCreated(run)
      for (const [later, event] of happenings) {
        advance(run, run.now + later)
        dispatch(run, event.type === 'checked' ? { type: 'checked', status: 'P' } : event)
      }
      if (run.effects.includes('succeed')) expect(['paid', 'stopped']).toContain(run.state.at)
      expect(run.effects.filter((effect) => effect === 'succeed').length).toBeLessThanOrEqual(1)
    }),
  )
})
