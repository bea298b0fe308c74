/** Names of channels and keys in statements. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { statements as calls } from '#contract/statements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { closeAllMonths } from '#server/features/statements/close-months.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { channels, statements } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const server = await serverWithCatalogue()
const { db } = server.database

const { allowSubAccounts, edit, issue, remove, revoke } = apiKeys.calls
const key = { scopes: ['translate' as const] }
const monthNow = () => formatWireTime(new Date(server.now()), zone).slice(0, 7)

/** Translates 30 characters by a key. */
const translateBy = (person: { ownerId: string; userId: string }, keyId: string | number) =>
  chargeTranslation(
    db,
    {
      ownerId: person.ownerId,
      userId: person.userId,
      chars: 30,
      ip: '192.0.2.1',
      clientType: 'api',
      source: 'zh',
      target: 'en',
      keyId: String(keyId),
    },
    zone,
    new Date(server.now()),
  )

async function closeMonth() {
  server.passTime(32 * 86_400_000)
  await closeAllMonths(server.services, zone)
}

test('a closed month keeps the names of keys and channels, whatever becomes of them', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 1_000 }] })
  const { id } = (await asMain.call(issue, { ...key, name: 'Shop' })).data
  await translateBy(main, id)
  const month = monthNow()
  const use = async () =>
    (await (await signedIn(server, main)).call(calls.get, { month })).data.use.map(
      ({ keyTitle, channelName, channelEnName }) => ({ keyTitle, channelName, channelEnName }),
    )
  await asMain.call(edit, { ...key, id, name: 'Web shop' })
  const [open] = await use()
  expect(open).toMatchObject({ keyTitle: 'Web shop' })
  await closeMonth()
  const closed = await use()
  expect(closed).toEqual([open])
  const owner = await signedIn(server, main)
  await owner.call(edit, { ...key, id, name: 'Renamed' })
  await db
    .update(channels)
    .set({ name: '改名', enName: 'Renamed' })
    .where(eq(channels.enName, open!.channelEnName!))
  expect(await use()).toEqual(closed)
  await owner.call(revoke, { id })
  await owner.call(remove, { id })
  expect(await use()).toEqual(closed)
})

test('a closed month keeps the names that a sub-account gave its keys, until it is deleted', async () => {
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, { chars: 100 }] })
  const { main, asMain } = group
  const sub = group.subs[0]!
  await asMain.call(allowSubAccounts, { allowed: 1 })
  const issued = await group.asSubs[0]!.call(issue, { ...key, name: 'Laptop of Anna' })
  const { id } = issued.data
  const ofMain = (await asMain.call(issue, { ...key, name: 'Shop' })).data.id
  await translateBy(sub, id)
  await translateBy(main, ofMain)
  const month = monthNow()
  await closeMonth()
  const titles = async (input: { userId?: string } = {}) => {
    const { use } = (await (await signedIn(server, main)).call(calls.get, { month, ...input })).data
    return new Set(use.map(({ keyTitle }) => keyTitle))
  }
  expect(await titles()).toEqual(new Set(['Laptop of Anna', 'Shop']))
  const asSub = await signedIn(server, sub)
  await asSub.call(edit, { ...key, id, name: 'Renamed' })
  expect(await titles()).toEqual(new Set(['Laptop of Anna', 'Shop']))
  await asSub.call(revoke, { id })
  expect((await asSub.call(remove, { id })).success).toBe(true)
  expect(await titles({ userId: sub.userId })).toEqual(new Set(['Laptop of Anna']))

  await (await signedIn(server, main)).call(subAccounts.remove, { userId: sub.userId })
  expect(await titles()).toEqual(new Set([null, 'Shop']))
  const stored = await db
    .select({ use: statements.use })
    .from(statements)
    .where(eq(statements.ownerId, main.ownerId))
  expect(JSON.stringify(stored)).not.toContain('Anna')
  expect(JSON.stringify(stored)).toContain('Shop')
})

test('a month that is closed while a sub-account is deleted keeps no name of its keys', async () => {
  for (const order of ['deleted', 'closed'] as const) {
    const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, { chars: 100 }] })
    const [sub] = group.subs
    await group.asMain.call(allowSubAccounts, { allowed: 1 })
    const { id } = (await group.asSubs[0]!.call(issue, { ...key, name: 'Laptop of Anna' })).data
    await translateBy(sub!, id)
    server.passTime(32 * 86_400_000)
    const asMain = await signedIn(server, group.main)
    const acts = {
      deleted: () => asMain.call(subAccounts.remove, { userId: sub!.userId }),
      closed: () => closeAllMonths(server.services, zone),
    }
    const other = order === 'deleted' ? 'closed' : 'deleted'
    await Promise.all([acts[order](), acts[other]()])
    const stored = await db
      .select({ use: statements.use })
      .from(statements)
      .where(eq(statements.ownerId, group.main.ownerId))
    expect(stored.length).toBeGreaterThan(1)
    expect(JSON.stringify(stored)).not.toContain('Anna')
  }
})
