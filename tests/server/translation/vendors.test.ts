/**
 * Translation vendors: requests follow their documentation, and responses and errors are
 * understood.
 */
import { Agent } from 'node:http'
import { tmt } from 'tencentcloud-sdk-nodejs-tmt'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { countCharacters } from '#server/features/translation/charge-translations.ts'
import {
  type TranslatorLimits,
  createTranslators,
} from '#server/features/translation/translators.ts'
import { engines, type Engine } from '#contract/translation-engines.ts'
import { createAuthorization } from '#server/features/translation/vendors/tencent.ts'
import {
  vendors,
  vendorServer,
  type Reply,
  type Request,
} from '#tests/support/gateways/translation-vendors.ts'
import {
  errorKindOf,
  shortLimits,
  startVendor,
  translateOne,
  vendorByEngine,
} from '#tests/support/gateways/vendor-translator.ts'

afterEach(() => void vi.useRealTimers())

const longText = '一二三四五六七八九十😀 “quoted” \\ \n\tabc & <b> =+%'
/** Each vendor's codes of Simplified Chinese as source, English as target, and detected Chinese. */
const codes: Record<Engine, [from: string, to: string, detected: string]> = {
  google: ['zh-CN', 'en', 'zh-CN'],
  microsoft: ['zh-Hans', 'en', 'zh-Hans'],
  deepl: ['ZH', 'EN-US', 'ZH'],
  tencent: ['zh', 'en', 'zh'],
  youdao: ['zh-CHS', 'en', 'zh-CHS'],
  openai: ['Simplified Chinese', 'English', ''],
  libretranslate: ['zh', 'en', 'zh-Hans'],
  selfhosted: ['Simplified Chinese', 'English', ''],
}

test.each(engines)('a request to %s follows its documentation', async (engine) => {
  const { read, answer } = vendorByEngine[engine]
  const readRequests: unknown[] = []
  const { server, translator } = await startVendor(engine, (request) => {
    if (request.path === '/languages') return { status: 404, body: { error: 'Not found' } }
    readRequests.push(read(request))
    return { body: answer('Hello 😀 “you”', codes[engine][2]) }
  })
  const [from, to] = codes[engine]
  expect(await translateOne(translator, { text: longText })).toEqual({
    translated: 'Hello 😀 “you”',
    detected: undefined,
  })
  expect(await translateOne(translator, { source: 'auto' })).toEqual({
    translated: 'Hello 😀 “you”',
    detected: codes[engine][2] === '' ? undefined : 'zh',
  })
  expect(server.invalidRequests).toEqual([])
  expect(readRequests).toEqual([
    { texts: [longText], from, to },
    { texts: ['你好'], from: undefined, to },
  ])
})

test('Tencent’s own client signs the same request the same way', async () => {
  let received: Request | undefined
  const server = await vendorServer((request) => {
    received = request
    return { body: vendorByEngine.tencent.answer('Hello', 'zh') }
  })
  onTestFinished(server.close)
  // The client signs by the first label of the host, which must be that of the service.
  const localAgent = new Agent({
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const client = new tmt.v20180321.Client({
    credential: { secretId: 't-id', secretKey: 't-secret' },
    region: 'ap-guangzhou',
    profile: {
      httpProfile: {
        endpoint: `tmt.vendor.test:${new URL(server.url).port}`,
        protocol: 'http://',
        agent: localAgent,
      },
    },
  })
  expect(
    await client.TextTranslate({ SourceText: longText, Source: 'zh', Target: 'en', ProjectId: 0 }),
  ).toMatchObject({ TargetText: 'Hello' })
  const { headers, body } = received!
  // The client signs the host without its port, as on Tencent's default port.
  const ownSignature = createAuthorization({
    secretId: 't-id',
    secretKey: 't-secret',
    host: 'tmt.vendor.test',
    body,
    timestamp: Number(headers['x-tc-timestamp']),
  })
  expect(headers['authorization']).toBe(ownSignature)
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
])('an error of %s for %s is classified', async (engine, _what, reply, errorKind) => {
  const { translator } = await startVendor(engine, () => reply)
  expect(await errorKindOf(translateOne(translator))).toBe(errorKind)
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
])('%s is not accepted as a translation', async (_what, reply, errorKind) => {
  const { server, translator } = await startVendor('google', () => reply)
  expect(await errorKindOf(translateOne(translator))).toBe(errorKind)
  expect(server.requests).toHaveLength(1)
})

test('Youdao’s signature may split a surrogate pair', async () => {
  const { server, translator } = await startVendor('youdao', (request) => {
    vendors.youdao.read(request)
    return { body: vendors.youdao.answer('Hello', 'zh-CHS') }
  })
  expect(
    (await translateOne(translator, { text: '123456789😀in between😀123456789' })).translated,
  ).toBe('Hello')
  expect(server.invalidRequests).toEqual([])
})

test('reasoning models get no temperature, and their thoughts are removed', async () => {
  const server = await vendorServer(() => ({
    body: vendors.openai.answer('<think>\nA greeting.\n</think>\n\nHello <think>'),
  }))
  onTestFinished(server.close)
  for (const [model, temperature] of [
    ['o3-mini', undefined],
    ['gpt-5-mini', undefined],
    ['gpt-4o-mini', 0],
    ['orca', 0],
  ] as const) {
    const translator = createTranslators(
      { vendors: { openai: { key: undefined, model, url: server.url } }, production: true },
      shortLimits,
    ).get('openai')!
    expect((await translateOne(translator)).translated).toBe('Hello <think>')
    expect(
      (JSON.parse(server.requests.at(-1)!.body) as { temperature?: number }).temperature,
      model,
    ).toBe(temperature)
  }
})

test('a silent vendor times out', async () => {
  const { server, translator } = await startVendor('google', () => () => {}, {
    ...shortLimits,
    requestTimeout: 1_000,
  })
  expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(server.requests).toHaveLength(1)
})

test('rejected requests are retried, possibly executed ones are not', async () => {
  const goodReply = { body: vendors.google.answer('Hello', 'zh') }
  let replies: Reply[] = []
  const { server, translator } = await startVendor('google', () => replies.shift()!)
  replies = [{ status: 429, body: '' }, { status: 503, body: '' }, goodReply]
  expect((await translateOne(translator)).translated).toBe('Hello')
  replies = [{ status: 500, body: '' }, goodReply]
  expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(server.requests).toHaveLength(4)
  const unreachable = createTranslators(
    { vendors: { google: { key: 'k', url: 'http://127.0.0.1:1' } }, production: true },
    shortLimits,
  ).get('google')!
  expect(await errorKindOf(translateOne(unreachable))).toBe('busy')
})

test('a failing channel is suspended for a while, then probed once', async () => {
  let isWorking = false
  vi.useFakeTimers({ toFake: ['Date'] })
  const limits: TranslatorLimits = {
    ...shortLimits,
    retries: 0,
    maxFailures: 3,
    openDuration: 15_000,
  }
  const { server, translator } = await startVendor(
    'google',
    () => (isWorking ? { body: vendors.google.answer('Hello', 'zh') } : { status: 500, body: '' }),
    limits,
  )
  for (let time = 0; time < 5; time++)
    expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(server.requests).toHaveLength(3)
  vi.advanceTimersByTime(limits.openDuration)
  expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(server.requests).toHaveLength(4)
  isWorking = true
  vi.advanceTimersByTime(limits.openDuration)
  expect((await translateOne(translator)).translated).toBe('Hello')
  expect((await translateOne(translator)).translated).toBe('Hello')
})

test('a suspended channel refuses at once, without retries', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  const { server, translator } = await startVendor('google', () => ({ status: 500, body: '' }), {
    ...shortLimits,
    maxFailures: 2,
  })
  // The faked clock stands still, so that a pause before a retry would never end.
  for (let time = 0; time < 4; time++)
    expect(await errorKindOf(translateOne(translator))).toBe('busy')
  expect(server.requests).toHaveLength(2)
})

test('refused texts do not suspend a channel', async () => {
  let good = false
  const { translator } = await startVendor(
    'google',
    () => (good ? { body: vendors.google.answer('Hello', 'zh') } : { status: 400, body: '' }),
    {
      ...shortLimits,
      maxFailures: 3,
    },
  )
  for (let time = 0; time < 5; time++)
    expect(await errorKindOf(translateOne(translator))).toBe('text')
  good = true
  expect((await translateOne(translator)).translated).toBe('Hello')
})

test('the vendors together support over two hundred languages, each without duplicates', () => {
  const all = createTranslators({
    vendors: Object.assign({}, ...engines.map((engine) => vendorByEngine[engine].keys('http://x'))),
    production: true,
  })
  expect(
    new Set([...all.values()].flatMap(({ languages }) => languages.targets)).size,
  ).toBeGreaterThanOrEqual(200)
  for (const { languages } of all.values()) {
    expect(new Set(languages.targets).size).toBe(languages.targets.length)
    expect([
      languages.supports('zh', 'en'),
      languages.supports('en', 'zh'),
      languages.supports('auto', 'en'),
      languages.supports('zh', 'zh'),
      languages.supports('zh', 'auto'),
    ]).toEqual([true, true, true, false, false])
    for (const code of languages.sources)
      expect(languages.productCode(languages.sourceCode(code)), code).toBeDefined()
  }
  const { languages } = all.get('tencent')!
  expect([
    languages.supports('en', 'hi'),
    languages.supports('zh', 'hi'),
    languages.supports('ja', 'fr'),
    languages.supports('de', 'fr'),
  ]).toEqual([true, false, false, true])
})

test('a vendor without a key is off in production, and the phrase book in the demo', async () => {
  expect([...createTranslators({ vendors: {}, production: true }).keys()]).toEqual([])
  const demo = createTranslators({ vendors: vendors.google.keys('http://x'), production: false })
  expect(engines.filter((engine) => demo.get(engine)!.demo)).toEqual(
    engines.filter((engine) => engine !== 'google'),
  )
})

test('characters are code points', () => {
  for (const text of ['', 'abc', '你好', '😀', '👨‍👩‍👧', '\ud800', '\udc00\ud83d', 'a\ud83d😀', '\r\n'])
    expect(countCharacters(text), text).toBe([...text].length)
})
