/** Which calls a key may make: by its scopes, state, networks and last day, at two servers. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { apiKeys, keyScopes, type KeyScope } from '#contract/api-keys.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { programContract } from '#contract/programs/contract.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const { issue, rotate, revoke } = apiKeys.calls
const translators = scriptedTranslators(echo).translators
const first = await serverWithCatalogue({ translators })
const second = await startServer({}, first.database, { translators })
const servers = [first, second]
const { db } = first.database
afterAll(() => second.close())

type Sent = { method?: string; path?: string; body?: unknown; headers?: Record<string, string> }
type On = Pick<TestServer, 'origin'>

async function send(key: string, sent: Sent = {}, on: On = first) {
  const { method = 'POST', path = '/v2/translate', headers = {} } = sent
  const body = 'body' in sent ? sent.body : { text: ['abc'], target_lang: 'FR' }
  const response = await fetch(on.origin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}
const statuses = (key: string, sent?: Sent) =>
  Promise.all(servers.map(async (on) => (await send(key, sent, on)).status))
const usageOf = async (key: string) =>
  JSON.parse((await send(key, { method: 'GET', path: '/v2/usage' })).text) as object

const newUser = () => addAccountGroup(first, { quota: [{ chars: 1_000 }, { chars: 1_000 }] })
const scopes: KeyScope[] = ['translate', 'usage']

/** Longer than a key that was read is used. */
const oneSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000))

test('a revoked key is refused by both servers a second later, and another still works', async () => {
  const { asMain } = await newUser()
  const { data: revoked } = await asMain.call(issue, { name: 'Revoked', scopes })
  const { data: kept } = await asMain.call(issue, { name: 'Kept', scopes })
  expect(await statuses(revoked.key)).toEqual([200, 200])
  await asMain.call(revoke, { id: revoked.id })
  await oneSecond()
  expect(await statuses(revoked.key)).toEqual([403, 403])
  expect(await statuses(kept.key)).toEqual([200, 200])
})

test('a rotated key and the former one work at both servers until the overlap ends', async () => {
  const { asMain } = await newUser()
  const { data: former } = await asMain.call(issue, { name: 'Rotated', scopes })
  expect(await statuses(former.key)).toEqual([200, 200])
  const { data: rotated } = await asMain.call(rotate, { id: former.id })
  expect(await statuses(rotated.key)).toEqual([200, 200])
  await oneSecond()
  expect(await statuses(former.key)).toEqual([200, 200])
  const overlap = (businessLimits.apiKeys.overlapHours + 1) * 3_600_000
  for (const server of servers) server.passTime(overlap)
  expect(await statuses(former.key)).toEqual([403, 403])
  expect(await statuses(rotated.key)).toEqual([200, 200])
  for (const server of servers) server.passTime(-overlap)
})

test('keys of a sub-account that is disabled or may have none are refused by both servers', async () => {
  const { main, subs, asMain } = await newUser()
  const sub = subs[0]!
  await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 1 })
  const key = await addKey(db, sub)
  const ofMain = await addKey(db, main)
  expect(await statuses(key)).toEqual([200, 200])
  await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  await oneSecond()
  expect(await statuses(key)).toEqual([403, 403])
  await asMain.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 1 })
  // Disabling has taken its quota back.
  await asMain.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 100 })
  await oneSecond()
  expect(await statuses(key)).toEqual([200, 200])
  await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 0 })
  await oneSecond()
  expect(await statuses(key)).toEqual([403, 403])
  expect(await statuses(ofMain)).toEqual([200, 200])
})

test('a key works until its last day ends', async () => {
  const { main } = await newUser()
  const today = new Date(first.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const key = await addKey(db, main, { lastDay: today })
  expect(await statuses(key)).toEqual([200, 200])
  for (const server of servers) server.passTime(86_400_000)
  expect(await statuses(key)).toEqual([403, 403])
  for (const server of servers) server.passTime(-86_400_000)
})

test('a key of some networks is refused from others, whatever the client says of itself', async () => {
  const { main } = await newUser()
  const key = await addKey(db, main, { networks: ['198.51.100.0/24', '2001:db8::/32'] })
  const from = (address: string, on: On = first) =>
    send(key, { headers: { 'x-forwarded-for': address } }, on)
  // One proxy is trusted: the last address is what it saw.
  expect((await from('198.51.100.7')).status).toBe(200)
  expect((await from('203.0.113.9, 198.51.100.7')).status).toBe(200)
  expect((await from('2001:DB8::7')).status).toBe(200)
  const refused = await from('198.51.100.7, 203.0.113.9')
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('203.0.113.9')
  expect((await from('2001:db9::7')).status).toBe(403)
  const withoutProxy = await startServer({ trustedProxies: 0 }, first.database, { translators })
  expect((await from('198.51.100.7', withoutProxy)).status).toBe(403)
  await withoutProxy.close()
})

const endpoints = Object.entries(programContract).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Endpoint] => [
    `${group}.${name}`,
    endpoint,
  ]),
)
const requestOf = ({ method, path }: Endpoint): Sent => ({
  method,
  path: path.replace(/\{\w+\}/g, '999999'),
  body: {},
})

test.each(endpoints.filter(([, { scope }]) => scope))(
  '%s is refused with every scope but its own, before its fields are read',
  async (_, endpoint) => {
    const { main } = await newUser()
    const others = keyScopes.filter((scope) => scope !== endpoint.scope)
    const { status, text } = await send(
      await addKey(db, main, { scopes: others }),
      requestOf(endpoint),
    )
    expect(status).toBe(403)
    expect(text).toContain(endpoint.scope)
    const allowed = await send(
      await addKey(db, main, { scopes: [endpoint.scope!] }),
      requestOf(endpoint),
    )
    expect(allowed.status).not.toBe(403)
  },
)

test.each(endpoints.filter(([, { access }]) => access === 'main'))(
  '%s is refused by a key of a sub-account',
  async (_, endpoint) => {
    const { main, subs } = await newUser()
    await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, main.ownerId))
    const { status } = await send(await addKey(db, subs[0]!), requestOf(endpoint))
    expect(status).toBe(403)
  },
)

test('usage counts neither the calls of other accounts nor those of other users', async () => {
  const [one, other] = [await newUser(), await newUser()]
  await db.update(users).set({ subAccountKeys: true }).where(eq(users.ownerId, one.main.ownerId))
  const keys = {
    main: await addKey(db, one.main),
    sub: await addKey(db, one.subs[0]!),
    other: await addKey(db, other.main),
  }
  await send(keys.main)
  expect(await usageOf(keys.main)).toEqual({ character_count: 3, character_limit: 1_000 })
  expect(await usageOf(keys.sub)).toEqual({ character_count: 0, character_limit: 1_000 })
  expect(await usageOf(keys.other)).toEqual({ character_count: 0, character_limit: 1_000 })
})

test('what is no key is refused alike, and says nothing of keys that exist', async () => {
  const { main } = await newUser()
  const key = await addKey(db, main)
  const other = key.endsWith('0') ? '1' : '0'
  const refusals = await Promise.all(
    [
      '',
      'yq_',
      key.slice(0, -1) + other,
      key.toUpperCase(),
      `${key} ${key}`,
      'x'.repeat(5_000),
    ].map((secret) => send(secret)),
  )
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([403]))
  expect(new Set(refusals.map(({ text }) => text)).size).toBe(1)
})
