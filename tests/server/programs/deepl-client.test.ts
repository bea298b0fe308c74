/** DeepL's own client, with only its address changed. */
import * as deepl from 'deepl-node'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { programLimits } from '#contract/programs/limits.ts'
import { reservations, translationLog } from '#server/schema.ts'
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { programServer } from '#tests/support/server/program-server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { server, db, channel, vendor, addUser } = await programServer()

/** Milliseconds: on a busy machine, the usual ones would send a call again. */
const minTimeout = 60_000

async function createClient(chars: number, options?: Parameters<typeof addUser>[1]) {
  const { key, main, balance } = await addUser(chars, options)
  const client = new deepl.DeepLClient(key, {
    serverUrl: server.origin,
    maxRetries: 3,
    minTimeout,
  })
  return { client, key, main, balance }
}

test('one text is translated, and charged by code point', async () => {
  const { client, balance } = await createClient(100)
  const result = await client.translateText('你好😀', 'zh', 'en-US')
  expect(result).toMatchObject({ text: 'en:你好😀', detectedSourceLang: 'zh', billedCharacters: 3 })
  expect(await balance()).toMatchObject({ chars: 97, usedChars: 3, reservedChars: 0 })
  expect(await discrepancies(db)).toEqual([])
})

test('fifty texts of two languages are one charge, logged once per language', async () => {
  const { client, main, balance } = await createClient(1_000)
  channel.script = async ({ text }) => ({
    translated: `en:${text}`,
    detected: text.startsWith('z') ? 'zh' : 'fr',
  })
  const texts = Array.from({ length: programLimits.texts }, (_, at) => (at % 5 ? 'zz' : 'fff'))
  const results = await client.translateText(texts, null, 'en-GB')
  expect(results.map(({ text }) => text)).toEqual(texts.map((text) => `en:${text}`))
  expect(new Set(results.map(({ detectedSourceLang: lang }) => lang))).toEqual(
    new Set(['fr', 'zh']),
  )
  expect(await balance()).toMatchObject({ chars: 890, translating: 0 })
  const logged = await db
    .select()
    .from(translationLog)
    .where(eq(translationLog.ownerId, main.ownerId))
  expect(logged.map(({ source, chars }) => [source, chars])).toEqual(
    expect.arrayContaining([
      ['zh', 80],
      ['fr', 30],
    ]),
  )
  expect(logged.length).toBe(2)
  expect((await accountLogOf(db, main.ownerId, main.userId)).length).toBe(3)
})

test('if one of the texts fails, none is charged', async () => {
  const { client, main, balance } = await createClient(100)
  channel.script = async ({ text }) => {
    if (text === 'bad') throw new ChannelFailure('text', 'HTTP 400')
    return { translated: text }
  }
  await expect(client.translateText(['good', 'bad'], 'en', 'fr')).rejects.toThrow('Bad request')
  expect(await balance()).toMatchObject({ chars: 100, reservedChars: 0 })
  expect(await db.$count(reservations, eq(reservations.ownerId, main.ownerId))).toBe(0)
})

test('a text without words stays as it is, and is free', async () => {
  const { client, balance } = await createClient(100)
  const results = await client.translateText(['  ', '😀 !', 'a'], 'en', 'fr')
  expect(results.map(({ text, billedCharacters }) => [text, billedCharacters])).toEqual([
    ['  ', 0],
    ['😀 !', 0],
    ['fr:a', 1],
  ])
  expect(await balance()).toMatchObject({ chars: 99 })
})

test('a text longer than a channel takes is sent in parts', async () => {
  const { client, balance } = await createClient(20_000)
  channel.script = async ({ text }) => ({ translated: text })
  const text = 'This is a sentence. '.repeat(600).trim()
  expect((await client.translateText(text, 'en', 'fr')).text).toBe(text)
  expect(vendor.requests.length).toBe(3)
  expect(vendor.requests.every((request) => request.text.endsWith('.'))).toBe(true)
  expect(await balance()).toMatchObject({ chars: 20_000 - text.length })
})

test('usage is what the user used this month, and the key’s cap', async () => {
  const { client, key } = await createClient(100, { monthlyCharNum: 40 })
  await client.translateText('abcde', 'en', 'fr')
  const { character } = await client.getUsage()
  expect([character!.count, character!.limit, character!.limitReached()]).toEqual([5, 100, false])
  const response = await fetch(`${server.origin}/v2/usage`, {
    headers: { authorization: `DeepL-Auth-Key ${key}` },
  })
  expect(await response.json()).toMatchObject({ api_key_character_limit: 40 })
})

test('languages are those of the channel, in DeepL’s codes', async () => {
  const { client } = await createClient(0)
  expect((await client.getSourceLanguages()).map(({ code }) => code)).toEqual(['zh', 'en', 'fr'])
  expect(await client.getTargetLanguages()).toEqual([
    { code: 'zh', name: 'Chinese', supportsFormality: false },
    { code: 'zh-HANS', name: 'Chinese (simplified)', supportsFormality: false },
    { code: 'en-US', name: 'English (American)', supportsFormality: false },
    { code: 'en-GB', name: 'English (British)', supportsFormality: false },
    { code: 'fr', name: 'French', supportsFormality: false },
  ])
})

test('a used-up quota is QuotaExceededError, an unknown key AuthorizationError', async () => {
  const { client } = await createClient(3)
  await expect(client.translateText('abcd', 'en', 'fr')).rejects.toThrow(deepl.QuotaExceededError)
  const stranger = new deepl.DeepLClient('yq_nobody', { serverUrl: server.origin })
  await expect(stranger.getUsage()).rejects.toThrow(deepl.AuthorizationError)
})

test('the client tries again when the channel is busy', async () => {
  const { client, balance } = await createClient(10)
  let failures = 1
  channel.script = async () => {
    if (failures-- > 0) throw new ChannelFailure('busy', 'HTTP 503')
    return { translated: 'oui' }
  }
  expect((await client.translateText('yes', 'en', 'fr')).text).toBe('oui')
  expect(await balance()).toMatchObject({ chars: 7 })
})

test('the client tries again when it sends too many calls', async () => {
  const programs = { ...defaultRates.programs, user: { capacity: 1, perSecond: 0.5 } }
  const rates = { ...defaultRates, programs }
  const limited = await serverWithCatalogue({ translators: vendor.translators, rates })
  const { main } = await addAccountGroup(limited, { quota: [{ chars: 10 }] })
  const key = await addKey(limited.database.db, main)
  const client = new deepl.DeepLClient(key, { serverUrl: limited.origin })
  const results = await Promise.all(
    ['a', 'b'].map((text) => client.translateText(text, 'en', 'fr')),
  )
  expect(results.map(({ text }) => text)).toEqual(['fr:a', 'fr:b'])
  expect(limited.lines().some((line) => line.includes('"status":429'))).toBe(true)
})

test('calls of several keys at once, with faults, are charged what they deliver', async () => {
  const { main } = await addAccountGroup(server, { quota: [{ chars: 10_000 }] })
  const keys = await Promise.all([1, 2, 3, 4].map(() => addKey(db, main)))
  channel.script = async ({ text }) => {
    await new Promise((resolve) => setTimeout(resolve, text.length))
    if (text.includes('7')) throw new ChannelFailure('busy', 'HTTP 500')
    return { translated: text }
  }
  const calls = Array.from({ length: 60 }, async (_, at) => {
    const options = { serverUrl: server.origin, maxRetries: 1, minTimeout }
    const client = new deepl.DeepLClient(keys[at % keys.length]!, options)
    const texts = [`text ${at}`, 'x'.repeat(at + 1)]
    const results = await client.translateText(texts, 'en', 'fr').catch(() => [])
    return results.reduce((sum, { billedCharacters }) => sum + billedCharacters, 0)
  })
  const delivered = (await Promise.all(calls)).reduce((sum, chars) => sum + chars, 0)
  expect(delivered).toBeGreaterThan(0)
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({
    chars: 10_000 - delivered,
    reservedChars: 0,
    translating: 0,
  })
  expect(await discrepancies(db)).toEqual([])
})
