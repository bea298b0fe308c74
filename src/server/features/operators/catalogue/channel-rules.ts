/** Rules of translation channels, and when one can be deleted. */
import { asc, eq } from 'drizzle-orm'
import { channelCollection } from '#contract/operator/channels.ts'
import type { CatalogueNote } from '#locales/catalogue-refusals.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  nextId,
  nextPosition,
  refusal,
  type RecordRules,
} from '#server/features/operators/record-handlers.ts'
import { orders } from '#server/features/orders/table.ts'
import { channels, memberGroups, type Channel } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { refuseArbitrage, titleOf } from '#server/features/operators/catalogue/refuse-arbitrage.ts'

export const channelRules: RecordRules<Channel> = {
  collection: channelCollection,
  plural: 'channels',
  singular: 'channel',
  topics: ['tranChannel', 'memberGroup'],
  list: (tx) => tx.select().from(channels).orderBy(asc(channels.position), asc(channels.id)),
  defaults: (all) => ({
    id: String(nextId(all)),
    position: nextPosition(all),
    offered: true,
    fallbackChannelId: null,
  }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (!after) return checkChannelDeletion(tx, before!, all)
    all.forEach((channel) => refuseUnfitFallback(channel, all))
    refuseArbitrage(all, await tx.select().from(memberGroups))
    if (
      !before ||
      (before.centsPerMillion === after.centsPerMillion && before.offered === after.offered)
    )
      return []
    const members = await tx.$count(users, eq(users.channelId, after.id))
    return [{ key: 'membersConverted', values: { members } }]
  },
  async save(tx, after) {
    await tx.insert(channels).values(after).onConflictDoUpdate({ target: channels.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(channels).where(eq(channels.id, id))
  },
}

/** A channel of the same engine is down at the same time. */
function refuseUnfitFallback(channel: Channel, all: readonly Channel[]): void {
  if (channel.fallbackChannelId === null) return
  const fallback = all.find(({ id }) => id === channel.fallbackChannelId)
  if (!fallback)
    throw refusal('unknownChannel', {
      channel: channel.fallbackChannelId,
      channels: all.map(({ id }) => id).join(', '),
    })
  if (fallback.id === channel.id) throw refusal('ownFallback', { channel: titleOf(channel) })
  if (fallback.engine === channel.engine)
    throw refusal('fallbackSameEngine', {
      channel: titleOf(channel),
      fallback: titleOf(fallback),
    })
  if (!enginesAbroad.includes(channel.engine) && enginesAbroad.includes(fallback.engine))
    throw refusal('fallbackAbroad', { channel: titleOf(channel), fallback: titleOf(fallback) })
}

/**
 * Engines whose servers may be outside mainland China, as the privacy policy names them
 * (`locales/privacy.ts`). It promises that texts of the other channels do not leave.
 */
const enginesAbroad: readonly Channel['engine'][] = ['google', 'microsoft', 'deepl', 'openai']

async function checkChannelDeletion(
  tx: Db,
  deleted: Channel,
  rest: readonly Channel[],
): Promise<CatalogueNote[]> {
  const { id, offered } = deleted
  const channel = titleOf(deleted)
  if (offered) throw refusal('channelOffered', { channel })
  const user = rest.find(({ fallbackChannelId }) => fallbackChannelId === id)
  if (user) throw refusal('fallbackInUse', { channel, user: titleOf(user) })
  const members = await tx.$count(users, eq(users.channelId, id))
  const packages = await tx.$count(memberGroups, eq(memberGroups.channelId, id))
  const ordered = await tx.$count(orders, eq(orders.channelId, id))
  if (members + packages + ordered > 0)
    throw refusal('channelInUse', { channel, members, packages, orders: ordered })
  return []
}
