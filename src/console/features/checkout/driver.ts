/** Runs a payment: performs the state machine's effects and feeds back results and ticks. */
import { WireError } from '#contract/failure.ts'
import {
  begin,
  resume,
  step,
  wakesAt,
  type Effect,
  type PaymentEvent,
  type Order,
  type State,
  type Status,
  type Step,
} from '#console/features/checkout/machine.ts'

/** Side effects of a payment. All of them throw on failure. */
export type Effects = {
  create: () => Promise<Order>
  check: (order: Order) => Promise<Status>
  /** Has the server query the payment gateway. */
  flush: (order: Order) => Promise<unknown>
  handOver: (order: Order) => void
  succeed: (order: Order) => void
  /** Whether the error ends the session, and with it the payment. */
  endsAll: (error: unknown) => boolean
}

/** A running payment. It polls only while it has subscribers. */
export type PaymentDriver = {
  readonly state: () => State
  readonly send: (event: PaymentEvent) => void
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Starts a payment at once; call it in the handler of the user's confirmation. With `order`,
 * resumes after the payer returns from the payment page.
 */
export function startPayment(effects: Effects, order?: Order): PaymentDriver {
  const listeners = new Set<() => void>()
  let state: State
  let timer: ReturnType<typeof setTimeout> | undefined
  let watch: AbortController | undefined

  const apply = (next: Step) => {
    state = next.state
    for (const effect of next.effects) void carryOut(effect)
    for (const listener of listeners) listener()
    setTimer()
  }
  const send = (event: PaymentEvent) => apply(step(state, event, Date.now()))

  function setTimer() {
    clearTimeout(timer)
    const at = listeners.size > 0 ? wakesAt(state, Date.now()) : undefined
    timer =
      at === undefined
        ? undefined
        : setTimeout(() => send({ is: 'tick' }), Math.max(0, at - Date.now()))
  }

  async function carryOut(effect: Effect): Promise<void> {
    try {
      const event = await runEffect(effect, effects)
      if (event) send(event)
    } catch (error) {
      send(effects.endsAll(error) ? { is: 'leave' } : failureEvent(effect, error))
    }
  }

  const reportVisibility = () => send({ is: document.hidden ? 'hidden' : 'shown' })
  function startWatching() {
    watch = new AbortController()
    document.addEventListener('visibilitychange', reportVisibility, watch)
    addEventListener('pageshow', ({ persisted }) => persisted && send({ is: 'returned' }), watch)
    if (document.hidden !== state.line.hidden) reportVisibility()
  }
  function stopWatching() {
    watch?.abort()
    send({ is: 'hidden' })
  }

  apply(order ? resume(order, Date.now(), document.hidden) : begin(Date.now(), document.hidden))
  return {
    state: () => state,
    send,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) startWatching()
      setTimer()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopWatching()
      }
    },
  }
}

async function runEffect(effect: Effect, effects: Effects): Promise<PaymentEvent | undefined> {
  switch (effect.do) {
    case 'create':
      return { is: 'created', order: await effects.create() }
    case 'check':
      return { is: 'checked', status: await effects.check(effect.order) }
    case 'flush':
      await effects.flush(effect.order)
      return { is: 'flushed' }
    case 'handOver':
    case 'succeed':
      effects[effect.do](effect.order)
      return undefined
  }
}

function failureEvent(effect: Effect, error: unknown): PaymentEvent {
  switch (effect.do) {
    case 'create':
      return { is: 'notCreated', error }
    case 'handOver':
      return { is: 'formRefused', error }
    // The server queries an unreachable gateway later by itself; its current status is read
    // regardless.
    case 'flush':
      return { is: 'flushed' }
    default:
      return { is: 'checkFailed', error, ...pauseOf(error) }
  }
}

function pauseOf(error: unknown): { wait?: number } {
  return error instanceof WireError && error.failure.kind === 'busy'
    ? { wait: error.failure.seconds * 1000 }
    : {}
}
