/** Assistants: the MCP SDK's own client, in the protocol's newest revision and in those before. */
import {
  Client,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { mcpTools } from '#contract/programs/mcp.ts'
import { programLimits } from '#contract/programs/limits.ts'
import { translationLog } from '#contract/translation.ts'
import { apiKeySecrets, users } from '#server/schema.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { programServer } from '#tests/support/server/program-server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const { server, db, channel, vendor, addUser } = await programServer()
const clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

type KeyOptions = Parameters<typeof addUser>[1]

type Connection = {
  mode?: VersionNegotiationMode
  headers?: Record<string, string>
  on?: Pick<TestServer, 'origin'>
}

/** A client as programs make it: only the address and the key are ours. */
async function connect(key: string, { mode = 'auto', headers, on = server }: Connection = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  clients.push(client)
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', on.origin), {
      requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
    }),
  )
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = await client.callTool({
      name,
      arguments: args,
    })
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    return isError ? { refusal: text } : { result: structuredContent, text }
  }
  return { client, call }
}
const sentence = { text: ['你好', '世界😀'], source_lang: 'ZH', target_lang: 'EN-GB' }

describe.each<VersionNegotiationMode>(['auto', 'legacy'])('a client in the mode %s', (mode) => {
  test('reads what the server and its tools are', async () => {
    const { key } = await addUser()
    const { client } = await connect(key, { mode })
    expect(client.getServerVersion()).toMatchObject({ name: 'yiqiao', title: 'Yiqiao' })
    expect(client.getInstructions()).toContain('list_glossaries')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(mcpTools))
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toMatch(/^[A-Z]/)
      expect(description).toMatch(/\.$/)
      expect(annotations).toMatchObject({ destructiveHint: false })
      for (const property of Object.values(inputSchema.properties ?? {}))
        expect(property).toHaveProperty('description')
      expect(outputSchema).toMatchObject({ type: 'object' })
    }
    expect(tools.find(({ name }) => name === 'translate')).toMatchObject({
      annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
      inputSchema: {
        required: ['text', 'target_lang'],
        properties: {
          text: { type: 'array', maxItems: programLimits.texts },
          source_lang: { description: expect.stringContaining('source') as string },
        },
      },
    })
  })

  test('translates, and is charged once, in the log under its key', async () => {
    const { key, balance, asMain } = await addUser()
    const { call } = await connect(key, { mode })
    const { result, text } = await call('translate', sentence)
    expect(result).toEqual({
      translations: [
        { detected_source_language: 'ZH', text: 'en:你好', billed_characters: 2 },
        { detected_source_language: 'ZH', text: 'en:世界😀', billed_characters: 3 },
      ],
    })
    expect(JSON.parse(text!)).toEqual(result)
    expect(await balance()).toMatchObject({ chars: 995, usedChars: 5, reservedChars: 0 })
    const { data } = await asMain.call(translationLog.page, {})
    expect(data.rows).toMatchObject([{ apiKeyTitle: 'Program', clientType: 'api', wordCount: 5 }])
    expect(await discrepancies(db)).toEqual([])
  })

  test('creates, lists, reads and uses a glossary', async () => {
    const { key } = await addUser()
    const { call } = await connect(key, { mode })
    const pair = { source_lang: 'en', target_lang: 'zh' }
    const created = await call('create_glossary', {
      name: 'Art',
      dictionaries: [{ ...pair, entries: 'artist\t艺术家\nprize\t奖' }],
    })
    expect(created.result).toMatchObject({
      name: 'Art',
      dictionaries: [{ ...pair, entry_count: 2 }],
    })
    const { glossary_id: id } = created.result as { glossary_id: string }
    expect((await call('list_glossaries')).result).toEqual({ glossaries: [created.result] })
    const { result } = await call('get_glossary_entries', { glossary_id: id, ...pair })
    const { dictionaries } = result as { dictionaries: { entries: string }[] }
    expect(dictionaries[0]!.entries.split('\n').toSorted()).toEqual(['artist\t艺术家', 'prize\t奖'])
    const translated = await call('translate', {
      text: ['The artist won.'],
      ...pair,
      glossary_id: id,
    })
    expect(translated.text).toContain('zh:The 艺术家 won.')
  })

  test('lists languages and reads the usage', async () => {
    const { key } = await addUser(100, { monthlyCharNum: 40 })
    const { call } = await connect(key, { mode })
    await call('translate', sentence)
    expect((await call('get_usage')).result).toEqual({
      character_count: 5,
      character_limit: 100,
      api_key_character_count: 5,
      api_key_character_limit: 40,
    })
    expect((await call('list_languages', { type: 'target' })).result).toMatchObject({
      languages: expect.arrayContaining([
        { language: 'FR', name: 'French', supports_formality: false },
      ]) as unknown[],
    })
  })

  test('without a valid key it is refused with 401 and WWW-Authenticate', async () => {
    const error = await connect('yq_nobody', { mode }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SdkHttpError)
    expect((error as SdkHttpError).status).toBe(401)
  })
})

test.each<[what: string, args: object, refusal: string]>([
  ['a missing argument', { target_lang: undefined }, 'target_lang is missing'],
  ['an unknown argument', { target: 'EN' }, 'no argument target'],
  ['too many texts', { text: Array.from({ length: 51 }, () => 'a') }, 'at most 50'],
  ['an unknown language', { target_lang: 'XX' }, 'XX'],
  ['a formality that the channel lacks', { formality: 'more' }, 'formality'],
  ['an unknown glossary', { glossary_id: '123' }, '123'],
])('%s is a sentence in the result, and free', async (_what, args, refusal) => {
  const { key, balance } = await addUser()
  const { call } = await connect(key)
  const answer = await call('translate', { ...sentence, ...args })
  expect(answer.refusal).toContain(refusal)
  expect(answer.refusal).toMatch(/\.$/)
  expect(await balance()).toMatchObject({ chars: 1_000, reservedChars: 0 })
})

test('a used-up quota, a used-up cap and a busy channel are sentences, and free', async () => {
  const poor = await connect((await addUser(2)).key)
  expect((await poor.call('translate', sentence)).refusal).toContain('2 characters left')
  const capped = await addUser(1_000, { dailyCharNum: 7 })
  const { call } = await connect(capped.key)
  expect(await call('translate', sentence)).toHaveProperty('result')
  expect((await call('translate', sentence)).refusal).toMatch(
    /2 are left today, and this needs 5\. The limit resets at .* Try again in \d+ seconds\.$/,
  )
  channel.script = () => Promise.reject(new ChannelFailure('busy', 'HTTP 500'))
  const rich = await addUser()
  const busy = await (await connect(rich.key)).call('translate', sentence)
  expect(busy.refusal).toMatch(/Try again in 15 seconds\.$/)
  expect(await capped.balance()).toMatchObject({ chars: 995, reservedChars: 0 })
  expect(await rich.balance()).toMatchObject({ chars: 1_000, reservedChars: 0 })
})

test('concurrent calls never use more than the cap', async () => {
  const { key, balance } = await addUser(1_000, { dailyCharNum: 12 })
  const { call } = await connect(key)
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('translate', sentence)))
  expect(answers.filter((answer) => answer.result)).toHaveLength(2)
  expect(await balance()).toMatchObject({ chars: 990, reservedChars: 0 })
})

test('a key sees and calls only the tools of its scopes', async () => {
  const toolsOf = async (options: KeyOptions) => {
    const { client, call } = await connect((await addUser(10, options)).key)
    return { names: (await client.listTools()).tools.map(({ name }) => name), call }
  }
  expect((await toolsOf({ scopes: ['usage'] })).names).toEqual(['list_languages', 'get_usage'])
  const { names, call } = await toolsOf({ scopes: ['glossaries', 'logs'] })
  expect(names).toEqual([
    'list_languages',
    'list_glossaries',
    'get_glossary_entries',
    'create_glossary',
  ])
  await expect(call('translate', sentence)).rejects.toThrow('translate')
})

test('a sub-account’s key reads the glossaries of its main account, and creates none', async () => {
  const { main, sub, key } = await addUser()
  await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, main.ownerId))
  const entries = 'artist\t艺术家'
  const dictionaries = [{ source_lang: 'en', target_lang: 'zh', entries }]
  await (await connect(key)).call('create_glossary', { name: 'Art', dictionaries })
  const { client, call } = await connect(await addKey(db, sub))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('create_glossary')
  expect((await call('list_glossaries')).text).toContain('Art')
  const stranger = await connect((await addUser()).key)
  expect((await stranger.call('list_glossaries')).result).toEqual({ glossaries: [] })
})

test('a revoked key is refused in an open session', async () => {
  const { key, main } = await addUser()
  const { call } = await connect(key)
  expect(await call('translate', sentence)).toHaveProperty('result')
  await db.delete(apiKeySecrets).where(eq(apiKeySecrets.ownerId, main.ownerId))
  await expect
    .poll(() => call('get_usage').catch((reason: unknown) => (reason as SdkHttpError).status), {
      timeout: 10_000,
    })
    .toBe(401)
})

test('titles, descriptions and refusals are Chinese if that is asked for', async () => {
  const { key } = await addUser()
  const { client, call } = await connect(key, { headers: { 'accept-language': 'zh-CN' } })
  const { tools } = await client.listTools()
  expect(tools[0]).toMatchObject({ title: '翻译文字' })
  expect((await call('translate', { text: ['a'] })).refusal).toBe('缺少参数 target_lang')
})

const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function post(
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
  on: Pick<TestServer, 'origin'> = server,
) {
  const response = await fetch(`${on.origin}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { status } = response
  const answer = JSON.parse(await response.text()) as { result?: unknown; error?: object }
  return { status, headers: response.headers, answer }
}

test('a client of an earlier revision is answered with JSON, not with a stream', async () => {
  const { key } = await addUser()
  const { status, headers, answer } = await post(key, rpc)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(answer.result).toHaveProperty('tools')
})

test('what is no call of a tool is refused as JSON-RPC', async () => {
  const { key } = await addUser()
  const refused = async (body: unknown, headers?: Record<string, string>, secret = key) => {
    const { status, answer } = await post(secret, body, headers)
    const { code, message } = answer.error as { code: number; message: string }
    expect(answer).toMatchObject({ jsonrpc: '2.0' })
    expect(message).toMatch(/\.$/)
    return [status, code]
  }
  expect(await refused('{')).toEqual([400, -32_700])
  expect(await refused([rpc, rpc])).toEqual([400, -32_600])
  expect(await refused('"text"')).toEqual([400, -32_600])
  expect(await refused(rpc, { 'content-type': 'text/plain' })).toEqual([415, -32_600])
  const tooLong = { ...rpc, params: { x: 'a'.repeat(programLimits.body) } }
  expect(await refused(tooLong)).toEqual([413, -32_600])
  expect(await refused(rpc, {}, '')).toEqual([401, -32_000])
  const { headers } = await post('', rpc)
  expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
  const got = await fetch(`${server.origin}/mcp`, { headers: { authorization: `Bearer ${key}` } })
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
})

test('pages of other sites may not call, those of this computer or of ALLOWED_ORIGINS may', async () => {
  const { key } = await addUser()
  const from = async (origin: string, on: Pick<TestServer, 'origin'> = server) =>
    (await post(key, rpc, { origin }, on)).status
  expect(await from('https://other.example')).toBe(403)
  expect(await from('null')).toBe(403)
  expect(await from('http://localhost:6274')).toBe(200)
  const settings = { production: true, allowedOrigins: ['https://app.example'] }
  const production = await startServer(settings, server.database)
  expect(await from('https://app.example', production)).toBe(200)
  expect(await from('http://localhost:6274', production)).toBe(403)
  const preflight = await fetch(`${production.origin}/mcp`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
  await production.close()
})

test('the page of another site learns nothing of a key', async () => {
  const { status, answer } = await post('yq_nobody', rpc, { origin: 'https://other.example' })
  expect([status, answer.error]).toMatchObject([403, { code: -32_000 }])
})

test('a tool’s call counts once, and too many are refused with 429 and Retry-After', async () => {
  const programs = { ...defaultRates.programs, user: { capacity: 1, perSecond: 1 / 60 } }
  const rates = { ...defaultRates, programs }
  const limited = await serverWithCatalogue({ translators: vendor.translators, rates })
  const { key, balance } = await addUser(10, {}, limited)
  const body = {
    ...rpc,
    method: 'tools/call',
    params: { name: 'translate', arguments: sentence },
  }
  expect((await post(key, body, {}, limited)).answer.result).toHaveProperty('structuredContent')
  const refused = await post(key, body, {}, limited)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await balance()).toMatchObject({ chars: 5 })
  expect((await post(key, '{', {}, limited)).status).toBe(429)
})
