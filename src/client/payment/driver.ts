/** Runs a payment: performs the state machine's effects and feeds back results and ticks. */
import { WireError } from '#contract/failure.ts'
import {
  begin,
  resume,
  step,
  nextTickAt,
  type Effect,
  type PaymentEvent,
  type Order,
  type State,
  type Status,
  type Step,
} from '#client/payment/machine.ts'

/** Side effects that follow an order. All of them throw on failure. */
export type OrderEffects = {
  check: (order: Order) => Promise<Status>
  /** Has the server query the payment gateway. */
  flush: (order: Order) => Promise<unknown>
  succeed: (order: Order) => void
  /** Whether the error ends the session, and with it the payment. */
  endsSession: (error: unknown) => boolean
}
/** Those that place the order and lead to its payment. */
type PlacingEffects = {
  create: () => Promise<Order>
  /** Posts the gateway's payment form, which leaves the page. */
  redirect: (order: Order) => void
}
export type Effects = OrderEffects & PlacingEffects

/** A running payment. It polls only while it has subscribers. */
export type PaymentDriver = {
  readonly state: () => State
  readonly send: (event: PaymentEvent) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Starts a payment at once; call it in the handler of the user's confirmation. */
export const startPayment = (effects: Effects): PaymentDriver =>
  drive(begin(Date.now(), document.hidden), effects)

/** Continues an order (see `resume` of `machine.ts`). `endsAt`: Unix milliseconds. */
export const resumePayment = (
  effects: OrderEffects,
  order: Order,
  endsAt?: number,
): PaymentDriver => drive(resume(order, Date.now(), document.hidden, endsAt), effects)

/** An order that is resumed is neither placed nor sent to its payment page again. */
type AnyEffects = OrderEffects & Partial<PlacingEffects>

function drive(first: Step, effects: AnyEffects): PaymentDriver {
  const listeners = new Set<() => void>()
  let state: State
  let timer: ReturnType<typeof setTimeout> | undefined
  let visibilityListeners: AbortController | undefined

  const apply = (next: Step) => {
    state = next.state
    for (const effect of next.effects) void perform(effect)
    for (const listener of listeners) listener()
    setTimer()
  }
  const send = (event: PaymentEvent) => apply(step(state, event, Date.now()))

  function setTimer() {
    clearTimeout(timer)
    const tickAt = listeners.size > 0 ? nextTickAt(state, Date.now()) : undefined
    timer =
      tickAt === undefined
        ? undefined
        : setTimeout(() => send({ type: 'tick' }), Math.max(0, tickAt - Date.now()))
  }

  async function perform(effect: Effect): Promise<void> {
    try {
      const event = await runEffect(effect, effects)
      if (event) send(event)
    } catch (error) {
      send(effects.endsSession(error) ? { type: 'leave' } : failureEvent(effect, error))
    }
  }

  const reportVisibility = () => send({ type: document.hidden ? 'hidden' : 'shown' })
  function startVisibilityTracking() {
    visibilityListeners = new AbortController()
    document.addEventListener('visibilitychange', reportVisibility, visibilityListeners)
    addEventListener(
      'pageshow',
      ({ persisted }) => persisted && send({ type: 'returned' }),
      visibilityListeners,
    )
    if (document.hidden !== state.poll.hidden) reportVisibility()
  }
  function stopVisibilityTracking() {
    visibilityListeners?.abort()
    send({ type: 'hidden' })
  }

  apply(first)
  return {
    state: () => state,
    send,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) startVisibilityTracking()
      setTimer()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopVisibilityTracking()
      }
    },
  }
}

async function runEffect(effect: Effect, effects: AnyEffects): Promise<PaymentEvent | undefined> {
  switch (effect.type) {
    case 'create':
      return effects.create && { type: 'created', order: await effects.create() }
    case 'check':
      return { type: 'checked', status: await effects.check(effect.order) }
    case 'flush':
      await effects.flush(effect.order)
      return { type: 'flushed' }
    case 'redirect':
    case 'succeed':
      effects[effect.type]?.(effect.order)
      return undefined
  }
}

function failureEvent(effect: Effect, error: unknown): PaymentEvent {
  switch (effect.type) {
    case 'create':
      return { type: 'notCreated', error }
    case 'redirect':
      return { type: 'formRefused', error }
    // The server queries an unreachable gateway later by itself; its current status is read
    // regardless.
    case 'flush':
      return { type: 'flushed' }
    default:
      return { type: 'checkFailed', error, ...waitOf(error) }
  }
}

function waitOf(error: unknown): { wait?: number } {
  return error instanceof WireError && error.failure.kind === 'busy'
    ? { wait: error.failure.seconds * 1000 }
    : {}
}
