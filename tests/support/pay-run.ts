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

export type Asked = { at: number; by: PaymentEvent['is'] }
export type Run = {
  state: State
  now: number
  asked: Asked[]
  inFlight: number
  mostInFlight: number
  effects: string[]
}

export const start = (): Run => ({
  state: begin(0).state,
  now: 0,
  asked: [],
  inFlight: 0,
  mostInFlight: 0,
  effects: [],
})

export function happen(run: Run, event: PaymentEvent): void {
  if (event.is === 'checked' || event.is === 'checkFailed') {
    if (run.inFlight === 0) return
    run.inFlight -= 1
  }
  const next = step(run.state, event, run.now)
  run.state = next.state
  for (const effect of next.effects) {
    run.effects.push(effect.do)
    if (effect.do !== 'check') continue
    run.asked.push({ at: run.now, by: event.is })
    run.inFlight += 1
    run.mostInFlight = Math.max(run.mostInFlight, run.inFlight)
  }
}

/**
 * Advances the clock to `until`, with ticks when the machine requests them and responses after
 * `delay` milliseconds.
 */
export function pass(
  run: Run,
  until: number,
  answer?: { delay: number; event: PaymentEvent },
): void {
  for (;;) {
    const wakes = wakesAt(run.state, run.now) ?? Infinity
    const answers = answer && run.inFlight > 0 ? run.asked.at(-1)!.at + answer.delay : Infinity
    const next = Math.min(wakes, Math.max(answers, run.now))
    if (next > until) break
    run.now = Math.max(run.now, next)
    happen(run, answers <= run.now ? answer!.event : { is: 'tick' })
  }
  run.now = Math.max(run.now, until)
}

export const created = (run: Run) => happen(run, { is: 'created', order })
export const waits = { delay: 20, event: { is: 'checked', status: 'W' } } as const
