/** Names of channels and keys beside what was used. */
import { eq, sql } from 'drizzle-orm'
import { apiKeys } from '#server/features/api-keys/table.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { channels } from '#server/features/packages/table.ts'
import type { AccountMonth } from '#server/features/statements/compute-accounts.ts'
import type { NamedUse } from '#server/features/statements/table.ts'
import type { Db } from '#server/platform/db/open.ts'

const { id, name } = columnsOf(apiKeys)

/** Adds the present names. A stored month keeps its own. Deleted keys have no name. */
export async function addNamesToUse(
  db: Db,
  ownerId: string,
  accounts: readonly AccountMonth[],
): Promise<AccountMonth<NamedUse>[]> {
  const channelNames = await db
    .select({ id: channels.id, channelName: channels.name, channelEnName: channels.enName })
    .from(channels)
  const hasKeys = accounts.some(({ use }) => use.some(({ keyId }) => String(keyId) !== '0'))
  const keys = hasKeys
    ? await db
        .select({ id: sql<string>`${id}::text`, title: sql<string>`${name}` })
        .from(apiKeys)
        .where(eq(apiKeys.ownerId, ownerId))
    : []
  const namesOfChannel = new Map(channelNames.map(({ id: key, ...names }) => [key, names]))
  const titleOfKey = new Map(keys.map((key) => [key.id, key.title]))
  return accounts.map((account) => ({
    ...account,
    use: account.use.map((one) => ({
      ...(namesOfChannel.get(String(one.tranChannelId)) ?? nameless),
      keyTitle: titleOfKey.get(String(one.keyId)) ?? null,
      ...one,
    })),
  }))
}

const nameless = { channelName: null, channelEnName: null }
