/** Local servers for the translation vendors that independently verify requests. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}
/** A response, or a handler of the raw response. */
export type Reply = { status?: number; body: unknown } | ((response: ServerResponse) => void)

/**
 * Starts a vendor. `reply` may throw to report an invalid request, which is added to
 * `invalidRequests`.
 */
export async function vendorServer(reply: (request: Request) => Reply) {
  const requests: Request[] = []
  const invalidRequests: string[] = []
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url!, 'http://vendor')
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const request = {
        method: incoming.method!,
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers as Record<string, string>,
        body,
      }
      requests.push(request)
      let received: Reply
      try {
        received = reply(request)
      } catch (reason) {
        invalidRequests.push(String(reason))
        received = { status: 599, body: String(reason) }
      }
      if (typeof received === 'function') return received(response)
      response.writeHead(received.status ?? 200, { 'content-type': 'application/json' })
      response.end(
        typeof received.body === 'string' ? received.body : JSON.stringify(received.body),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    invalidRequests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function assertRequest(isValid: boolean, problem: string): void {
  if (!isValid) throw new Error(problem)
}
const json = <T>({ headers, body }: Request): T => {
  assertRequest(
    headers['content-type']!.startsWith('application/json'),
    'the body is not declared as JSON',
  )
  return JSON.parse(body) as T
}

/** Fails for a field that the documentation does not name. */
const assertFields = (body: object, documented: readonly string[]) =>
  Object.keys(body).forEach((name) => assertRequest(documented.includes(name), `a field ${name}`))

/**
 * Request and response format of each vendor, for texts from Chinese or a detected language to
 * English. Those without batches take one text.
 */
type TranslationInput = { texts: string[]; from: string | undefined; to: string }
export type Vendor = {
  keys: (url: string) => VendorKeys
  read: (request: Request) => TranslationInput
  answer: (translated: string | readonly string[], detected: string) => unknown
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text, 'utf8').digest()

/** Of OpenAI's chat completions, the fields that Ollama and vLLM document as well. */
function readChat(request: Request, key: string | undefined): TranslationInput {
  assertRequest(
    request.method === 'POST' && request.path === '/v1/chat/completions',
    'wrong address',
  )
  assertRequest(request.headers['authorization'] === (key && `Bearer ${key}`), 'wrong key')
  const body = json<{
    model: string
    messages: { role: string; content: string }[]
    temperature?: number
  }>(request)
  assertFields(body, ['model', 'messages', 'temperature'])
  const { model, messages } = body
  for (const message of messages) assertFields(message, ['role', 'content'])
  assertRequest(
    model === 'some-model' && messages.map(({ role }) => role).join() === 'system,user',
    'not as documented',
  )
  const [, from, to] = /(?:from ([\w ()]+) )?into ([\w ()]+)\./.exec(messages[0]!.content)!
  const lines = messages[1]!.content.split('\n')
  assertRequest(lines.length > 2 && lines[0] === lines.at(-1), 'no mark around the text')
  return { texts: [lines.slice(1, -1).join('\n')], from, to: to! }
}

const answerChat = (content: unknown) => ({
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})

export const vendors = {
  google: {
    keys: (url) => ({ google: { key: 'g-key', url } }),
    read(request) {
      assertRequest(
        request.method === 'POST' && request.path === '/language/translate/v2',
        'wrong address',
      )
      assertRequest(request.headers['x-goog-api-key'] === 'g-key', 'wrong key')
      const { q, source, target, format } = json<{
        q: string[]
        source?: string
        target: string
        format: string
      }>(request)
      assertRequest(format === 'text', 'the format is not text')
      return { texts: q, from: source, to: target }
    },
    answer: (translated, detectedSourceLanguage) => ({
      data: {
        translations: [translated]
          .flat()
          .map((translatedText) => ({ translatedText, detectedSourceLanguage })),
      },
    }),
  },
  microsoft: {
    keys: (url) => ({ microsoft: { key: 'm-key', region: 'eastasia', url } }),
    read(request) {
      assertRequest(
        request.method === 'POST' &&
          request.path === '/translate' &&
          request.query.get('api-version') === '3.0',
        'wrong address',
      )
      assertRequest(
        request.headers['ocp-apim-subscription-key'] === 'm-key' &&
          request.headers['ocp-apim-subscription-region'] === 'eastasia',
        'wrong key',
      )
      const texts = json<{ Text: string }[]>(request).map(({ Text }) => Text)
      return { texts, from: request.query.get('from') ?? undefined, to: request.query.get('to')! }
    },
    answer: (translated, language) =>
      [translated].flat().map((text) => ({
        detectedLanguage: { language, score: 1 },
        translations: [{ text, to: 'en' }],
      })),
  },
  deepl: {
    keys: (url) => ({ deepl: { key: 'd-key:fx', url } }),
    read(request) {
      assertRequest(request.method === 'POST' && request.path === '/v2/translate', 'wrong address')
      assertRequest(request.headers['authorization'] === 'DeepL-Auth-Key d-key:fx', 'wrong key')
      const {
        text,
        source_lang: from,
        target_lang: to,
      } = json<{ text: string[]; source_lang?: string; target_lang: string }>(request)
      assertRequest(text.length <= 50 && to === to.toUpperCase(), 'not as documented')
      return { texts: text, from, to }
    },
    answer: (translated, detected_source_language) => ({
      translations: [translated].flat().map((text) => ({ detected_source_language, text })),
    }),
  },
  tencent: {
    keys: (url) => ({
      tencent: { secretId: 't-id', secretKey: 't-secret', region: 'ap-guangzhou', url },
    }),
    read(request) {
      const { headers, body } = request
      assertRequest(request.method === 'POST' && request.path === '/', 'wrong address')
      assertRequest(
        headers['x-tc-action'] === 'TextTranslate' &&
          headers['x-tc-version'] === '2018-03-21' &&
          headers['x-tc-region'] === 'ap-guangzhou',
        'wrong action',
      )
      const timestamp = headers['x-tc-timestamp']!
      assertRequest(Math.abs(Number(timestamp) - Date.now() / 1_000) < 300, 'the timestamp is off')
      const day = new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10)
      const canonical = [
        'POST',
        '/',
        '',
        `content-type:${headers['content-type']}`,
        `host:${headers['host']}`,
        '',
        'content-type;host',
        sha256(body),
      ].join('\n')
      const toSign = [
        'TC3-HMAC-SHA256',
        timestamp,
        `${day}/tmt/tc3_request`,
        sha256(canonical),
      ].join('\n')
      const sign = hmac(
        hmac(hmac(hmac('TC3t-secret', day), 'tmt'), 'tc3_request'),
        toSign,
      ).toString('hex')
      const expected = `TC3-HMAC-SHA256 Credential=t-id/${day}/tmt/tc3_request, SignedHeaders=content-type;host, Signature=${sign}`
      assertRequest(headers['authorization'] === expected, 'the signature is wrong')
      const { SourceText, Source, Target, ProjectId } = json<{
        SourceText: string
        Source: string
        Target: string
        ProjectId: number
      }>(request)
      assertRequest(ProjectId === 0, 'the project is missing')
      return { texts: [SourceText], from: Source === 'auto' ? undefined : Source, to: Target }
    },
    answer: (TargetText, Source) => ({
      Response: { TargetText, Source, Target: 'en', RequestId: 'r' },
    }),
  },
  youdao: {
    keys: (url) => ({ youdao: { appKey: 'y-key', appSecret: 'y-secret', url } }),
    read({ method, path, headers, body }) {
      assertRequest(method === 'POST' && path === '/api', 'wrong address')
      assertRequest(
        headers['content-type']!.startsWith('application/x-www-form-urlencoded'),
        'not a form',
      )
      const form = new URLSearchParams(body)
      const [q, salt, curtime] = [form.get('q')!, form.get('salt')!, form.get('curtime')!]
      const shortened =
        q.length <= 20 ? q : `${q.substring(0, 10)}${q.length}${q.substring(q.length - 10)}`
      // Java encodes an unpaired surrogate as `?`.
      const input = shortened.replace(/\p{Surrogate}/gu, '?')
      assertRequest(
        form.get('signType') === 'v3' && form.get('appKey') === 'y-key' && /^\d{10}$/.test(curtime),
        'not as documented',
      )
      assertRequest(
        form.get('sign') === sha256(`y-key${input}${salt}${curtime}y-secret`),
        'the signature is wrong',
      )
      const from = form.get('from')!
      return { texts: [q], from: from === 'auto' ? undefined : from, to: form.get('to')! }
    },
    answer: (translated, detected) => ({
      errorCode: '0',
      translation: [translated],
      l: `${detected}2en`,
    }),
  },
  openai: {
    keys: (url) => ({ openai: { key: 'o-key', model: 'some-model', url: `${url}/v1` } }),
    read: (request) => readChat(request, 'o-key'),
    answer: answerChat,
  },
  libretranslate: {
    keys: (url) => ({ libretranslate: { key: 'l-key', url } }),
    read(request) {
      assertRequest(request.method === 'POST' && request.path === '/translate', 'wrong address')
      const body = json<{
        q: string | string[]
        source: string
        target: string
        format: string
        api_key: string
      }>(request)
      assertFields(body, ['q', 'source', 'target', 'format', 'alternatives', 'api_key'])
      const { q, source, target, format, api_key: key } = body
      assertRequest(key === 'l-key', 'wrong key')
      assertRequest(format === 'text' || format === 'html', 'no such format')
      assertRequest(q.length > 0 && target.length > 0, 'a parameter is missing')
      const from = source === 'auto' ? undefined : source
      return { texts: [q].flat(), from, to: target }
    },
    answer: (translatedText, language) => ({
      translatedText,
      detectedLanguage: { confidence: 90, language },
    }),
  },
  selfhosted: {
    keys: (url) => ({ selfhosted: { key: undefined, model: 'some-model', url: `${url}/v1` } }),
    read: (request) => readChat(request, undefined),
    answer: answerChat,
  },
} satisfies Record<string, Vendor>
