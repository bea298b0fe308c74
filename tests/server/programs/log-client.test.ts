/** Programs read the translation log of their account. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { translation, translationLog } from '#contract/translation.ts'
import { programLog } from '#contract/programs/translation-log.ts'
import { users } from '#server/schema.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue({ translators: scriptedTranslators(echo).translators })
const { db } = server.database
const { issue, remove } = apiKeys.calls

async function newGroup() {
  const { main, subs } = await addAccountGroup(server, { quota: [{ chars: 100 }, { chars: 100 }] })
  await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, main.ownerId))
  const sub = subs[0]!
  return { main, sub, mainKey: await addKey(db, main), subKey: await addKey(db, sub) }
}

async function translate(key: string, text: string): Promise<void> {
  const response = await fetch(`${server.origin}/v2/translate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: [text], source_lang: 'ZH', target_lang: 'EN-GB' }),
  })
  expect(response.status).toBe(200)
}

type Page = OutputOf<typeof programLog.translations>

async function read(key: string, query: Record<string, string> = {}) {
  const url = `${server.origin}${programLog.translations.path}?${new URLSearchParams(query)}`
  const response = await fetch(url, { headers: { authorization: `DeepL-Auth-Key ${key}` } })
  return { status: response.status, ...((await response.json()) as Page & { message?: string }) }
}
const sizes = ({ translations }: Page) => translations.map(({ character_count: chars }) => chars)

test('a row says when, what, how much, by which key and for whom', async () => {
  const { main, mainKey } = await newGroup()
  await translate(mainKey, '你好😀')
  const { translations, total_count: total } = await read(mainKey)
  expect(total).toBe(1)
  expect(translations).toEqual([
    {
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/) as string,
      source_lang: 'ZH',
      target_lang: 'EN',
      character_count: 3,
      billing_mode: 'char',
      channel_id: expect.any(String) as string,
      fallback_channel_id: null,
      client_type: 'api',
      ip: '127.0.0.1',
      api_key_id: expect.any(String) as string,
      api_key_name: 'Program',
      user_id: main.userId,
    },
  ])
  const age = server.now() - Date.parse(translations[0]!.created_at)
  expect(Math.abs(age)).toBeLessThan(60_000)
})

test('the log is read by pages, newest first, by key and by day', async () => {
  const { main, mainKey } = await newGroup()
  const otherKey = await addKey(db, main)
  await translate(mainKey, '一')
  await translate(mainKey, '一二')
  await translate(otherKey, '一二三')
  const all = await read(mainKey)
  expect(sizes(all)).toEqual([3, 2, 1])
  expect(sizes(await read(mainKey, { page_size: '2', page: '2' }))).toEqual([1])
  const [newest, oldest] = [all.translations[0]!, all.translations[2]!]
  expect(sizes(await read(mainKey, { api_key_id: newest.api_key_id! }))).toEqual([3])
  expect(sizes(await read(mainKey, { api_key_id: oldest.api_key_id! }))).toEqual([2, 1])
  const day = (offset: number) =>
    new Date(server.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
  expect(sizes(await read(mainKey, { start_date: day(0), end_date: day(0) }))).toEqual([3, 2, 1])
  expect((await read(mainKey, { end_date: day(-1) })).total_count).toBe(0)
  expect(await read(mainKey, { start_date: '2026-02-30' })).toMatchObject({
    status: 400,
    message: expect.stringContaining('start_date') as string,
  })
})

test('usage is told apart by key, also by a deleted one and without any', async () => {
  const { main, subs, asMain, asSubs } = await addAccountGroup(server, {
    quota: [{ chars: 100 }, { chars: 100 }],
  })
  const { data: kept } = await asMain.call(issue, { name: 'Kept', scopes: ['translate'] })
  const { data: deleted } = await asMain.call(issue, { name: 'Deleted', scopes: ['translate'] })
  await translate(kept.key, '一二三')
  await translate(kept.key, '一')
  await translate(deleted.key, '一二')
  await asMain.call(remove, { id: deleted.id })
  await asSubs[0]!.call(translation.text, { source: 'zh', target: 'en', text: '一' })
  const usageOf = async (childUserId: string) =>
    (await asMain.call(translationLog.usage, { childUserId })).data
  const all = await usageOf('all')
  expect(all.byKey).toEqual([
    { apiKeyId: kept.id, name: 'Kept', chars: 4, count: 2 },
    { apiKeyId: deleted.id, name: null, chars: 2, count: 1 },
    { apiKeyId: null, name: null, chars: 1, count: 1 },
  ])
  expect(all.rows.map(({ userId, chars }) => [userId, chars])).toEqual([
    [main.userId, 6],
    [subs[0]!.userId, 1],
  ])
  expect((await usageOf(subs[0]!.userId)).byKey).toMatchObject([{ apiKeyId: null, chars: 1 }])
})

test('a main account reads its own log, that of a sub-account or of all; a sub-account its own', async () => {
  const [group, stranger] = [await newGroup(), await newGroup()]
  const { main, sub, mainKey, subKey } = group
  await translate(mainKey, '一')
  await translate(subKey, '一二')
  await translate(stranger.mainKey, '一二三')
  expect(sizes(await read(mainKey))).toEqual([1])
  const ofSub = await read(mainKey, { user_id: sub.userId })
  expect(ofSub.translations).toMatchObject([{ character_count: 2, user_id: sub.userId }])
  const ofAll = await read(mainKey, { user_id: 'all' })
  expect(ofAll.translations).toMatchObject([{ user_id: sub.userId }, { user_id: main.userId }])
  expect(sizes(await read(subKey))).toEqual([2])
  for (const [key, user] of [
    [subKey, 'all'],
    [subKey, main.userId],
    [mainKey, stranger.main.userId],
    [mainKey, 'nobody'],
  ] as const)
    expect((await read(key, { user_id: user })).status).toBe(404)
  expect(
    sizes(
      await read(mainKey, {
        api_key_id: (await read(stranger.mainKey)).translations[0]!.api_key_id!,
      }),
    ),
  ).toEqual([])
})
