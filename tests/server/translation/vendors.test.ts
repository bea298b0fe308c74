/**
 * The vendors' protocols: what is sent is what they document, and what they answer is understood,
 * also when they say no.
 */
import { Agent } from 'node:http'
import { tmt } from 'tencentcloud-sdk-nodejs-tmt'
import { afterEach, expect, test, vi } from 'vitest'
import { charactersOf } from '#server/features/translation/service.ts'
import {
  usualLimits,
  type Limits,
  translatorsOf,
} from '#server/features/translation/translators.ts'
import { ChannelFailure, type Translator } from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#server/platform/config/vendor-settings.ts'
import { signature } from '#server/features/translation/vendors/tencent.ts'
import {
  vendors,
  vendorServer,
  type Reply,
  type Request,
  type Vendor,
} from '#tests/support/gateways/translation-vendors.ts'

const quick: Limits = { ...usualLimits, once: 5_000, total: 8_000, pause: 5 }
const table: Record<Engine, Vendor> = vendors
let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
  vi.useRealTimers()
})

async function serving(engine: Engine, reply: (request: Request) => Reply, limits = quick) {
  const server = await vendorServer(reply)
  closing.push(server.close)
  const translator = translatorsOf(
    { vendors: table[engine].keys(server.url), production: true },
    limits,
  ).get(engine)!
  return { server, translator }
}
const ask = (translator: Translator, more: object = {}) =>
  translator.translate({ source: 'zh', target: 'en', text: '你好', ...more })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'translated',
    (reason: unknown) =>
      reason instanceof ChannelFailure ? reason.errorKind : Promise.reject(reason as Error),
  )

const long = '一二三四五六七八九十😀 “quoted” \\ \n\tabc & <b> =+%'
/**
 * How each calls Simplified Chinese as a source, English as a target, and what it says when it
 * detects Chinese.
 */
const codes: Record<Engine, [from: string, to: string, detected: string]> = {
  google: ['zh-CN', 'en', 'zh-CN'],
  microsoft: ['zh-Hans', 'en', 'zh-Hans'],
  deepl: ['ZH', 'EN-US', 'ZH'],
  tencent: ['zh', 'en', 'zh'],
  youdao: ['zh-CHS', 'en', 'zh-CHS'],
  openai: ['Simplified Chinese', 'English', ''],
}

test.each(engines)('%s is asked as it documents, and answers', async (engine) => {
  const { read, answer } = table[engine]
  const logged: unknown[] = []
  const { server, translator } = await serving(engine, (request) => {
    logged.push(read(request))
    return { body: answer('Hello 😀 “you”', codes[engine][2]) }
  })
  const [from, to] = codes[engine]
  expect(await ask(translator, { text: long })).toEqual({
    translated: 'Hello 😀 “you”',
    detected: undefined,
  })
  expect(await ask(translator, { source: 'auto' })).toEqual({
    translated: 'Hello 😀 “you”',
    detected: engine === 'openai' ? undefined : 'zh',
  })
  expect(server.wrong).toEqual([])
  expect(logged).toEqual([
    { text: long, from, to },
    { text: '你好', from: undefined, to },
  ])
})

test('Tencent’s own client signs the same request the same way', async () => {
  let seen: Request | undefined
  const server = await vendorServer((request) => {
    seen = request
    return { body: table.tencent.answer('Hello', 'zh') }
  })
  closing.push(server.close)
  // It signs by the first part of the address, so that has to be the service's.
  const toThisMachine = new Agent({
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const client = new tmt.v20180321.Client({
    credential: { secretId: 't-id', secretKey: 't-secret' },
    region: 'ap-guangzhou',
    profile: {
      httpProfile: {
        endpoint: `tmt.vendor.test:${new URL(server.url).port}`,
        protocol: 'http://',
        agent: toThisMachine,
      },
    },
  })
  expect(
    await client.TextTranslate({ SourceText: long, Source: 'zh', Target: 'en', ProjectId: 0 }),
  ).toMatchObject({ TargetText: 'Hello' })
  const { headers, body } = seen!
  // It signs the name of the host without its port, which is one where Tencent listens.
  const ours = signature({
    secretId: 't-id',
    secretKey: 't-secret',
    host: 'tmt.vendor.test',
    body,
    timestamp: Number(headers['x-tc-timestamp']),
  })
  expect(headers['authorization']).toBe(ours)
  expect([headers['content-type'], headers['x-tc-action'], headers['x-tc-version']]).toEqual([
    'application/json',
    'TextTranslate',
    '2018-03-21',
  ])
})

const error = (Code: string) => ({
  body: { Response: { Error: { Code, Message: 'no' }, RequestId: 'r' } },
})
test.each<[Engine, string, Reply, string]>([
  [
    'google',
    'a wrong key',
    {
      status: 400,
      body: { error: { message: 'API key not valid. Please pass a valid API key.' } },
    },
    'closed',
  ],
  [
    'google',
    'a wrong pair',
    { status: 400, body: { error: { message: 'Bad language pair: zh|xx' } } },
    'pair',
  ],
  [
    'google',
    'a limit',
    { status: 403, body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } } },
    'busy',
  ],
  ['microsoft', 'a wrong key', { status: 401, body: { error: { code: 401000 } } }, 'closed'],
  [
    'microsoft',
    'a wrong target',
    {
      status: 400,
      body: { error: { code: 400036, message: 'The target language is not valid.' } },
    },
    'pair',
  ],
  ['deepl', 'the quota', { status: 456, body: { message: 'Quota exceeded' } }, 'closed'],
  [
    'deepl',
    'a wrong target',
    { status: 400, body: { message: "Value for 'target_lang' not supported." } },
    'pair',
  ],
  ['tencent', 'a wrong key', error('AuthFailure.SecretIdNotFound'), 'closed'],
  ['tencent', 'no money', error('FailedOperation.NoFreeAmount'), 'closed'],
  ['tencent', 'a limit', error('RequestLimitExceeded'), 'busy'],
  ['tencent', 'a wrong pair', error('UnsupportedOperation.UnsupportedLanguage'), 'pair'],
  ['youdao', 'a wrong signature', { body: { errorCode: '202' } }, 'closed'],
  ['youdao', 'a limit', { body: { errorCode: '411' } }, 'busy'],
  ['youdao', 'a wrong pair', { body: { errorCode: '102' } }, 'pair'],
  [
    'openai',
    'no money',
    { status: 429, body: { error: { code: 'insufficient_quota' } } },
    'closed',
  ],
  [
    'openai',
    'a cut answer',
    { body: { choices: [{ message: { content: 'He' }, finish_reason: 'length' }] } },
    'text',
  ],
  [
    'openai',
    'no to the text',
    { body: { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] } },
    'text',
  ],
  ['tencent', 'a wrong target', error('UnsupportedOperation.UnSupportedTargetLanguage'), 'pair'],
  ['tencent', 'a language not known', error('FailedOperation.LanguageRecognitionErr'), 'pair'],
  ['tencent', 'too long a text', error('UnsupportedOperation.TextTooLong'), 'text'],
  ['tencent', 'trouble of its own', error('FailedOperation.RequestAiLabErr'), 'busy'],
  ['youdao', 'too long a text', { body: { errorCode: '103' } }, 'text'],
  [
    'microsoft',
    'a wrong source',
    {
      status: 400,
      body: { error: { code: 400035, message: 'The source language is not valid.' } },
    },
    'pair',
  ],
  [
    'microsoft',
    'too long a text',
    { status: 400, body: { error: { code: 400050, message: 'The input text is too long.' } } },
    'text',
  ],
  ['deepl', 'too many questions', { status: 529, body: { message: 'Too many requests' } }, 'busy'],
])('%s saying %s is understood', async (engine, _what, reply, errorKind) => {
  const { translator } = await serving(engine, () => reply)
  expect(await failure(ask(translator))).toBe(errorKind)
})

test.each<[string, Reply, string]>([
  ['another shape', { body: { translations: [] } }, 'garbled'],
  ['no JSON', { body: '<html>' }, 'garbled'],
  ['an empty translation', { body: vendors.google.answer(' ', 'zh') }, 'text'],
  ['a translation without end', { body: vendors.google.answer('x'.repeat(3_000), 'zh') }, 'text'],
  ['an answer without end', { body: vendors.google.answer('x'.repeat(600_000), 'zh') }, 'garbled'],
  [
    'half an answer',
    (response) =>
      void response
        .writeHead(200, { 'content-length': 900 })
        .write('{"data":', () => response.destroy()),
    'busy',
  ],
  [
    'a redirect',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'busy',
  ],
])('%s is no translation', async (_what, reply, errorKind) => {
  const { server, translator } = await serving('google', () => reply)
  expect(await failure(ask(translator))).toBe(errorKind)
  expect(server.requests).toHaveLength(1)
})

test('a signature by Youdao’s scheme may cut a character in two', async () => {
  const { server, translator } = await serving('youdao', (request) => {
    vendors.youdao.read(request)
    return { body: vendors.youdao.answer('Hello', 'zh-CHS') }
  })
  expect((await ask(translator, { text: '123456789😀in between😀123456789' })).translated).toBe(
    'Hello',
  )
  expect(server.wrong).toEqual([])
})

test('a model that thinks is asked without a temperature, and what it thought is no translation', async () => {
  const server = await vendorServer(() => ({
    body: vendors.openai.answer('<think>\nA greeting.\n</think>\n\nHello <think>'),
  }))
  closing.push(server.close)
  for (const [model, temperature] of [
    ['o3-mini', undefined],
    ['gpt-5-mini', undefined],
    ['gpt-4o-mini', 0],
    ['orca', 0],
  ] as const) {
    const translator = translatorsOf(
      { vendors: { openai: { key: undefined, model, url: server.url } }, production: true },
      quick,
    ).get('openai')!
    expect((await ask(translator)).translated).toBe('Hello <think>')
    expect(
      (JSON.parse(server.requests.at(-1)!.body) as { temperature?: number }).temperature,
      model,
    ).toBe(temperature)
  }
})

test('silence ends with the time that there is', async () => {
  const { server, translator } = await serving('google', () => () => {}, { ...quick, once: 1_000 })
  expect(await failure(ask(translator))).toBe('busy')
  expect(server.requests).toHaveLength(1)
})

test('what was not heard is asked again, what may have been is not', async () => {
  const good = { body: vendors.google.answer('Hello', 'zh') }
  let replies: Reply[] = []
  const { server, translator } = await serving('google', () => replies.shift()!)
  replies = [{ status: 429, body: '' }, { status: 503, body: '' }, good]
  expect((await ask(translator)).translated).toBe('Hello')
  replies = [{ status: 500, body: '' }, good]
  expect(await failure(ask(translator))).toBe('busy')
  expect(server.requests).toHaveLength(4)
  const nobody = translatorsOf(
    { vendors: { google: { key: 'k', url: 'http://127.0.0.1:1' } }, production: true },
    quick,
  ).get('google')!
  expect(await failure(ask(nobody))).toBe('busy')
})

test('a channel that keeps failing is left alone for a while, then tried once', async () => {
  let good = false
  vi.useFakeTimers({ toFake: ['Date'] })
  const limits = { ...quick, retries: 0, failures: 3, rest: 15_000 }
  const { server, translator } = await serving(
    'google',
    () => (good ? { body: vendors.google.answer('Hello', 'zh') } : { status: 500, body: '' }),
    limits,
  )
  for (let time = 0; time < 5; time++) expect(await failure(ask(translator))).toBe('busy')
  expect(server.requests).toHaveLength(3)
  vi.advanceTimersByTime(limits.rest)
  expect(await failure(ask(translator))).toBe('busy')
  expect(await failure(ask(translator))).toBe('busy')
  expect(server.requests).toHaveLength(4)
  good = true
  vi.advanceTimersByTime(limits.rest)
  expect((await ask(translator)).translated).toBe('Hello')
  expect((await ask(translator)).translated).toBe('Hello')
})

test('texts that a channel does not take do not shut it for others', async () => {
  let good = false
  const { translator } = await serving(
    'google',
    () => (good ? { body: vendors.google.answer('Hello', 'zh') } : { status: 400, body: '' }),
    {
      ...quick,
      failures: 3,
    },
  )
  for (let time = 0; time < 5; time++) expect(await failure(ask(translator))).toBe('text')
  good = true
  expect((await ask(translator)).translated).toBe('Hello')
})

test('each knows its languages, two hundred and more together', () => {
  const all = translatorsOf({
    vendors: Object.assign({}, ...engines.map((engine) => table[engine].keys('http://x'))),
    production: true,
  })
  expect(
    new Set([...all.values()].flatMap(({ languages: spoken }) => spoken.targets)).size,
  ).toBeGreaterThanOrEqual(200)
  for (const { languages: spoken } of all.values()) {
    expect(new Set(spoken.targets).size).toBe(spoken.targets.length)
    expect([
      spoken.supports('zh', 'en'),
      spoken.supports('en', 'zh'),
      spoken.supports('auto', 'en'),
      spoken.supports('zh', 'zh'),
      spoken.supports('zh', 'auto'),
    ]).toEqual([true, true, true, false, false])
    for (const code of spoken.sources)
      expect(spoken.ours(spoken.sourceCode(code)), code).toBeDefined()
  }
  const { languages: spoken } = all.get('tencent')!
  expect([
    spoken.supports('en', 'hi'),
    spoken.supports('zh', 'hi'),
    spoken.supports('ja', 'fr'),
    spoken.supports('de', 'fr'),
  ]).toEqual([true, false, false, true])
})

test('a vendor without its key is not offered in production, and is the phrase book in the demo', async () => {
  expect([...translatorsOf({ vendors: {}, production: true }).keys()]).toEqual([])
  const demo = translatorsOf({ vendors: vendors.google.keys('http://x'), production: false })
  expect(engines.filter((engine) => demo.get(engine)!.demo)).toEqual(
    engines.filter((engine) => engine !== 'google'),
  )
})

test('characters are code points', () => {
  for (const text of ['', 'abc', '你好', '😀', '👨‍👩‍👧', '\ud800', '\udc00\ud83d', 'a\ud83d😀', '\r\n'])
    expect(charactersOf(text), text).toBe([...text].length)
})
