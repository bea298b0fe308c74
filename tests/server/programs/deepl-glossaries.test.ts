/** Glossaries by DeepL's own client, with only its address changed. */
import { auditLog } from '#contract/audit-log.ts'
import * as deepl from 'deepl-node'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const vendor = scriptedTranslators(echo)
const server = await serverWithCatalogue({ translators: vendor.translators })
const { db } = server.database

async function createClients(options: Parameters<typeof addKey>[2] = {}) {
  const { main, subs, asMain } = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, main.ownerId))
  const client = async (person: typeof main) =>
    new deepl.DeepLClient(await addKey(db, person, options), {
      serverUrl: server.origin,
      // On a busy machine, the usual one would send a call again.
      minTimeout: 60_000,
    })
  return { main: await client(main), sub: await client(subs[0]!), asMain }
}
const entries = new deepl.GlossaryEntries({ entries: { artist: '艺术家', prize: '奖' } })

test('a glossary of one pair is created, listed, read, used and deleted', async () => {
  const { main, sub } = await createClients()
  const glossary = await main.createGlossary('Art', 'en', 'zh', entries)
  expect(glossary).toMatchObject({
    name: 'Art',
    ready: true,
    sourceLang: 'en',
    targetLang: 'zh',
    entryCount: 2,
  })
  expect(Math.abs(glossary.creationTime.getTime() - server.now())).toBeLessThan(60_000)
  expect(await main.listGlossaries()).toEqual([glossary])
  expect(await sub.getGlossary(glossary.glossaryId)).toEqual(glossary)
  expect((await sub.getGlossaryEntries(glossary)).entries()).toEqual(entries.entries())
  const result = await main.translateText('The artist won a prize.', 'en', 'zh', { glossary })
  expect(result.text).toBe('zh:The 艺术家 won a 奖.')
  await main.deleteGlossary(glossary)
  await expect(main.getGlossary(glossary.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError)
  expect(await main.listGlossaries()).toEqual([])
})

test('the audit log has what a program changes, with the name of its key', async () => {
  const { main, asMain } = await createClients()
  const glossary = await main.createGlossary('Art', 'en', 'zh', entries)
  await main.deleteGlossary(glossary)
  const { rows } = (await asMain.call(auditLog.calls.page, {})).data
  expect(rows.map(({ act }) => act)).toEqual(['glossaryDeleted', 'glossaryCreated'])
  for (const { object, details } of rows) {
    expect(object).toBe('Art')
    expect(JSON.parse(details!)).toEqual({ apiKey: 'Program' })
  }
})

test('open pages are told of glossaries that programs change', async () => {
  const { main, asMain } = await createClients()
  const stream = await openNoticeStream(server.api, asMain)
  await main.createGlossary('Art', 'en', 'zh', entries)
  await vi.waitFor(
    () => expect(stream.changedTopics()).toEqual(['glossary', 'glossaryTerm', 'auditLog']),
    30_000,
  )
  await stream.close()
})

test('a glossary is created from CSV with quotes', async () => {
  const { main } = await createClients()
  const csv = Buffer.from('"cat, big",大猫\n"say ""hi""",问好,en,zh\n')
  const glossary = await main.createGlossaryWithCsv('Csv', 'en', 'zh', csv)
  expect((await main.getGlossaryEntries(glossary)).entries()).toEqual({
    'cat, big': '大猫',
    'say "hi"': '问好',
  })
})

test('a multilingual glossary has dictionaries that are read, changed, replaced and deleted', async () => {
  const { main } = await createClients()
  const dictionary = (sourceLangCode: 'en' | 'de', targetLangCode: 'zh' | 'en', pairs: object) => ({
    sourceLangCode,
    targetLangCode,
    entries: new deepl.GlossaryEntries({ entries: pairs as Record<string, string> }),
  })
  const created = await main.createMultilingualGlossary('All', [
    dictionary('en', 'zh', { artist: '艺术家' }),
    dictionary('de', 'en', { Haus: 'home', Hof: 'yard' }),
  ])
  expect(created.dictionaries).toEqual([
    { sourceLangCode: 'de', targetLangCode: 'en', entryCount: 2 },
    { sourceLangCode: 'en', targetLangCode: 'zh', entryCount: 1 },
  ])
  expect(await main.listMultilingualGlossaries()).toEqual([created])
  expect(await main.listGlossaries()).toEqual([])
  const readPair = async (source: 'en' | 'de', target: 'zh' | 'en') => {
    const found = await main.getMultilingualGlossaryDictionaryEntries(created, source, target)
    return found.entries.entries()
  }
  await main.updateMultilingualGlossaryDictionary(
    created,
    dictionary('de', 'en', { Haus: 'house', Tor: 'gate' }),
  )
  expect(await readPair('de', 'en')).toEqual({ Hof: 'yard', Haus: 'house', Tor: 'gate' })
  const replaced = await main.replaceMultilingualGlossaryDictionary(
    created,
    dictionary('de', 'en', { Tor: 'goal' }),
  )
  expect(replaced).toEqual({ sourceLangCode: 'de', targetLangCode: 'en', entryCount: 1 })
  expect(await readPair('de', 'en')).toEqual({ Tor: 'goal' })
  expect((await main.updateMultilingualGlossaryName(created, 'Every')).name).toBe('Every')
  await main.deleteMultilingualGlossaryDictionary(created, 'de', 'en')
  const { dictionaries } = await main.getMultilingualGlossary(created.glossaryId)
  expect(dictionaries).toEqual([{ sourceLangCode: 'en', targetLangCode: 'zh', entryCount: 1 }])
  await main.deleteMultilingualGlossary(created)
  expect(await main.listMultilingualGlossaries()).toEqual([])
})

test('ten thousand terms are created at once, and one more is refused', async () => {
  const { main } = await createClients()
  const many = (count: number) =>
    new deepl.GlossaryEntries({
      entries: Object.fromEntries(Array.from({ length: count }, (_, n) => [`term ${n}`, `t${n}`])),
    })
  const glossary = await main.createGlossary('Many', 'en', 'zh', many(10_000))
  expect(glossary.entryCount).toBe(10_000)
  await expect(main.createGlossary('More', 'en', 'zh', many(10_001))).rejects.toThrow('10,000')
  expect(await main.listGlossaries()).toHaveLength(1)
})

test('keys of sub-accounts read only, others’ glossaries are unknown, and the scope is demanded', async () => {
  const [{ main, sub }, stranger] = [await createClients(), await createClients()]
  const unscoped = await createClients({ scopes: ['translate'] })
  const glossary = await main.createGlossary('Own', 'en', 'zh', entries)
  await expect(sub.createGlossary('Sub', 'en', 'zh', entries)).rejects.toThrow(
    deepl.AuthorizationError,
  )
  await expect(sub.deleteGlossary(glossary)).rejects.toThrow(deepl.AuthorizationError)
  for (const attempt of [
    () => stranger.main.getGlossary(glossary.glossaryId),
    () => stranger.main.getGlossaryEntries(glossary),
    () => stranger.main.deleteGlossary(glossary),
    () => stranger.main.updateMultilingualGlossaryName(glossary.glossaryId, 'Mine'),
    () => stranger.main.translateText('artist', 'en', 'zh', { glossary }),
  ])
    await expect(attempt()).rejects.toThrow(/no glossary|Not found|not found/i)
  await expect(unscoped.main.listGlossaries()).rejects.toThrow(deepl.AuthorizationError)
  expect((await main.getGlossary(glossary.glossaryId)).name).toBe('Own')
})

test('pairs of languages are listed', async () => {
  const { main } = await createClients()
  const pairs = await main.getGlossaryLanguagePairs()
  expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'zh' })
})
