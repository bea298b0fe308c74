/** Shared by the payment vendors' clients: HTTP, schemas, times in China, yuan, the return URL. */
import * as z from 'zod/mini'
import { describeError } from '#server/platform/log.ts'
import { GatewayFailure, type PaymentRequest } from '#server/features/orders/payment/gateway.ts'

/** Default timeout in milliseconds. */
export const defaultVendorTimeout = 10_000
/** Maximum response length in characters. */
const maxResponseChars = 256 * 1_024

type VendorResponse = { status: number; headers: Headers; text: string }
type RequestOptions = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeout?: number | undefined
}

/** `vendor`: name for the log. Redirects are errors, because no vendor uses them. */
export async function requestVendor(
  vendor: string,
  url: string,
  { method, headers, body, timeout = defaultVendorTimeout }: RequestOptions,
): Promise<VendorResponse> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal,
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await readBounded(response) }
  } catch (error) {
    throw new GatewayFailure(`${vendor} could not be asked: ${describeFailure(error, timeout)}`)
  }
}

/** Parses JSON and validates it. Throws GatewayFailure. */
export function parseResponse<S extends z.ZodMiniType>(
  vendor: string,
  schema: S,
  text: string,
): z.output<S> {
  const result = z.safeParse(schema, parseJson(vendor, text))
  if (result.success) return result.data
  const where = result.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new GatewayFailure(
    `${vendor} answered something else than it documents, at: ${where || 'all of it'}`,
  )
}

function parseJson(vendor: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new GatewayFailure(`${vendor} answered no JSON`)
  }
}

async function readBounded(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > maxResponseChars) throw new Error('the answer is too long')
  }
  return text + decoder.decode()
}

function describeFailure(error: unknown, timeout: number): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? `no answer within ${timeout} ms`
    : describeError(error)
}

/** Milliseconds before UTC; China has no daylight saving time. */
const chinaOffset = 8 * 3_600_000

/** `2026-01-31T20:15:00+08:00` */
export const formatRfc3339 = (at: Date): string => `${formatChinaTime(at)}+08:00`

/** `2026-01-31 20:15:00` */
export const formatSpaced = (at: Date): string => formatChinaTime(at).replace('T', ' ')

/** `20260131201500` */
export const formatCompact = (at: Date): string => formatChinaTime(at).replace(/\D/g, '')

/** Parses all three formats; undefined for anything else. */
export function parseChinaTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(?:\+08:00)?$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const formatChinaTime = (at: Date) =>
  new Date(at.getTime() + chinaOffset).toISOString().slice(0, 19)

/** 1990 fen is “19.90”. Throws RangeError for an invalid amount. */
export function formatYuan(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError(`${cents} is no amount of fen`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * “19.9”, “19.90” and 19.9 are 1990 fen. Undefined for an invalid amount or a fraction of a fen.
 */
export function parseCents(yuan: string | number): number | undefined {
  const [, integer, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(String(yuan)) ?? []
  return integer === undefined ? undefined : Number(integer + fraction.padEnd(2, '0'))
}

/** Yuan as text or number, converted to fen. */
export const Yuan = parseWith(z.union([z.string(), z.number()]), parseCents)

/** China Standard Time in any of the vendors' formats. */
export const ChinaTime = parseWith(z.string(), parseChinaTime)

/** A vendor's identifier: a string or an unquoted number. */
export const VendorNumber = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform(String),
)

function parseWith<A, T>(schema: z.ZodMiniType<A, A>, parse: (value: A) => T | undefined) {
  return z.pipe(
    schema,
    z.transform((value, context) => {
      const result = parse(value)
      if (result !== undefined) return result
      context.issues.push({ code: 'custom', message: 'unreadable', input: value })
      return z.NEVER
    }),
  )
}

/** ASCII for any ids, because it is part of the text signed for Alipay. */
export function createReturnUrl(
  site: string,
  { orderId, orderNo }: { orderId: PaymentRequest['orderId']; orderNo: PaymentRequest['no'] },
): string {
  return `${site}/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId, orderNo }))}`
}
