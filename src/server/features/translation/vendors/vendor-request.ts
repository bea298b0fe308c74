/** What a vendor adapter is, and the HTTP request that all of them make. */
import {
  type ChannelAbilities,
  type TranslationHints,
  type TranslationResult,
  ChannelFailure,
  type ErrorKind,
  type LanguageSupport,
} from '#server/features/translation/translator.ts'
import * as z from 'zod/mini'
import { describeError } from '#server/platform/log.ts'

/** Codes are the vendor's, also in the result's `detected`. `from` is undefined for detection. */
type VendorTranslationRequest = {
  from: string | undefined
  to: string
  texts: readonly string[]
  hints: TranslationHints
  signal: AbortSignal
}

export type VendorAdapter = {
  readonly languages: LanguageSupport
  readonly abilities: ChannelAbilities
  /** The most texts and characters of one request; without it, one text. */
  readonly batch?: { readonly texts: number; readonly characters: number }
  /** Detects one language for a whole batch, so that texts to detect are sent one by one. */
  readonly detectsByBatch?: boolean
  /** One result per text. Throws ChannelFailure. */
  translate(request: VendorTranslationRequest): Promise<TranslationResult[]>
}

type VendorCall<S extends z.core.$ZodType> = {
  url: string
  headers?: Record<string, string>
  /** JSON, or a form; without it the request is a GET. */
  body?: string | URLSearchParams
  /** Schema of the response, including errors reported with status 200. */
  responseSchema: S
  signal: AbortSignal
  /** Maps a status other than 2xx by the vendor's response text; undefined: by the status alone. */
  errorKindOf?: (status: number, text: string) => ErrorKind | undefined
}

/** Maximum response size in bytes, above any response to the longest text allowed. */
const maxResponseBytes = 512 * 1024

/** Follows no redirects, so that the key can't leak to another host. Throws ChannelFailure. */
export async function requestVendor<S extends z.core.$ZodType>({
  url,
  headers,
  body,
  responseSchema,
  signal,
  errorKindOf,
}: VendorCall<S>): Promise<z.output<S>> {
  const type =
    typeof body === 'string'
      ? 'application/json; charset=utf-8'
      : 'application/x-www-form-urlencoded'
  const content =
    body === undefined
      ? { method: 'GET', headers: { ...headers } }
      : { method: 'POST', body, headers: { 'content-type': type, ...headers } }
  const response = await fetch(url, { ...content, redirect: 'error', signal }).catch(
    (reason: unknown) => {
      throw toConnectionFailure(reason)
    },
  )
  const text = await readBounded(response)
  if (!response.ok) {
    const isUnprocessed = [429, 503, 529].includes(response.status)
    throw new ChannelFailure(
      errorKindOf?.(response.status, text) ?? errorKindOfStatus(response.status),
      [`HTTP ${response.status}`, ...findErrorCodes(text)].join(' '),
      { isUnprocessed },
    )
  }
  const read = z.safeParse(responseSchema, parseJson(text))
  if (!read.success)
    throw new ChannelFailure(
      'garbled',
      ['an answer of another shape', ...findErrorCodes(text)].join(' '),
    )
  return read.data
}

function errorKindOfStatus(status: number): ErrorKind {
  if (status === 401 || status === 402 || status === 403 || status === 404) return 'closed'
  if (status === 400 || status === 413 || status === 422) return 'text'
  return status === 408 || status === 429 || status >= 500 ? 'busy' : 'garbled'
}

/** Errors raised before anything is sent. */
const beforeSending = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function toConnectionFailure(reason: unknown): ChannelFailure {
  const { code } = ((reason as Error).cause ?? reason) as { code?: string }
  return new ChannelFailure('busy', `no answer: ${code ?? describeError(reason)}`, {
    isUnprocessed: code !== undefined && beforeSending.includes(code),
  })
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxResponseBytes) throw new ChannelFailure('garbled', 'an answer without end')
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (reason) {
    if (reason instanceof ChannelFailure) throw reason
    throw new ChannelFailure('busy', `an answer cut off: ${describeError(reason)}`)
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Error messages of vendors may quote the text, so only the codes are logged. */
function findErrorCodes(text: string): string[] {
  const found = text
    .slice(0, 2_000)
    .matchAll(
      /"(?:code|errorCode|error_code|Code|status|type|reason)"\s*:\s*"?([A-Za-z\d_.-]{1,60})"?\s*[,}]/g,
    )
  return [...new Set([...found].map(([, code]) => code!))].slice(0, 5)
}
