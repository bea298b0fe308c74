/** HTTP client for vendors: limits time and size; errors are GatewayFailure without secrets. */
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { describeError } from '#server/platform/log.ts'
import { GatewayFailure } from '#server/features/orders/payment/gateway.ts'

/** Default timeout in milliseconds. */
export const defaultTimeout = 10_000
/** Maximum response length in characters. */
const longest = 256 * 1_024

export type VendorResponse = { status: number; headers: Headers; text: string }
type RequestOptions = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  patience?: number | undefined
}

/** `vendor`: name for the log. Redirects are errors, because no vendor uses them. */
export async function requestVendor(
  vendor: string,
  url: string,
  { method, headers, body, patience = defaultTimeout }: RequestOptions,
): Promise<VendorResponse> {
  try {
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal,
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await bounded(response) }
  } catch (error) {
    throw new GatewayFailure(`${vendor} could not be asked: ${reasonOf(error, patience)}`)
  }
}

/** Parses JSON and validates it. Throws GatewayFailure. */
export function parseAs<S extends z.ZodMiniType>(
  vendor: string,
  schema: S,
  text: string,
): z.output<S> {
  const result = safeParse(schema, parsed(vendor, text))
  if (result.success) return result.data
  const where = result.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new GatewayFailure(
    `${vendor} answered something else than it documents, at: ${where || 'all of it'}`,
  )
}

function parsed(vendor: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new GatewayFailure(`${vendor} answered no JSON`)
  }
}

async function bounded(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > longest) throw new Error('the answer is too long')
  }
  return text + decoder.decode()
}

function reasonOf(error: unknown, timeout: number): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? `no answer within ${timeout} ms`
    : describeError(error)
}
