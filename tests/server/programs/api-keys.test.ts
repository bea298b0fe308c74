/** API keys: who issues and sees them, what is stored of them, how they are rotated and revoked. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys, type IssuedKey } from '#contract/api-keys.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { apiKeySecrets } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, type ApiErrorData, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { issue, rotate, revoke, page, edit, remove, allowSubAccounts } = apiKeys.calls
const limits = businessLimits.apiKeys
const server = await serverWithCatalogue()

async function newGroup() {
  const { main, subs } = await addAccountGroup(server, { quota: [{}, {}] })
  return {
    ownerId: main.ownerId,
    main: await signedIn(server, main),
    sub: await signedIn(server, subs[0]!),
  }
}
const newKey = async (caller: Caller, name = 'Shop') => {
  const { data, success, msg } = await caller.call(issue, { name, scopes: ['translate'] })
  if (!success) throw new Error(msg)
  return data
}
const rowsOf = async (caller: Caller) => (await caller.call(page, {})).data.rows
/** Without the index in a list. */
const refusedField = (data: unknown) =>
  Object.keys((data as ApiErrorData).fields ?? {})[0]?.split('.')[0]
const codeOf = ({ data }: { data: unknown }) => (data as ApiErrorData).code

test('a new key has its prefix and checksum, and is in no later answer', async () => {
  const { main } = await newGroup()
  const { id, key } = await newKey(main)
  expect(key).toMatch(/^yq_[A-Za-z0-9_-]{32}[0-9a-f]{8}$/)
  const [row] = await rowsOf(main)
  expect(row).toMatchObject({ id, name: 'Shop', state: 'active', scopes: ['translate'] })
  expect(row!.hint).toBe(`${key.slice(0, 7)}…${key.slice(-4)}`)
  expect(JSON.stringify(row)).not.toContain(key)
})

test('the database has no key in clear text, not even in a stored response', async () => {
  const { main } = await newGroup()
  const { data } = await main.send(
    'POST',
    '/apiKey/save',
    { name: 'Stored', scopes: ['usage'] },
    { 'idempotency-key': 'issue-key-stored-0001' },
  )
  const { key } = data as IssuedKey
  const { rows } = await server.database.db.execute<{ text: string }>(
    sql`select coalesce(string_agg(t::text, ' '), '') as text from
      (select to_jsonb(i) as t from idempotency i union all select to_jsonb(s) from api_key_secrets s) all_rows`,
  )
  expect(rows[0]!.text).toContain('issue-key-stored-0001')
  expect(rows[0]!.text).not.toContain(key)
})

test('a repeated call with the same idempotency key gets the same key', async () => {
  const { main } = await newGroup()
  const input = { name: 'Twice', scopes: ['usage'] as const }
  const send = () =>
    main.send('POST', '/apiKey/save', input, { 'idempotency-key': 'issue-key-twice-0001' })
  const [first, second] = [await send(), await send()]
  expect(second.data).toEqual(first.data)
  expect(await rowsOf(main)).toHaveLength(1)
})

test('sub-accounts have keys only while their main account allows it', async () => {
  const { main, sub } = await newGroup()
  expect(codeOf(await sub.call(issue, { name: 'Own', scopes: ['usage'] }))).toBe(
    'capabilityMissing',
  )
  expect((await sub.call(users.get, {})).data.createApiKey).toBe(0)
  await main.call(allowSubAccounts, { allowed: 1 })
  expect((await sub.call(users.get, {})).data.createApiKey).toBe(1)
  await newKey(sub, 'Own')
  expect(codeOf(await sub.call(allowSubAccounts, { allowed: 0 }))).toBe('notAllowed')
  await main.call(allowSubAccounts, { allowed: 0 })
  expect(codeOf(await sub.call(issue, { name: 'More', scopes: ['usage'] }))).toBe(
    'capabilityMissing',
  )
})

test('a main account sees and revokes the keys of its sub-accounts, which see only their own', async () => {
  const [{ main, sub }, stranger] = [await newGroup(), await newGroup()]
  await main.call(allowSubAccounts, { allowed: 1 })
  const ofMain = await newKey(main, 'Main')
  const ofSub = await newKey(sub, 'Sub')
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  expect(names(await rowsOf(main))).toEqual(['Sub', 'Main'])
  expect((await main.call(page, {})).data.total).toBe(2)
  expect(names(await rowsOf(sub))).toEqual(['Sub'])
  expect(names(await rowsOf(stranger.main))).toEqual([])
  for (const caller of [sub, stranger.main, stranger.sub])
    for (const call of [rotate, revoke])
      expect(codeOf(await caller.call(call, { id: ofMain.id }))).toBe('notFound')
  const changes = { id: ofMain.id, name: 'Mine', scopes: ['usage' as const] }
  expect(codeOf(await sub.call(edit, changes))).toBe('notFound')
  expect((await main.call(revoke, { id: ofSub.id })).success).toBe(true)
  expect((await rowsOf(sub))[0]!.state).toBe('revoked')
})

test('a sub-account can tighten the limits of its key, and only the main account lifts them', async () => {
  const { main, sub } = await newGroup()
  await main.call(allowSubAccounts, { allowed: 1 })
  const { id } = await newKey(sub)
  const base = { id, name: 'Own', scopes: ['translate' as const] }
  const capped = { ...base, dailyCharNum: 100, networks: ['2001:0DB8::1', '10.0.0.0/8'] }
  expect((await main.call(edit, capped)).success).toBe(true)
  const [row] = await rowsOf(sub)
  expect(row!.networks).toEqual(['2001:db8::1', '10.0.0.0/8'])
  for (const looser of [
    base,
    { ...capped, dailyCharNum: 101 },
    { ...capped, networks: [...capped.networks, '192.0.2.1'] },
    { ...capped, networks: [] },
  ])
    expect(codeOf(await sub.call(edit, looser))).toBe('notAllowed')
  const tighter = { ...capped, dailyCharNum: 50, monthlyCharNum: 90, networks: ['10.0.0.0/8'] }
  expect((await sub.call(edit, tighter)).success).toBe(true)
  expect((await main.call(edit, base)).success).toBe(true)
})

test('a rotated key is another, and the former one ends after the overlap', async () => {
  const { main, ownerId } = await newGroup()
  const { id, key } = await newKey(main)
  const { data } = await main.call(rotate, { id })
  expect(data.key).not.toBe(key)
  expect((await rowsOf(main))[0]!.state).toBe('rotated')
  const secrets = await server.database.db
    .select({ endsAt: apiKeySecrets.endsAt })
    .from(apiKeySecrets)
    .where(eq(apiKeySecrets.ownerId, ownerId))
  const [endsAt, ...others] = secrets.flatMap((secret) => secret.endsAt ?? [])
  expect(others).toEqual([])
  const hours = (endsAt!.getTime() - server.now()) / 3_600_000
  expect(hours).toBeGreaterThan(limits.overlapHours - 0.1)
  expect(hours).toBeLessThanOrEqual(limits.overlapHours)
})

test('a revoked key stays in the list, and can’t be rotated', async () => {
  const { main } = await newGroup()
  const { id } = await newKey(main)
  await main.call(revoke, { id })
  expect((await rowsOf(main))[0]!.state).toBe('revoked')
  expect(codeOf(await main.call(rotate, { id }))).toBe('notAllowed')
  expect((await main.call(remove, { id })).success).toBe(true)
  expect(await rowsOf(main)).toEqual([])
})

test.each([
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['everything'] }],
  ['networks', { networks: ['10.0.0.0/33'] }],
  ['networks', { networks: ['office'] }],
  ['dailyCharNum', { dailyCharNum: 0 }],
  ['tranChannelId', { tranChannelId: '999' }],
  ['lastDay', { lastDay: '2026-02-30' }],
])('an invalid value of %s is refused at the field', async (field, values) => {
  const { main } = await newGroup()
  const input = { name: 'Key', scopes: ['usage'], ...values }
  const { data } = await main.send('POST', '/apiKey/save', input)
  expect(refusedField(data)).toBe(field)
  const { id } = await newKey(main)
  const edited = await main.send('POST', '/apiKey/save', { ...input, id })
  expect(refusedField(edited.data)).toBe(field)
})

test('one user has no more keys than the limit, at once or one after another', async () => {
  const { main } = await newGroup()
  const replies = await Promise.all(
    Array.from({ length: limits.perUser + 3 }, (_, n) =>
      main.call(issue, { name: `Key ${n}`, scopes: ['usage'] }),
    ),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(limits.perUser)
  expect((await main.call(page, {})).data.total).toBe(limits.perUser)
})

test('the keys of a deleted sub-account and of a cancelled account are gone', async () => {
  const { main, sub, ownerId } = await newGroup()
  await main.call(allowSubAccounts, { allowed: 1 })
  await newKey(main)
  await newKey(sub)
  const countSecrets = () =>
    server.database.db.$count(apiKeySecrets, eq(apiKeySecrets.ownerId, ownerId))
  expect(await countSecrets()).toBe(2)
  await main.call(subAccounts.remove, { userId: sub.signer!.userId })
  expect(await countSecrets()).toBe(1)
})
