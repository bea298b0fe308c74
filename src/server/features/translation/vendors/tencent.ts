/** Tencent machine translation (TMT 2018-03-21), signed with TC3-HMAC-SHA256. */
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import {
  requestVendor,
  type VendorAdapter,
} from '#server/features/translation/vendors/vendor-request.ts'
import {
  createLanguageSupport,
  plainAbilities,
  ChannelFailure,
  type ErrorKind,
} from '#server/features/translation/translator.ts'

const chinese = ['zh', 'zh-TW', 'en']
const european = ['fr', 'es', 'it', 'de', 'tr', 'ru', 'pt']
const everything = [...chinese, 'ja', 'ko', ...european, 'vi', 'id', 'th', 'ms', 'ar']
const toEuropean = [...chinese, ...european]
const pairs = {
  zh: everything,
  'zh-TW': everything,
  en: [...everything, 'hi'],
  ja: [...chinese, 'ko'],
  ko: [...chinese, 'ja'],
  ...Object.fromEntries(european.map((code) => [code, toEuropean])),
  ...Object.fromEntries(['vi', 'id', 'th', 'ms', 'ar'].map((code) => [code, chinese])),
  hi: ['en'],
}

const TencentResponse = z.object({
  Response: z.union([
    z.object({ Error: z.object({ Code: z.string(), Message: z.string() }) }),
    z.object({ TargetText: z.string(), Source: z.string() }),
  ]),
})

const service = 'tmt'
const contentType = 'application/json'

export const createTencentAdapter = ({
  secretId,
  secretKey,
  region,
  url,
}: NonNullable<VendorKeys['tencent']>): VendorAdapter => ({
  languages: createLanguageSupport([...everything, 'hi'].join(' '), { pairs }),
  abilities: plainAbilities,
  async translate({ from, to, texts: [text = ''], signal }) {
    const body = JSON.stringify({
      SourceText: text,
      Source: from ?? 'auto',
      Target: to,
      ProjectId: 0,
    })
    const { host } = new URL(url)
    const timestamp = Math.floor(Date.now() / 1_000)
    const headers = {
      'content-type': contentType,
      authorization: createAuthorization({ secretId, secretKey, host, body, timestamp }),
      'x-tc-action': 'TextTranslate',
      'x-tc-version': '2018-03-21',
      'x-tc-region': region,
      'x-tc-timestamp': String(timestamp),
    }
    const { Response: answer } = await requestVendor({
      url,
      headers,
      body,
      responseSchema: TencentResponse,
      signal,
    })
    if ('Error' in answer) {
      const { errorKind, isUnprocessed } = classifyError(answer.Error.Code)
      throw new ChannelFailure(errorKind, answer.Error.Code, { isUnprocessed })
    }
    return [{ translated: answer.TargetText, detected: answer.Source }]
  },
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The `authorization` header; `timestamp` in seconds. Signs the host, the content type and the
 * body.
 */
export function createAuthorization({
  secretId,
  secretKey,
  host,
  body,
  timestamp,
}: Pick<NonNullable<VendorKeys['tencent']>, 'secretId' | 'secretKey'> & {
  host: string
  body: string
  timestamp: number
}): string {
  const day = new Date(timestamp * 1_000).toISOString().slice(0, 10)
  const signed = 'content-type;host'
  const request = `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\n\n${signed}\n${sha256(body)}`
  const scope = `${day}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const sign = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(request)}`).toString(
    'hex',
  )
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${sign}`
}

/** The first match applies. One code of `pair` is capitalised differently, hence the flag `i`. */
const errorKinds: readonly [RegExp, ErrorKind][] = [
  [/^(InternalError|ServiceUnavailable|FailedOperation\.RequestAiLabErr)/, 'busy'],
  [/^(UnsupportedOperation\.Unsupported|FailedOperation\.LanguageRecognitionErr)/i, 'pair'],
  [/^(UnsupportedOperation|InvalidParameter)/, 'text'],
  [
    /^(AuthFailure|UnauthorizedOperation|FailedOperation|ResourceUnavailable|LimitExceeded|Ip(In|Not))/,
    'closed',
  ],
]

/** Errors come with status 200. */
function classifyError(code: string): { errorKind: ErrorKind; isUnprocessed: boolean } {
  if (code.startsWith('RequestLimitExceeded') || code === 'LimitExceeded.LimitedAccessFrequency')
    return { errorKind: 'busy', isUnprocessed: true }
  return {
    errorKind: errorKinds.find(([known]) => known.test(code))?.[1] ?? 'garbled',
    isUnprocessed: false,
  }
}
