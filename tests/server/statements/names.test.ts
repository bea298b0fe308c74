/** Names of channels and keys in statements. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { statements as calls } from '#contract/statements.ts'
import { closeAllMonths } from '#server/features/statements/close-months.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { channels } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const server = await serverWithCatalogue()
const { db } = server.database

test('a closed month keeps the names of keys and channels, whatever becomes of them', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 1_000 }] })
  const { edit, issue, remove, revoke } = apiKeys.calls
  const key = { scopes: ['translate' as const] }
  const { id } = (await asMain.call(issue, { ...key, name: 'Shop' })).data
  const now = new Date(server.now())
  const { ownerId, userId } = main
  await chargeTranslation(
    db,
    {
      ownerId,
      userId,
      chars: 30,
      ip: '192.0.2.1',
      clientType: 'api',
      source: 'zh',
      target: 'en',
      keyId: String(id),
    },
    zone,
    now,
  )
  const month = formatWireTime(now, zone).slice(0, 7)
  const use = async () =>
    (await (await signedIn(server, main)).call(calls.get, { month })).data.use.map(
      ({ keyTitle, channelName, channelEnName }) => ({ keyTitle, channelName, channelEnName }),
    )
  await asMain.call(edit, { ...key, id, name: 'Web shop' })
  const [open] = await use()
  expect(open).toMatchObject({ keyTitle: 'Web shop' })
  server.passTime(32 * 86_400_000)
  await closeAllMonths(server.services, zone)
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
