/** OpenAI's own client, with only its address changed. */
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { programServer } from '#tests/support/server/program-server.ts'

const { server, channel, addUser } = await programServer()

async function createClient(chars: number, options?: Parameters<typeof addUser>[1]) {
  const { key: apiKey, balance } = await addUser(chars, options)
  const client = new OpenAI({ apiKey, baseURL: `${server.origin}/v1`, maxRetries: 2 })
  return { client, balance }
}
const messages = [
  { role: 'system' as const, content: 'You are a pirate.' },
  { role: 'user' as const, content: 'first' },
  { role: 'assistant' as const, content: 'premier' },
  { role: 'user' as const, content: [{ type: 'text' as const, text: '你好😀' }] },
]

test('the last user message is translated, and charged by code point', async () => {
  const { client, balance } = await createClient(100)
  const completion = await client.chat.completions.create({
    model: 'translate-zh-en',
    messages,
    temperature: 0.3,
  })
  expect(completion.choices).toEqual([
    {
      index: 0,
      message: { role: 'assistant', content: 'en:你好😀', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ])
  expect(completion.usage).toEqual({ prompt_tokens: 3, completion_tokens: 6, total_tokens: 9 })
  expect(await balance()).toMatchObject({ chars: 97, reservedChars: 0 })
})

test('a stream has the same text in chunks, and the usage if asked for', async () => {
  const { client, balance } = await createClient(10_000)
  const text = '长'.repeat(1_000)
  const stream = await client.chat.completions.create({
    model: 'translate-auto-en',
    messages: [{ role: 'user', content: text }],
    stream: true,
    stream_options: { include_usage: true },
  })
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(`en:${text}`)
  expect(chunks.length).toBeGreaterThan(5)
  expect(chunks.at(-2)!.choices[0]!.finish_reason).toBe('stop')
  expect(chunks.at(-1)!.usage!.prompt_tokens).toBe(1_000)
  expect(await balance()).toMatchObject({ chars: 9_000 })
})

test('a repeated idempotency key gets the same stream, and is charged once', async () => {
  const { client, balance } = await createClient(100)
  const body = {
    model: 'translate-en-fr',
    messages: [{ role: 'user' as const, content: 'abc' }],
    stream: true as const,
  }
  const read = async () => {
    const chunks = []
    const options = { headers: { 'Idempotency-Key': 'once' } }
    for await (const chunk of await client.chat.completions.create(body, options))
      chunks.push(chunk)
    return chunks
  }
  expect(await read()).toEqual(await read())
  expect(await balance()).toMatchObject({ chars: 97 })
})

test('models are language pairs of the channel', async () => {
  const { client } = await createClient(0)
  const names = []
  for await (const { id } of client.models.list()) names.push(id)
  expect(names).toContain('translate-auto-en')
  expect(names).toContain('translate-zh-fr')
  expect(names).not.toContain('translate-zh-zh')
  expect((await client.models.retrieve('translate-fr-zh')).id).toBe('translate-fr-zh')
  await expect(client.models.retrieve('gpt-4')).rejects.toThrow(OpenAI.NotFoundError)
})

const ask = (client: OpenAI, overrides: object = {}) =>
  client.chat.completions.create({
    model: 'translate-en-fr',
    messages: [{ role: 'user', content: 'abc' }],
    ...overrides,
  })

type ErrorClass = new (...values: never[]) => Error
test.each<[what: string, overrides: object, error: ErrorClass, sentence: string]>([
  ['an unknown model', { model: 'gpt-4' }, OpenAI.NotFoundError, 'translate-zh-en'],
  ['a pair of one language', { model: 'translate-en-en' }, OpenAI.NotFoundError, 'no model'],
  [
    'no user message',
    { messages: [{ role: 'system', content: 'x' }] },
    OpenAI.BadRequestError,
    'user',
  ],
  [
    'a picture',
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    OpenAI.BadRequestError,
    'text only',
  ],
  ['several answers', { n: 2 }, OpenAI.BadRequestError, 'n may only be 1'],
  ['no model', { model: '' }, OpenAI.BadRequestError, 'model is missing'],
])('%s is refused', async (_what, overrides, error, sentence) => {
  const { client } = await createClient(100)
  const refused = ask(client, overrides)
  await expect(refused).rejects.toThrow(error)
  await expect(refused).rejects.toThrow(sentence)
})

test('an unknown key, a missing scope and a used-up quota are the client’s own errors', async () => {
  const { client } = await createClient(2)
  await expect(ask(client.withOptions({ maxRetries: 0 }))).rejects.toMatchObject({
    status: 429,
    code: 'insufficient_quota',
  })
  await expect(ask(client.withOptions({ apiKey: 'yq_nobody' }))).rejects.toThrow(
    OpenAI.AuthenticationError,
  )
  const limited = await createClient(100, { scopes: ['usage'] })
  await expect(ask(limited.client)).rejects.toThrow(OpenAI.PermissionDeniedError)
})

test('the client tries again when the channel is busy', async () => {
  const { client, balance } = await createClient(10)
  let failures = 1
  channel.script = async () => {
    if (failures-- > 0) throw new ChannelFailure('busy', 'HTTP 503')
    return { translated: 'oui' }
  }
  const { choices } = await ask(client)
  expect(choices[0]!.message.content).toBe('oui')
  expect(await balance()).toMatchObject({ chars: 7 })
}, 30_000)

test('an unknown path below /v1 is answered in the same shape', async () => {
  const { client } = await createClient(0)
  await expect(client.embeddings.create({ model: 'x', input: 'y' })).rejects.toThrow(
    OpenAI.NotFoundError,
  )
})
