/** Simulates the payment state machine with a virtual clock and scripted responses. */
import {
  begin,
  step,
  wakesAt,
  type PaymentEvent,
  type Order,
  type State,
} from '#console/features/checkout/machine.ts'

export const order: Order = { id: '7', no: 'N7', code: 'weixin://pay', byForm: false }
export const form: Order = { ...order, byForm: true }

export type Poll = { at: number; by: PaymentEvent['is'] }
export type Simulation = {
  state: State
  now: number
  polls: Poll[]
  inFlight: number
  maxInFlight: number
  effects: string[]
}

export const newSimulation = (): Simulation => ({
  state: begin(0).state,
  now: 0,
  polls: [],
  inFlight: 0,
  maxInFlight: 0,
  effects: [],
})

export function dispatch(run: Simulation, event: PaymentEvent): void {
  if (event.is === 'checked' || event.is === 'checkFailed') {
    if (run.inFlight === 0) return
    run.inFlight -= 1
  }
  const next = step(run.state, event, run.now)
  run.state = next.state
  for (const effect of next.effects) {
    run.effects.push(effect.do)
    if (effect.do !== 'check') continue
    run.polls.push({ at: run.now, by: event.is })
    run.inFlight += 1
    run.maxInFlight = Math.max(run.maxInFlight, run.inFlight)
  }
}

/**
 * Advances the clock to `until`, with ticks when the machine requests them and responses after
 * `delay` milliseconds.
 */
export function advance(
  run: Simulation,
  until: number,
  answer?: { delay: number; event: PaymentEvent },
): void {
  for (;;) {
    const wakes = wakesAt(run.state, run.now) ?? Infinity
    const answers = answer && run.inFlight > 0 ? run.polls.at(-1)!.at + answer.delay : Infinity
    const next = Math.min(wakes, Math.max(answers, run.now))
    if (next > until) break
    run.now = Math.max(run.now, next)
    dispatch(run, answers <= run.now ? answer!.event : { is: 'tick' })
  }
  run.now = Math.max(run.now, until)
}

export const dispatchCreated = (run: Simulation) => dispatch(run, { is: 'created', order })
export const unpaidResponse = { delay: 20, event: { is: 'checked', status: 'W' } } as const
