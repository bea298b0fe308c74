/** Requests and errors of MCP, which are JSON-RPC over HTTP. */
import { programLimits } from '#contract/programs/limits.ts'
import { langOfProgram, sentenceOf, statusOf } from '#server/features/programs/program-error.ts'
import { parseJsonBody, type WireFormat } from '#server/http/wire-format.ts'

export const mcpFormat: WireFormat = {
  langOf: langOfProgram,
  limits: { body: programLimits.body, url: programLimits.url },
  parseBody: parseJsonBody,
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
        error: { code: codeOf(status), message: sentenceOf(lang, error) },
      }),
    }
  },
}

/** Codes of JSON-RPC: parse error, internal error, and one of those left to servers. */
const codeOf = (status: number): number =>
  status === 400 ? -32_700 : status === 500 ? -32_603 : -32_000
