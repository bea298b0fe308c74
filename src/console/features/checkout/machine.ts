/** State machine of a payment (spec 4.8). Pure: the current time is an argument. */
import type { output } from 'zod/mini'
import type { PayStatus } from '#contract/orders.ts'
import { times } from '#contract/limits.ts'

export type Status = output<typeof PayStatus>
/** `code` is the text of a QR code, or of an HTML form if `byForm` is true. */
export type Order = {
  readonly id: string | number
  readonly no: string
  readonly code: string
  readonly byForm: boolean
  /**
   * Payment deadline in Unix milliseconds, if known. It may precede the time at which the code is
   * hidden.
   */
  readonly until?: number
}

/** State of the status polling, independent of the phase shown. Times in Unix milliseconds. */
type PollState = {
  readonly asking: boolean
  readonly askedAt: number
  /** Earliest next poll, after failed polls. */
  readonly notBefore: number
  readonly misses: number
  /** Poll at once. */
  readonly urgent: boolean
  readonly hidden: boolean
  /** The notification stream reports payments, so polling is only a fallback. */
  readonly streamed: boolean
}

type Phase =
  | { readonly at: 'creating' }
  | { readonly at: 'notCreated'; readonly error: unknown }
  /** The form has been submitted; the browser is about to navigate away. */
  | { readonly at: 'handedOver'; readonly order: Order }
  | { readonly at: 'formRefused'; readonly order: Order; readonly error: unknown }
  | { readonly at: 'watching'; readonly order: Order; readonly endsAt: number }
  /** Asks the user whether they have paid: on close, on timeout, or after the payment page. */
  | { readonly at: 'question'; readonly order: Order; readonly endsAt: number }
  /** Queries the gateway first, then polls the server once more. */
  | {
      readonly at: 'checking'
      readonly order: Order
      readonly endsAt: number
      readonly flushed: boolean
      readonly requested: boolean
    }
  /** The user reports a payment that was not found. `error` is set if the status request failed. */
  | {
      readonly at: 'notFound'
      readonly order: Order
      readonly endsAt: number
      readonly error?: unknown
    }
  | { readonly at: 'paid'; readonly order: Order }
  | { readonly at: 'closed'; readonly order: Order; readonly status: 'T' | 'C' }
  | { readonly at: 'stopped' }

export type State = Phase & { readonly line: PollState }
export type StateAt<K extends State['at']> = Extract<State, { at: K }>

export type PaymentEvent =
  | {
      readonly is:
        'tick' | 'flushed' | 'close' | 'stay' | 'recharged' | 'notRecharged' | 'again' | 'leave'
    }
  /** `notified`: the notification stream reported a change of the user's orders. */
  | { readonly is: 'hidden' | 'shown' | 'returned' | 'streamOpened' | 'streamClosed' | 'notified' }
  | { readonly is: 'created'; readonly order: Order }
  | { readonly is: 'notCreated' | 'formRefused'; readonly error: unknown }
  | { readonly is: 'checked'; readonly status: Status }
  /** `wait`: milliseconds from Retry-After. */
  | { readonly is: 'checkFailed'; readonly error: unknown; readonly wait?: number }

export type Effect =
  | { readonly do: 'create' }
  | { readonly do: 'handOver' | 'check' | 'flush' | 'succeed'; readonly order: Order }

export type Step = { readonly state: State; readonly effects: readonly Effect[] }

/**
 * Polling interval in milliseconds while the stream is open, and the longest pause after failures.
 */
export const streamedPoll = 15_000
const maxPause = 8_000
/** Shortest time in milliseconds to show a code: the local clock may be ahead of the server's. */
export const leastTime = 30_000

export const begin = (now: number, hidden = false): Step => ({
  state: { at: 'creating', line: newLine(now, hidden) },
  effects: [{ do: 'create' }],
})

/** Resumes after the payer returns from the payment page and the app was reloaded. */
export const resume = (order: Order, now: number, hidden = false): Step =>
  step({ at: 'handedOver', order, line: newLine(now, hidden) }, { is: 'returned' }, now)

export function step(state: State, event: PaymentEvent, now: number): Step {
  const line = lineAfter(state.line, event, now)
  const { where, effects = [] } = whereAfter(state, event, now)
  const next: State = { ...where, line }
  const order = orderToCheck(next, now)
  if (!order) return { state: next, effects }
  const asking: PollState = { ...line, asking: true, askedAt: now, urgent: false }
  const requested: State =
    next.at === 'checking' ? { ...next, requested: true, line: asking } : { ...next, line: asking }
  return { state: requested, effects: [...effects, { do: 'check', order }] }
}

/**
 * Returns when the next `tick` is due at the latest, in Unix milliseconds; undefined if none is.
 */
export function wakesAt(state: State, now: number): number | undefined {
  if ((state.at !== 'watching' && state.at !== 'question') || !hasTime(state, now)) return undefined
  const { line, endsAt } = state
  return line.asking || line.hidden ? endsAt : Math.min(dueAt(line), endsAt)
}

/** Whether the code may still be shown. */
export const hasTime = (state: State, now: number): boolean =>
  'endsAt' in state && now < state.endsAt

/** Whether the payment has reached a final state. */
export const isOver = ({ at }: Phase): boolean => at === 'paid' || at === 'stopped'

const newLine = (now: number, hidden: boolean): PollState => ({
  asking: false,
  askedAt: now,
  notBefore: now,
  misses: 0,
  urgent: false,
  hidden,
  streamed: false,
})

const dueAt = ({ askedAt, notBefore, streamed }: PollState) =>
  Math.max(notBefore, askedAt + (streamed ? streamedPoll : times.orderPoll))

/**
 * Decides whether to poll: one request at a time, not in a hidden tab unless the user requested it,
 * and after the timeout only if urgent.
 */
function orderToCheck(state: State, now: number): Order | undefined {
  const { line } = state
  if (line.asking) return undefined
  if (state.at === 'checking') return state.flushed ? state.order : undefined
  if (
    line.hidden ||
    !('order' in state) ||
    state.at === 'handedOver' ||
    state.at === 'formRefused' ||
    isOver(state)
  )
    return undefined
  const due =
    (state.at === 'watching' || state.at === 'question') && now < state.endsAt && now >= dueAt(line)
  return due || line.urgent ? state.order : undefined
}

function lineAfter(line: PollState, event: PaymentEvent, now: number): PollState {
  switch (event.is) {
    case 'checked':
      return { ...line, asking: false, misses: 0, notBefore: now }
    case 'checkFailed': {
      const pause = event.wait ?? Math.min(maxPause, times.orderPoll * 2 ** line.misses)
      return { ...line, asking: false, misses: line.misses + 1, notBefore: now + pause }
    }
    case 'hidden':
      return { ...line, hidden: true }
    case 'shown':
      return { ...line, hidden: false, urgent: line.hidden || line.urgent }
    case 'streamOpened':
      return { ...line, streamed: true }
    case 'streamClosed':
      return { ...line, streamed: false, urgent: line.streamed || line.urgent }
    case 'returned':
    case 'notified':
      return { ...line, urgent: true }
    default:
      return line
  }
}

type Moved = { where: Phase; effects?: Effect[] }

function whereAfter(state: State, event: PaymentEvent, now: number): Moved {
  if (isOver(state)) return { where: event.is === 'returned' ? { at: 'stopped' } : state }
  if (event.is === 'leave') return { where: { at: 'stopped' } }
  if (event.is === 'checked' && 'order' in state) {
    if (event.status === 'P')
      return {
        where: { at: 'paid', order: state.order },
        effects: [{ do: 'succeed', order: state.order }],
      }
    if (event.status !== 'W')
      return { where: { at: 'closed', order: state.order, status: event.status } }
  }
  switch (state.at) {
    case 'creating':
      return whenCreating(state, event, now)
    case 'notCreated':
      if (event.is === 'again') return { where: { at: 'creating' }, effects: [{ do: 'create' }] }
      break
    case 'handedOver':
      if (event.is === 'formRefused')
        return { where: { at: 'formRefused', order: state.order, error: event.error } }
      if (event.is === 'returned' || event.is === 'close')
        return { where: { at: 'question', order: state.order, endsAt: now } }
      break
    case 'watching':
    case 'question':
    case 'notFound':
      return whenAsked(state, event, now)
    case 'checking':
      return whenChecking(state, event)
  }
  return { where: event.is === 'close' ? { at: 'stopped' } : state }
}

function whenCreating(state: Phase, event: PaymentEvent, now: number): Moved {
  if (event.is === 'created') {
    const { order } = event
    if (order.byForm)
      return { where: { at: 'handedOver', order }, effects: [{ do: 'handOver', order }] }
    const left = Math.min(times.payModal, Math.max(leastTime, (order.until ?? Infinity) - now))
    return { where: { at: 'watching', order, endsAt: now + left } }
  }
  if (event.is === 'notCreated') return { where: { at: 'notCreated', error: event.error } }
  return { where: event.is === 'close' ? { at: 'stopped' } : state }
}

function whenAsked(
  state: Extract<Phase, { at: 'watching' | 'question' | 'notFound' }>,
  event: PaymentEvent,
  now: number,
): Moved {
  const { order, endsAt } = state
  const timeLeft = now < endsAt
  const question: Phase = { at: 'question', order, endsAt }
  if (state.at === 'watching')
    return { where: event.is === 'close' || !timeLeft ? question : state }
  switch (event.is) {
    case 'recharged':
      return {
        where: { at: 'checking', order, endsAt, flushed: false, requested: false },
        effects: [{ do: 'flush', order }],
      }
    case 'notRecharged':
      return { where: { at: 'stopped' } }
    case 'stay':
      return { where: timeLeft ? { at: 'watching', order, endsAt } : state }
    case 'close':
      return {
        where:
          state.at === 'question' && timeLeft
            ? { at: 'watching', order, endsAt }
            : { at: 'stopped' },
      }
    default:
      return { where: state }
  }
}

/** Ignores responses to polls sent before the gateway was queried. */
function whenChecking(state: Extract<Phase, { at: 'checking' }>, event: PaymentEvent): Moved {
  const { order, endsAt } = state
  if (event.is === 'flushed') return { where: { ...state, flushed: true } }
  if (event.is === 'close') return { where: { at: 'stopped' } }
  if (!state.requested) return { where: state }
  if (event.is === 'checked') return { where: { at: 'notFound', order, endsAt } }
  if (event.is === 'checkFailed')
    return { where: { at: 'notFound', order, endsAt, error: event.error } }
  return { where: state }
}
