/**
 * What the local vendors share: an HTTP server, books of who opened, paid and closed what, and bad
 * behaviour on demand.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bill as the vendor knows it. */
export type Booked = {
  orderNo: string
  amountCents: number
  notifyUrl: string
  closesAt: Date
  state: 'waiting' | 'paid' | 'closed'
  gatewayNo: string
  paidAt?: Date
  /** The merchant has given money back. */
  refunded?: true
  refundedCents?: number
}

/**
 * `lost`: what was asked for is done, and the connection breaks before the answer. `unsigned`:
 * answers without a signature, `forged`: with a wrong one.
 */
export type Behaviour = 'well' | 'lost' | 'hang' | 'broken' | 'garbage' | 'unsigned' | 'forged'

/**
 * What a notification, or an answer about a bill, says against the truth, signed all the same.
 * `forged`: by somebody else.
 */
export type Lies = Partial<{
  orderNo: string
  amountCents: number
  merchant: string
  app: string
  /** Which key it is said to be signed with. */
  serial: string
  currency: string
  gatewayNo: string
  state: 'waiting' | 'closed'
  forged: boolean
  /** It does not say when it was paid. */
  timeless: boolean
}>

export type Notice = { url: string; headers: Record<string, string>; body: string }
export type Asked = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export type Answer = { status: number; headers?: Record<string, string>; body: string }

/**
 * How one vendor reads what it is asked and writes what it tells. `answer` throws Fault for a
 * request that it would refuse.
 */
export type Vendor = {
  answer: (asked: Asked, world: World) => Answer
  /** Signs an answer; `as` tells whose key. */
  sign: (answer: Answer, world: World, as: 'vendor' | 'stranger') => Answer
  refuse: (fault: Fault) => Answer
  notice: (bill: Booked, lies: Lies, world: World) => Notice
  /** Of a refund; `totalCents`: of all refunds of the bill so far. */
  refundNotice: (bill: Booked, refund: BookedRefund, lies: Lies, world: World) => Notice
}

export type BookedRefund = {
  refundNo: string
  cents: number
  totalCents: number
  state: 'success' | 'abnormal' | 'closed'
  at: Date
}

export type World = {
  url: string
  books: Map<string, Booked>
  now: () => Date
  /** Of its answers. */
  lies: Lies
}

/** A request that the vendor's documentation does not allow. */
export class Fault extends Error {}

/** Two keys, to save the tests the time of making them again and again. */
export type Pair = { privateKey: KeyObject; publicKey: KeyObject }
export const pair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })
export const keys = { shop: pair(), vendor: pair(), stranger: pair() }

type RefundTerms = Omit<Lies, 'state'> & { refundNo?: string; state?: BookedRefund['state'] }

let refundCount = 1_000

export async function localGateway(vendor: Vendor) {
  const books = new Map<string, Booked>()
  const faults: string[] = []
  const asked: Asked[] = []
  let behaviour: Behaviour = 'well'
  let clock = () => Date.now()
  const world: World = { url: '', books, now: () => new Date(clock()), lies: {} }

  const server = createServer((request, response) => {
    void take(request, response)
  })
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const question = { method, path, headers, body: await readBody(request) }
    asked.push(question)
    respond(response, question)
  }
  const respond = (response: ServerResponse, question: Asked) => {
    if (behaviour === 'hang') return
    if (behaviour === 'broken') return void response.writeHead(500).end('upstream connect error')
    if (behaviour === 'garbage')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>maintenance</html>')
    const plain = attempt(() => vendor.answer(question, world))
    if (behaviour === 'lost') return void response.destroy()
    const { status, headers, body } =
      behaviour === 'unsigned'
        ? plain
        : vendor.sign(plain, world, behaviour === 'forged' ? 'stranger' : 'vendor')
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
  const attempt = (what: () => Answer): Answer => {
    try {
      return what()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      faults.push(error.message)
      return vendor.refuse(error)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const known = (orderNo: string): Booked => {
    const bill = books.get(orderNo)
    if (!bill) throw new Error(`The vendor does not know ${orderNo}.`)
    return bill
  }
  const notice = (orderNo: string, lies: Lies = {}) => vendor.notice(known(orderNo), lies, world)
  return {
    url: world.url,
    /** What was wrong with the requests so far, such as a signature. */
    faults,
    /** Every request so far. */
    asked,
    books,
    /** From now on. */
    behave: (how: Behaviour) => (behaviour = how),
    /** What it says of a bill it is asked about, from now on. */
    lie: (lies: Lies) => (world.lies = lies),
    /** Goes by another clock, such as a server's that jumps. */
    useClock: (now: () => number) => (clock = now),
    /**
     * The buyer pays. Throws when the bill is closed; money that moved in spite of that is
     * `force`d.
     */
    pay(orderNo: string, { force = false } = {}): Booked {
      const bill = known(orderNo)
      if (bill.state === 'closed' && !force) throw new Error(`${orderNo} is closed.`)
      if (bill.state !== 'paid') Object.assign(bill, { state: 'paid', paidAt: world.now() })
      return bill
    },
    /** A notification made now, to be sent when and as often as a test likes. */
    notice,
    /**
     * The merchant refunds a paid bill; tells the notice, to be sent when and as often as a test
     * likes.
     */
    refund(
      orderNo: string,
      cents: number,
      { state = 'success', refundNo, ...lies }: RefundTerms = {},
    ): Notice {
      const bill = known(orderNo)
      if (bill.state !== 'paid') throw new Error(`${orderNo} is not paid.`)
      const totalCents = (bill.refundedCents ?? 0) + (state === 'closed' ? 0 : cents)
      Object.assign(bill, { refundedCents: totalCents, refunded: true })
      const refund = {
        refundNo: refundNo ?? `50${(refundCount += 1)}`,
        cents,
        totalCents,
        state,
        at: world.now(),
      }
      return vendor.refundNotice(bill, refund, lies, world)
    },
    send,
    /** Notifies at once. */
    notify: (orderNo: string, lies: Lies = {}) => send(notice(orderNo, lies)),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

/** Sends a notification as the vendor does; tells what the shop answered. */
async function send({ url, headers, body }: Notice): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

/** A bill opened, or found as it was opened before; asked for with other terms it is a fault. */
export function booked(
  { books }: World,
  terms: Pick<Booked, 'orderNo' | 'amountCents' | 'notifyUrl' | 'closesAt'>,
  gatewayNo: string,
): Booked {
  const before = books.get(terms.orderNo)
  if (before && before.amountCents !== terms.amountCents)
    throw new Fault('the order number is used with another amount')
  const bill = before ?? { ...terms, state: 'waiting', gatewayNo }
  books.set(bill.orderNo, bill)
  return bill
}

/** What a vendor says of a bill now: one whose time is over is closed. */
export function stateOf({ state, closesAt }: Booked, now: Date): Booked['state'] {
  return state === 'waiting' && closesAt <= now ? 'closed' : state
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
