/** In-process payment gateway with signed notifications and fault injection. */
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  InvalidSignatureError,
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type Payment,
  type Refund,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import { notifyPath } from '#server/features/orders/payment/notifications.ts'

type Step = 'create' | 'query' | 'close'
type Entry = { bill: PaymentRequest; state: 'waiting' | 'closed' | 'paid'; payment?: Payment }

const key = 'known to the shop and to the gateway'
const merchant = 'shop-1'
const header = 'x-scripted-signature'
const signed = (body: string) => createHmac('sha256', key).update(body).digest('hex')

let numbers = 0

/** Gateway state. Two servers may share one. */
export function scriptedGateway(notifiedAs = 'scripted') {
  const books = new Map<string, Entry>()
  /** Requests so far, for example `query 2026…`. */
  const requests: string[] = []
  /** `down`: steps that fail. `unheard`: steps that succeed but lose the response. */
  const down = new Set<Step>()
  const unheard = new Set<Step>()
  /** Response delay in milliseconds, and a hook that runs during it. */
  const slow = { ms: 0, meanwhile: async (_step: Step, _no: string): Promise<void> => {} }

  const answer = async <T>(step: Step, no: string, work: () => T): Promise<T> => {
    requests.push(`${step} ${no}`)
    if (slow.ms > 0) await wait(slow.ms)
    await slow.meanwhile(step, no)
    if (down.has(step)) throw new GatewayFailure(`${step}: nobody there`)
    const done = work()
    if (unheard.has(step)) throw new GatewayFailure(`${step}: the answer was lost`)
    return done
  }
  const standing = (entry: Entry | undefined): PaymentStatus => {
    if (!entry) return { state: 'unknown' }
    return entry.payment
      ? { state: 'paid', payment: entry.payment }
      : { state: entry.state as 'waiting' | 'closed' }
  }
  const gateway: Gateway = {
    notifiedAs,
    create: (bill) =>
      answer('create', bill.no, () => {
        if (!books.has(bill.no)) books.set(bill.no, { bill, state: 'waiting' })
        return `https://pay.test/${bill.no}`
      }),
    query: ({ no }) => answer('query', no, () => standing(books.get(no))),
    close: ({ no }) =>
      answer('close', no, () => {
        const entry = books.get(no)
        if (entry?.state === 'waiting') entry.state = 'closed'
        return standing(entry)
      }),
    async verify({ headers, body }) {
      if (headers.get(header) !== signed(body))
        throw new InvalidSignatureError('not signed by the gateway')
      const {
        merchant: meant,
        event,
        paidAt,
        refundedAt,
        ...notification
      } = JSON.parse(body) as Omit<Payment & Refund, 'paidAt' | 'refundedAt'> &
        Record<'merchant' | 'event' | 'paidAt' | 'refundedAt', string>
      if (meant !== merchant) throw new InvalidSignatureError('for another merchant')
      if (event === 'refunded') return { ...notification, refundedAt: new Date(refundedAt) }
      return event === 'paid' ? { ...notification, paidAt: new Date(paidAt) } : null
    },
    acknowledge: (written) => ({
      status: written ? 200 : 500,
      type: 'text/plain',
      body: written ? 'ok' : 'again',
    }),
  }

  /** Creates a payment regardless of the bill's state. */
  const pay = (no: string, over: Partial<Payment> = {}): Payment => {
    const known = books.get(no)
    const payment = {
      orderNo: no,
      gatewayNo: `G${(numbers += 1)}`,
      amountCents: known?.bill.amountCents ?? 0,
      paidAt: new Date(),
      ...over,
    }
    if (known) Object.assign(known, { state: 'paid', payment })
    return payment
  }
  const notify = (
    origin: string,
    payment: Payment,
    over: Record<string, unknown> = {},
    signature?: string,
  ): Promise<Response> => {
    const body = JSON.stringify({ merchant, event: 'paid', ...payment, ...over })
    return fetch(`${origin}${notifyPath}/${notifiedAs}`, {
      method: 'POST',
      headers: { [header]: signature ?? signed(body) },
      body,
    })
  }
  /** Creates a refund, by default of the full payment. */
  const refund = (payment: Payment, over: Partial<Refund> = {}): Refund => ({
    orderNo: payment.orderNo,
    gatewayNo: payment.gatewayNo,
    refundNo: `R${(numbers += 1)}`,
    state: 'success',
    amountCents: payment.amountCents,
    isTotal: false,
    paidCents: payment.amountCents,
    refundedAt: new Date(),
    ...over,
  })
  const notifyRefund = (origin: string, refund: Refund, signature?: string): Promise<Response> => {
    const body = JSON.stringify({ merchant, event: 'refunded', ...refund })
    return fetch(`${origin}${notifyPath}/${notifiedAs}`, {
      method: 'POST',
      headers: { [header]: signature ?? signed(body) },
      body,
    })
  }
  return { gateway, books, requests, down, unheard, slow, pay, notify, refund, notifyRefund }
}
export type Scripted = ReturnType<typeof scriptedGateway>
