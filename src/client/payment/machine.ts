/** State machine of a payment (spec 4.8). Pure: the current time is an argument. */
import type { output } from 'zod/mini'
import type { PayStatus } from '#contract/orders.ts'
import { times } from '#contract/limits.ts'

export type Status = output<typeof PayStatus>
/** `code` is the text of a QR code, or of an HTML form if `usesForm` is true. */
export type Order = {
  readonly id: string | number
  readonly no: string
  readonly code: string
  readonly usesForm: boolean
  /**
   * Payment deadline in Unix milliseconds, if known. It may precede the time at which the code is
   * hidden.
   */
  readonly until?: number
}

/** State of the status polling, independent of the phase. Times in Unix milliseconds. */
type PollState = {
  /** Whether a request is in progress. */
  readonly isPending: boolean
  readonly sentAt: number
  /** Earliest next poll, after failed polls. */
  readonly notBefore: number
  /** Consecutive failed polls. */
  readonly failures: number
  /** Whether to poll at once. */
  readonly urgent: boolean
  readonly hidden: boolean
  /** The notification stream reports payments, so polling is only a fallback. */
  readonly streamed: boolean
}

type Phase =
  | { readonly at: 'creating' }
  | { readonly at: 'notCreated'; readonly error: unknown }
  /** The form has been submitted; the browser is about to navigate away. */
  | { readonly at: 'redirecting'; readonly order: Order }
  | { readonly at: 'formRefused'; readonly order: Order; readonly error: unknown }
  | { readonly at: 'watching'; readonly order: Order; readonly endsAt: number }
  /** Asks the user whether they have paid: on close, on timeout, or after the payment page. */
  | { readonly at: 'question'; readonly order: Order; readonly endsAt: number }
  /** Queries the gateway first, then polls the server once more. */
  | {
      readonly at: 'checking'
      readonly order: Order
      readonly endsAt: number
      /** Whether the gateway was queried, and the status then requested. */
      readonly isFlushed: boolean
      readonly isRequested: boolean
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

export type State = Phase & { readonly poll: PollState }
export type StateAt<K extends State['at']> = Extract<State, { at: K }>

export type PaymentEvent =
  | {
      readonly type:
        | 'tick'
        | 'flushed'
        | 'close'
        | 'stay'
        | 'recharged'
        | 'notRecharged'
        | 'again'
        | 'leave'
    }
  /** `notified`: the notification stream reported a change of the user's orders. */
  | {
      readonly type: 'hidden' | 'shown' | 'returned' | 'streamOpened' | 'streamClosed' | 'notified'
    }
  | { readonly type: 'created'; readonly order: Order }
  | { readonly type: 'notCreated' | 'formRefused'; readonly error: unknown }
  | { readonly type: 'checked'; readonly status: Status }
  /** `wait`: milliseconds from Retry-After. */
  | { readonly type: 'checkFailed'; readonly error: unknown; readonly wait?: number }

export type Effect =
  | { readonly type: 'create' }
  | { readonly type: 'redirect' | 'check' | 'flush' | 'succeed'; readonly order: Order }

export type Step = { readonly state: State; readonly effects: readonly Effect[] }

/**
 * Polling interval in milliseconds while the stream is open, and the longest pause after failures.
 */
export const streamedPollInterval = 15_000
const maxPause = 8_000
/** Shortest time in milliseconds to show a code: the local clock may be ahead of the server's. */
export const minCodeTime = 30_000

export const begin = (now: number, hidden = false): Step => ({
  state: { at: 'creating', poll: initialPoll(now, hidden) },
  effects: [{ type: 'create' }],
})

/**
 * Resumes an order after a reload: with a code, which is shown until `endsAt`, or after the payer
 * returns from the payment page.
 */
export function resume(order: Order, now: number, hidden = false, endsAt = now): Step {
  const poll = initialPoll(now, hidden)
  const phase: Phase = order.usesForm
    ? { at: 'redirecting', order }
    : { at: 'watching', order, endsAt }
  return step({ ...phase, poll }, { type: 'returned' }, now)
}

export function step(state: State, event: PaymentEvent, now: number): Step {
  const poll = pollAfter(state.poll, event, now)
  const { phase, effects = [] } = phaseAfter(state, event, now)
  const next: State = { ...phase, poll }
  const order = orderToCheck(next, now)
  if (!order) return { state: next, effects }
  const pendingPoll: PollState = { ...poll, isPending: true, sentAt: now, urgent: false }
  const polling: State =
    next.at === 'checking'
      ? { ...next, isRequested: true, poll: pendingPoll }
      : { ...next, poll: pendingPoll }
  return { state: polling, effects: [...effects, { type: 'check', order }] }
}

/** When the next `tick` event is due, in Unix milliseconds; undefined if none is. */
export function nextTickAt(state: State, now: number): number | undefined {
  if ((state.at !== 'watching' && state.at !== 'question') || !hasTime(state, now)) return undefined
  const { poll, endsAt } = state
  return poll.isPending || poll.hidden ? endsAt : Math.min(dueAt(poll), endsAt)
}

/** Whether the code may still be shown. */
export const hasTime = (state: State, now: number): boolean =>
  'endsAt' in state && now < state.endsAt

/** Whether the payment has reached a final state. */
export const isOver = ({ at }: Phase): boolean => at === 'paid' || at === 'stopped'

const initialPoll = (now: number, hidden: boolean): PollState => ({
  isPending: false,
  sentAt: now,
  notBefore: now,
  failures: 0,
  urgent: false,
  hidden,
  streamed: false,
})

const dueAt = ({ sentAt, notBefore, streamed }: PollState) =>
  Math.max(notBefore, sentAt + (streamed ? streamedPollInterval : times.orderPollInterval))

/**
 * Decides whether to poll: one request at a time, not in a hidden tab unless the user requested it,
 * and after the timeout only if urgent.
 */
function orderToCheck(state: State, now: number): Order | undefined {
  const { poll } = state
  if (poll.isPending) return undefined
  if (state.at === 'checking') return state.isFlushed ? state.order : undefined
  if (
    poll.hidden ||
    !('order' in state) ||
    state.at === 'redirecting' ||
    state.at === 'formRefused' ||
    isOver(state)
  )
    return undefined
  const isDue =
    (state.at === 'watching' || state.at === 'question') && now < state.endsAt && now >= dueAt(poll)
  return isDue || poll.urgent ? state.order : undefined
}

function pollAfter(poll: PollState, event: PaymentEvent, now: number): PollState {
  switch (event.type) {
    case 'checked':
      return { ...poll, isPending: false, failures: 0, notBefore: now }
    case 'checkFailed': {
      const pause = event.wait ?? Math.min(maxPause, times.orderPollInterval * 2 ** poll.failures)
      return { ...poll, isPending: false, failures: poll.failures + 1, notBefore: now + pause }
    }
    case 'hidden':
      return { ...poll, hidden: true }
    case 'shown':
      return { ...poll, hidden: false, urgent: poll.hidden || poll.urgent }
    case 'streamOpened':
      return { ...poll, streamed: true }
    case 'streamClosed':
      return { ...poll, streamed: false, urgent: poll.streamed || poll.urgent }
    case 'returned':
    case 'notified':
      return { ...poll, urgent: true }
    default:
      return poll
  }
}

/** Next phase, and the effects that enter it. */
type Transition = { phase: Phase; effects?: Effect[] }

function phaseAfter(state: State, event: PaymentEvent, now: number): Transition {
  if (isOver(state)) return { phase: event.type === 'returned' ? { at: 'stopped' } : state }
  if (event.type === 'leave') return { phase: { at: 'stopped' } }
  if (event.type === 'checked' && 'order' in state) {
    if (event.status === 'P')
      return {
        phase: { at: 'paid', order: state.order },
        effects: [{ type: 'succeed', order: state.order }],
      }
    if (event.status !== 'W')
      return { phase: { at: 'closed', order: state.order, status: event.status } }
  }
  switch (state.at) {
    case 'creating':
      return whenCreating(state, event, now)
    case 'notCreated':
      if (event.type === 'again')
        return { phase: { at: 'creating' }, effects: [{ type: 'create' }] }
      break
    case 'redirecting':
      if (event.type === 'formRefused')
        return { phase: { at: 'formRefused', order: state.order, error: event.error } }
      if (event.type === 'returned' || event.type === 'close')
        return { phase: { at: 'question', order: state.order, endsAt: now } }
      break
    case 'watching':
    case 'question':
    case 'notFound':
      return whenUnpaid(state, event, now)
    case 'checking':
      return whenChecking(state, event)
  }
  return { phase: event.type === 'close' ? { at: 'stopped' } : state }
}

function whenCreating(state: Phase, event: PaymentEvent, now: number): Transition {
  if (event.type === 'created') {
    const { order } = event
    if (order.usesForm)
      return { phase: { at: 'redirecting', order }, effects: [{ type: 'redirect', order }] }
    const msLeft = Math.min(
      times.payDialogTimeout,
      Math.max(minCodeTime, (order.until ?? Infinity) - now),
    )
    return { phase: { at: 'watching', order, endsAt: now + msLeft } }
  }
  if (event.type === 'notCreated') return { phase: { at: 'notCreated', error: event.error } }
  return { phase: event.type === 'close' ? { at: 'stopped' } : state }
}

function whenUnpaid(
  state: Extract<Phase, { at: 'watching' | 'question' | 'notFound' }>,
  event: PaymentEvent,
  now: number,
): Transition {
  const { order, endsAt } = state
  const hasTimeLeft = now < endsAt
  const question: Phase = { at: 'question', order, endsAt }
  if (state.at === 'watching')
    return { phase: event.type === 'close' || !hasTimeLeft ? question : state }
  switch (event.type) {
    case 'recharged':
      return {
        phase: { at: 'checking', order, endsAt, isFlushed: false, isRequested: false },
        effects: [{ type: 'flush', order }],
      }
    case 'notRecharged':
      return { phase: { at: 'stopped' } }
    case 'stay':
      return { phase: hasTimeLeft ? { at: 'watching', order, endsAt } : state }
    case 'close':
      return {
        phase:
          state.at === 'question' && hasTimeLeft
            ? { at: 'watching', order, endsAt }
            : { at: 'stopped' },
      }
    default:
      return { phase: state }
  }
}

/** Ignores responses to polls sent before the gateway was queried. */
function whenChecking(state: Extract<Phase, { at: 'checking' }>, event: PaymentEvent): Transition {
  const { order, endsAt } = state
  if (event.type === 'flushed') return { phase: { ...state, isFlushed: true } }
  if (event.type === 'close') return { phase: { at: 'stopped' } }
  if (!state.isRequested) return { phase: state }
  if (event.type === 'checked') return { phase: { at: 'notFound', order, endsAt } }
  if (event.type === 'checkFailed')
    return { phase: { at: 'notFound', order, endsAt, error: event.error } }
  return { phase: state }
}
