/** Requests and errors of MCP, which are JSON-RPC over HTTP. */
import { programLimits } from '#contract/programs/limits.ts'
import { langOfProgram, sentenceOf, statusOf } from '#server/features/programs/program-error.ts'
import { ApiError } from '#server/http/errors.ts'
import { parseJsonBody, type WireFormat } from '#server/http/wire-format.ts'

export const mcpFormat: WireFormat = {
  langOf: langOfProgram,
  limits: { body: programLimits.body, url: programLimits.url },
  parseBody(type, text) {
    const body = parseJsonBody(type, text)
    // A batch, which only one outdated revision has, would count as one call.
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ApiError('unreadable', { reason: { key: 'oneMessage', values: {} } })
    return body
  },
  encodeSuccess: (_, data) => ({ status: 200, body: JSON.stringify(data) }),
  encodeError(lang, error) {
    const status = statusOf(error, { ofKey: 401, ofQuota: 456 })
    return {
      status,
      headers: {
        ...error.headers,
        ...(status === 401 && { 'www-authenticate': 'Bearer realm="API key"' }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: codeOf(error, status), message: sentenceOf(lang, error) },
      }),
    }
  },
}

/** Codes of JSON-RPC. */
const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Left to servers. */
  refused: -32_000,
}

function codeOf({ code, reason }: ApiError, status: number): number {
  if (code === 'unreadable')
    return status === 400 && !reason ? codes.parseError : codes.invalidRequest
  if (code === 'wrongMethod' || code === 'tooLarge') return codes.invalidRequest
  if (code === 'invalid') return codes.invalidParams
  return status === 500 ? codes.internalError : codes.refused
}
