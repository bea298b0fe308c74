/** Titles, requests and files of fapiao, and operators who issue them. */
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import type { Caller, TestServer } from '#tests/support/server/server.ts'

/** A tax number with the right check character. */
export const taxNo = '91350100M000100Y43'
export const companyTitle = {
  kind: 'company',
  name: '福建示例有限公司',
  taxNo,
  address: '福州市示例路1号',
  phone: '0591-12345678',
  bank: '示例银行福州支行',
  bankAccount: '3500 1234 5678',
  email: 'finance@customer.example',
  isDefault: 0,
} as const

/** Adds a title and returns its id. */
export async function addTitle(caller: Caller, title: object = companyTitle) {
  const { success, msg, data } = await caller.call(fapiaoTitles.calls.add, title as never)
  if (!success) throw new Error(msg)
  return data.id
}

export const invoiceableOf = async (caller: Caller) =>
  (await caller.call(fapiaos.calls.orders, {})).data.orders

type Request = Partial<Parameters<typeof requestOf>[1]>
const requestOf = (
  titleId: string | number,
  input: { orderIds: (string | number)[]; amount: number; kind?: 'ordinary' | 'special' },
) => ({ kind: 'ordinary' as const, email: 'finance@customer.example', titleId, ...input })

/** Asks for a fapiao of all orders that can be invoiced, or of those named. */
export async function askFapiao(caller: Caller, titleId: string | number, more: Request = {}) {
  const open = await invoiceableOf(caller)
  const orderIds = more.orderIds ?? open.map(({ id }) => id)
  const amount = open
    .filter(({ id }) => orderIds.includes(id))
    .reduce((sum, order) => sum + order.amount, 0)
  return caller.call(fapiaos.calls.ask, requestOf(titleId, { orderIds, amount, ...more }))
}

export const fapiaoOf = async (caller: Caller, id: string | number) =>
  (await caller.call(fapiaos.calls.get, { id })).data

/** Smallest contents by which each format is recognised. */
export const fapiaoContents = {
  pdf: '%PDF-1.4\n%%EOF\n',
  ofd: 'PK\u0003\u0004 … OFD.xml … PK\u0005\u0006',
  xml: '<?xml version="1.0"?><EInvoice/>',
}

let lastNumber = 0
/** A number that no fapiao has. */
export const newFapiaoNumber = () => `263500000000${String(++lastNumber).padStart(8, '0')}`

/** The business day. */
export const today = () => formatWireTime(new Date(), 'Asia/Shanghai').slice(0, 10)

type Sent = { success: boolean; msg: string; data: unknown; status: number }

/** Sends a form with a file. */
export async function sendForm<E extends Endpoint>(
  { api }: Pick<TestServer, 'api'>,
  caller: Caller,
  endpoint: E,
  input: Readonly<Record<string, string | Blob | number>>,
): Promise<Sent & { data: OutputOf<E> }> {
  const body = new FormData()
  for (const [name, value] of Object.entries(input))
    if (value instanceof Blob) body.set(name, value, 'file')
    else body.set(name, String(value))
  const response = await fetch(api + endpoint.path, {
    method: 'POST',
    headers: caller.headers(),
    body,
  })
  return { ...((await response.json()) as Sent), status: response.status } as Sent & {
    data: OutputOf<E>
  }
}

type Key = { ownerId: string | number; id: string | number }

/** Takes the request and issues it, over its sum as it is, unless `more` says another. */
export async function issueFapiao(
  server: TestServer,
  operator: Caller,
  key: Key,
  more: Readonly<Record<string, string | Blob>> = {},
) {
  await operator.call(customerFapiaos.take, key)
  return recordFapiao(server, operator, key, more)
}

/** Issues a request that was taken. */
export async function recordFapiao(
  server: TestServer,
  operator: Caller,
  { ownerId, id }: Key,
  more: Readonly<Record<string, string | Blob>> = {},
) {
  const { amount } = (await operator.call(customerFapiaos.get, { ownerId, id })).data
  return sendForm(server, operator, customerFapiaos.issue, {
    ownerId,
    id,
    amount,
    fapiaoNo: newFapiaoNumber(),
    issueDate: today(),
    file: new Blob([fapiaoContents.pdf]),
    ...more,
  })
}

export const reverseFapiao = (
  server: TestServer,
  operator: Caller,
  { ownerId, id }: Key,
  more: Readonly<Record<string, string | Blob>> = {},
) =>
  sendForm(server, operator, customerFapiaos.reverse, {
    ownerId,
    id,
    reversalNo: newFapiaoNumber(),
    reversalDate: today(),
    file: new Blob([fapiaoContents.xml]),
    ...more,
  })

/** Reads a file; `text` of a refusal is its envelope. */
export async function downloadFile(
  { api }: Pick<TestServer, 'api'>,
  caller: Caller,
  endpoint: Endpoint,
  input: Readonly<Record<string, string | number>>,
) {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  )
  const response = await fetch(`${api}${endpoint.path}?${query}`, { headers: caller.headers() })
  return { disposition: response.headers.get('content-disposition'), text: await response.text() }
}

/** Of the fapiao, unless `more` says the reversal. */
export async function correctFapiao(
  server: TestServer,
  operator: Caller,
  { ownerId, id }: Key,
  more: Readonly<Record<string, string | Blob | number>>,
) {
  const { data } = await operator.call(customerFapiaos.get, { ownerId, id })
  return sendForm(server, operator, customerFapiaos.correct, {
    ownerId,
    id,
    which: 'fapiao',
    date: today(),
    reason: 'mistyped',
    version: data.version,
    ...more,
  })
}
