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

const signingKey = 'secret shared by shop and gateway'
const merchant = 'shop-1'
const signatureHeader = 'x-scripted-signature'
const signatureOf = (body: string) => createHmac('sha256', signingKey).update(body).digest('hex')

let numberCount = 0

/** Gateway state. Two servers may share one. */
export function scriptedGateway(notifiedAs = 'scripted') {
  const books = new Map<string, Entry>()
  /** Requests so far, for example `query 2026…`. */
  const requests: string[] = []
  /** `failingSteps` fail. `lostResponses`: steps that succeed but lose the response. */
  const failingSteps = new Set<Step>()
  const lostResponses = new Set<Step>()
  /** Response delay in milliseconds, and a hook that runs during it. */
  const delay = { ms: 0, meanwhile: async (_step: Step, _no: string): Promise<void> => {} }

  const reply = async <T>(step: Step, no: string, work: () => T): Promise<T> => {
    requests.push(`${step} ${no}`)
    if (delay.ms > 0) await wait(delay.ms)
    await delay.meanwhile(step, no)
    if (failingSteps.has(step)) throw new GatewayFailure(`${step}: no response`)
    const result = work()
    if (lostResponses.has(step)) throw new GatewayFailure(`${step}: the response was lost`)
    return result
  }
  const statusOf = (entry: Entry | undefined): PaymentStatus => {
    if (!entry) return { state: 'unknown' }
    return entry.payment
      ? { state: 'paid', payment: entry.payment }
      : { state: entry.state as 'waiting' | 'closed' }
  }
  const gateway: Gateway = {
    vendorId: notifiedAs,
    create: (bill) =>
      reply('create', bill.no, () => {
        if (!books.has(bill.no)) books.set(bill.no, { bill, state: 'waiting' })
        return `https://pay.test/${bill.no}`
      }),
    query: ({ no }) => reply('query', no, () => statusOf(books.get(no))),
    close: ({ no }) =>
      reply('close', no, () => {
        const entry = books.get(no)
        if (entry?.state === 'waiting') entry.state = 'closed'
        return statusOf(entry)
      }),
    async verify({ headers, body }) {
      if (headers.get(signatureHeader) !== signatureOf(body))
        throw new InvalidSignatureError('not signed by the gateway')
      const {
        merchant: recipient,
        event,
        paidAt,
        refundedAt,
        ...notification
      } = JSON.parse(body) as Omit<Payment & Refund, 'paidAt' | 'refundedAt'> &
        Record<'merchant' | 'event' | 'paidAt' | 'refundedAt', string>
      if (recipient !== merchant) throw new InvalidSignatureError('for another merchant')
      if (event === 'refunded') return { ...notification, refundedAt: new Date(refundedAt) }
      return event === 'paid' ? { ...notification, paidAt: new Date(paidAt) } : null
    },
    acknowledge: (isWritten) => ({
      status: isWritten ? 200 : 500,
      type: 'text/plain',
      body: isWritten ? 'ok' : 'again',
    }),
  }

  /** Creates a payment regardless of the bill's state. */
  const pay = (no: string, overrides: Partial<Payment> = {}): Payment => {
    const entry = books.get(no)
    const payment = {
      orderNo: no,
      gatewayNo: `G${(numberCount += 1)}`,
      amountCents: entry?.bill.amountCents ?? 0,
      paidAt: new Date(),
      ...overrides,
    }
    if (entry) Object.assign(entry, { state: 'paid', payment })
    return payment
  }
  const notify = (
    origin: string,
    payment: Payment,
    overrides: Record<string, unknown> = {},
    signature?: string,
  ): Promise<Response> => {
    const body = JSON.stringify({ merchant, event: 'paid', ...payment, ...overrides })
    return fetch(`${origin}${notifyPath}/${notifiedAs}`, {
      method: 'POST',
      headers: { [signatureHeader]: signature ?? signatureOf(body) },
      body,
    })
  }
  /** Creates a refund, by default of the full payment. */
  const refund = (payment: Payment, overrides: Partial<Refund> = {}): Refund => ({
    orderNo: payment.orderNo,
    gatewayNo: payment.gatewayNo,
    refundNo: `R${(numberCount += 1)}`,
    state: 'success',
    amountCents: payment.amountCents,
    isTotal: false,
    paidCents: payment.amountCents,
    refundedAt: new Date(),
    ...overrides,
  })
  const notifyRefund = (origin: string, refund: Refund, signature?: string): Promise<Response> => {
    const body = JSON.stringify({ merchant, event: 'refunded', ...refund })
    return fetch(`${origin}${notifyPath}/${notifiedAs}`, {
      method: 'POST',
      headers: { [signatureHeader]: signature ?? signatureOf(body) },
      body,
    })
  }
  return {
    gateway,
    books,
    requests,
    failingSteps,
    lostResponses,
    delay,
    pay,
    notify,
    refund,
    notifyRefund,
  }
}
export type ScriptedGateway = ReturnType<typeof scriptedGateway>
