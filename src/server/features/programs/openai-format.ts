/** Requests and responses in the shape of OpenAI's API. */
import { programLimits } from '#contract/programs/limits.ts'
import { langOfProgram, sentenceOf, statusOf } from '#server/features/programs/program-error.ts'
import { parseJsonBody, type WireFormat } from '#server/http/wire-format.ts'

export const openaiFormat: WireFormat = {
  langOf: langOfProgram,
  limits: { body: programLimits.body, url: programLimits.url },
  parseBody: parseJsonBody,
  encodeSuccess: (_, data) => ({
    status: 200,
    body: Array.isArray(data) ? toEventStream(data) : JSON.stringify(data),
  }),
  encodeError(lang, error) {
    const status = statusOf(error, { ofKey: 401, ofQuota: 429 })
    const type = typeOf(status)
    const isQuota = error.code === 'notEnough' || error.code === 'planExpired'
    return {
      status,
      headers: error.headers,
      body: JSON.stringify({
        error: {
          message: sentenceOf(lang, error),
          type: isQuota ? 'insufficient_quota' : type,
          param: error.fields[0]?.field || null,
          code: isQuota ? 'insufficient_quota' : codeOf(status),
        },
      }),
    }
  },
  headersOf: (body): Record<string, string> =>
    body.startsWith(eventStart) ? { 'content-type': 'text/event-stream; charset=utf-8' } : {},
}

const eventStart = 'data: '

const toEventStream = (chunks: readonly unknown[]): string =>
  [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `${eventStart}${data}\n\n`)
    .join('')

const typeOf = (status: number): string =>
  status === 401
    ? 'authentication_error'
    : status === 403
      ? 'permission_error'
      : status === 429
        ? 'rate_limit_error'
        : status >= 500
          ? 'server_error'
          : 'invalid_request_error'

const codeOf = (status: number): string | null =>
  status === 401
    ? 'invalid_api_key'
    : status === 404
      ? 'model_not_found'
      : status === 429
        ? 'rate_limit_exceeded'
        : null
