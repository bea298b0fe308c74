/** Base of the local payment gateways: orders, signatures, notifications, formats. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Bill at the gateway. */
export type Bill = {
  orderNo: string
  amountCents: number
  notifyUrl: string
  closesAt: Date
  state: 'waiting' | 'paid' | 'closed'
  gatewayNo: string
  paidAt?: Date
  /** The merchant has refunded the bill. */
  refunded?: true
  refundedCents?: number
}

/**
 * `lost`: executes the request, then drops the connection. `hang`: never responds. `broken`: status
 * 500. `garbage`: a page instead of JSON. `unsigned`: a response without a signature; `forged`:
 * with a wrong one.
 */
export type Behaviour = 'normal' | 'lost' | 'hang' | 'broken' | 'garbage' | 'unsigned' | 'forged'

/**
 * Validly signed false claims in notifications and query responses. `forged`: signed with a foreign
 * key.
 */
export type FalseClaims = Partial<{
  orderNo: string
  amountCents: number
  merchant: string
  app: string
  /** Serial number of the claimed signing key. */
  serial: string
  currency: string
  gatewayNo: string
  state: 'waiting' | 'closed'
  forged: boolean
  /** Omits the payment time. */
  withoutPaymentTime: boolean
}>

export type Notice = { url: string; headers: Record<string, string>; body: string }
export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export type Answer = { status: number; headers?: Record<string, string>; body: string }

/** Protocol of one gateway. `answer` throws Fault for requests that the gateway rejects. */
type Vendor = {
  answer: (request: ReceivedRequest, gatewayState: GatewayState) => Answer
  /** Signs a response with the key of `as`. */
  sign: (reply: Answer, gatewayState: GatewayState, as: 'vendor' | 'stranger') => Answer
  refuse: (fault: InvalidRequest) => Answer
  notice: (bill: Bill, claims: FalseClaims, gatewayState: GatewayState) => Notice
  /** Notification of a refund. `totalCents`: total of all refunds of the bill. */
  refundNotice: (
    bill: Bill,
    refund: BillRefund,
    claims: FalseClaims,
    gatewayState: GatewayState,
  ) => Notice
}

export type BillRefund = {
  refundNo: string
  cents: number
  totalCents: number
  state: 'success' | 'abnormal' | 'closed'
  at: Date
}

export type GatewayState = {
  url: string
  books: Map<string, Bill>
  now: () => Date
  /** False claims in its responses. */
  falseClaims: FalseClaims
}

/** Request that violates the gateway's documentation. */
export class InvalidRequest extends Error {}

/** Key pairs, generated once because generation is slow. */
type Pair = { privateKey: KeyObject; publicKey: KeyObject }
const newKeyPair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })
export const keys = { shop: newKeyPair(), vendor: newKeyPair(), stranger: newKeyPair() }

type RefundTerms = Omit<FalseClaims, 'state'> & { refundNo?: string; state?: BillRefund['state'] }

let refundCount = 1_000

export async function localGateway(vendor: Vendor) {
  const books = new Map<string, Bill>()
  const errors: string[] = []
  const requests: ReceivedRequest[] = []
  let behaviour: Behaviour = 'normal'
  let clock = () => Date.now()
  const gatewayState: GatewayState = {
    url: '',
    books,
    now: () => new Date(clock()),
    falseClaims: {},
  }

  const server = createServer((request, response) => {
    void handle(request, response)
  })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body: await readBody(request) }
    requests.push(received)
    respond(response, received)
  }
  const respond = (response: ServerResponse, received: ReceivedRequest) => {
    if (behaviour === 'hang') return
    if (behaviour === 'broken') return void response.writeHead(500).end('upstream connect error')
    if (behaviour === 'garbage')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>maintenance</html>')
    const unsigned = respondOrReject(() => vendor.answer(received, gatewayState))
    if (behaviour === 'lost') return void response.destroy()
    const { status, headers, body } =
      behaviour === 'unsigned'
        ? unsigned
        : vendor.sign(unsigned, gatewayState, behaviour === 'forged' ? 'stranger' : 'vendor')
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
  const respondOrReject = (work: () => Answer): Answer => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      errors.push(error.message)
      return vendor.refuse(error)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gatewayState.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const billOf = (orderNo: string): Bill => {
    const bill = books.get(orderNo)
    if (!bill) throw new Error(`The gateway has no bill ${orderNo}.`)
    return bill
  }
  const notice = (orderNo: string, claims: FalseClaims = {}) =>
    vendor.notice(billOf(orderNo), claims, gatewayState)
  return {
    url: gatewayState.url,
    /** Violations found in the requests so far, such as bad signatures. */
    errors,
    /** All requests so far. */
    requests,
    books,
    /** Sets the behaviour of further responses. */
    setBehaviour: (next: Behaviour) => (behaviour = next),
    /** Sets false claims for further query responses. */
    setFalseClaims: (claims: FalseClaims) => (gatewayState.falseClaims = claims),
    /** Sets another clock, to simulate clock jumps. */
    useClock: (now: () => number) => (clock = now),
    /** Pays a bill. Throws if it is closed, unless `force` is set. */
    pay(orderNo: string, { force = false } = {}): Bill {
      const bill = billOf(orderNo)
      if (bill.state === 'closed' && !force) throw new Error(`${orderNo} is closed.`)
      if (bill.state !== 'paid') Object.assign(bill, { state: 'paid', paidAt: gatewayState.now() })
      return bill
    },
    /** Creates a notification without sending it. */
    notice,
    /** Refunds a paid bill. Returns the notification without sending it. */
    refund(
      orderNo: string,
      cents: number,
      { state = 'success', refundNo, ...claims }: RefundTerms = {},
    ): Notice {
      const bill = billOf(orderNo)
      if (bill.state !== 'paid') throw new Error(`${orderNo} is not paid.`)
      const totalCents = (bill.refundedCents ?? 0) + (state === 'closed' ? 0 : cents)
      Object.assign(bill, { refundedCents: totalCents, refunded: true })
      const refund = {
        refundNo: refundNo ?? `50${(refundCount += 1)}`,
        cents,
        totalCents,
        state,
        at: gatewayState.now(),
      }
      return vendor.refundNotice(bill, refund, claims, gatewayState)
    },
    send,
    /** Creates and sends a notification. */
    notify: (orderNo: string, claims: FalseClaims = {}) => send(notice(orderNo, claims)),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

/** Sends a notification. Returns the merchant's response. */
async function send({ url, headers, body }: Notice): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

/** Opens a bill or returns the existing one. Throws Fault if the amount differs. */
export function openBill(
  { books }: GatewayState,
  terms: Pick<Bill, 'orderNo' | 'amountCents' | 'notifyUrl' | 'closesAt'>,
  gatewayNo: string,
): Bill {
  const existing = books.get(terms.orderNo)
  if (existing && existing.amountCents !== terms.amountCents)
    throw new InvalidRequest('the order number is used with another amount')
  const bill = existing ?? { ...terms, state: 'waiting', gatewayNo }
  books.set(bill.orderNo, bill)
  return bill
}

/** State of a bill; expired bills are closed. */
export function stateOf({ state, closesAt }: Bill, now: Date): Bill['state'] {
  return state === 'waiting' && closesAt <= now ? 'closed' : state
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Amounts and times in the gateways' formats, reimplemented independently of the product. */
export const toYuan = (cents: number) => (cents / 100).toFixed(2)
export const toCents = (yuanText: string | number) => Math.round(Number(yuanText) * 100)

/** Formats `2026-01-31 20:15:00` in Shanghai time. */
export const shanghaiTime = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)

export const shanghaiDigits = (at: Date) => shanghaiTime(at).replace(/\D/g, '')

/** Parses `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export const parseShanghaiTime = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)

let numberCount = 0
/** Transaction number in the gateways' format: date and digits. */
export const gatewayNumber = (at: Date) =>
  `${shanghaiDigits(at).slice(0, 8)}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}${String(numberCount++).padStart(9, '0')}`
