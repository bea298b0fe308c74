/** The pay flow keeps its promises whatever happens, in whatever order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOver, wakesAt, type PaymentEvent } from '#console/features/checkout/machine.ts'
import { times } from '#contract/limits.ts'
import { dispatchCreated, form, dispatch, order, advance, newSimulation } from '#tests/support/pay-run.ts'

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
    .constantFrom(...names, 'streamOpened' as const, 'streamClosed' as const, 'told' as const)
    .map((is) => ({ is })),
  fc.constantFrom(order, form).map((made) => ({ is: 'created' as const, order: made })),
  fc
    .constantFrom<'W' | 'P' | 'T' | 'C'>('W', 'W', 'W', 'P', 'T', 'C')
    .map((status) => ({ is: 'checked' as const, status })),
  fc.option(fc.nat(20_000), { nil: undefined }).map((wait) => ({
    is: 'checkFailed' as const,
    error: 'x',
    ...(wait === undefined ? {} : { wait }),
  })),
  fc.constantFrom('notCreated' as const, 'formRefused' as const).map((is) => ({ is, error: 'x' })),
)
const life = fc.array(fc.tuple(fc.nat(40_000), anything), { maxLength: 60 })

test('whatever happens: one question at a time, none after an end, none by the clock when the time is up or nobody looks', () => {
  fc.assert(
    fc.property(life, (happenings) => {
      const run = newSimulation()
      let endsAt = Infinity
      for (const [later, event] of happenings) {
        advance(run, run.now + later)
        const [before, asked] = [run.state, run.polls.length]
        dispatch(run, event)
        if ('endsAt' in run.state) endsAt = run.state.endsAt
        if (isOver(before)) expect(run.polls.length).toBe(asked)
        expect(run.maxInFlight).toBeLessThanOrEqual(1)
        if (run.state.line.hidden && run.state.at !== 'checking')
          expect(wakesAt(run.state, run.now) ?? endsAt).toBe(endsAt)
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
      advance(run, left + times.payModal, { delay, event: { is: 'checked', status: 'W' } })
      const asked = run.polls.length
      advance(run, left + 3 * times.payModal, { delay, event: { is: 'checked', status: 'W' } })
      expect(run.polls.length - asked).toBeLessThanOrEqual(1)
      expect(wakesAt(run.state, run.now)).toBeUndefined()
      for (const is of ['close', 'notRecharged', 'close'] as const) dispatch(run, { is })
      expect(isOver(run.state)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('a payment that the server knows of is never told as anything else', () => {
  fc.assert(
    fc.property(life, (happenings) => {
      const run = newSimulation()
      dispatchCreated(run)
      for (const [later, event] of happenings) {
        advance(run, run.now + later)
        dispatch(run, event.is === 'checked' ? { is: 'checked', status: 'P' } : event)
      }
      if (run.effects.includes('succeed')) expect(['paid', 'stopped']).toContain(run.state.at)
      expect(run.effects.filter((effect) => effect === 'succeed').length).toBeLessThanOrEqual(1)
    }),
  )
})
