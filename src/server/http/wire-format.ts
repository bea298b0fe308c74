/** How bodies are read and responses written: in the envelope, or in another API's shape. */
import type { Lang } from '#locales/messages.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'
import {
  encodeError,
  encodeSuccess,
  langOfRequest,
  type EncodedResponse,
} from '#server/http/response.ts'

export type WireFormat = {
  langOf: (c: AppContext) => Lang
  /** Bytes of a body and characters of a URL, if not the usual. */
  limits?: { body: number; url: number }
  /** Whether calls without a body, such as deletions, have their fields in the query. */
  readsQuery?: true
  /** Throws ApiError `unreadable`: 415 for another type, 400 if the text does not parse. */
  parseBody: (type: string, text: string) => unknown
  encodeSuccess: (lang: Lang, data: unknown) => EncodedResponse
  /** `call` names the endpoint, which determines the labels of the fields. */
  encodeError: (lang: Lang, error: ApiError, call?: string) => EncodedResponse
  /** Headers that follow from the body, for responses that were stored without them. */
  headersOf?: (body: string) => Record<string, string>
}

const isJson = (type: string) => /^application\/json *(;|$)/i.test(type)

/** Unpaired surrogates are replaced, as invalid UTF-8 is. */
export function parseJsonBody(type: string, text: string): unknown {
  if (!isJson(type)) throw new ApiError('unreadable', { status: 415 })
  try {
    return JSON.parse(text, escapedSurrogate.test(text) ? replaceUnpaired : undefined)
  } catch {
    throw new ApiError('unreadable')
  }
}

/** PostgreSQL stores no unpaired surrogates. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/
const replaceUnpaired = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value

/** JSON, answered in the envelope (spec section 7). */
export const envelopeFormat: WireFormat = {
  langOf: langOfRequest,
  parseBody: parseJsonBody,
  encodeSuccess,
  encodeError,
}

/** The format in which a request is answered, also before its route is known. */
export const formatOfRequest = (c: AppContext): WireFormat =>
  c.get('request').format ?? envelopeFormat
