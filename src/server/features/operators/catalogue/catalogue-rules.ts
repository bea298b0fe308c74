/** Rules of the catalogue: what packages and channels may be, and when they can be deleted. */
import { asc, eq } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { channelCollection } from '#contract/operator/channels.ts'
import { packageCollection } from '#contract/operator/packages.ts'
import type { CatalogueNote } from '#locales/catalogue-refusals.ts'
import type { LocalizedText } from '#locales/messages.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  nextId,
  nextPosition,
  refusal,
  type RecordRules,
} from '#server/features/operators/records/service.ts'
import { orders } from '#server/features/orders/table.ts'
import {
  channels,
  memberGroups,
  type Channel,
  type MemberGroup,
} from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatYuan } from '#server/platform/messages.ts'

export const packageRules: RecordRules<MemberGroup> = {
  collection: packageCollection,
  plural: 'packages',
  singular: 'package',
  topics: ['memberGroup'],
  list: (tx) =>
    tx.select().from(memberGroups).orderBy(asc(memberGroups.position), asc(memberGroups.id)),
  defaults: (all, { billingMode }) => ({
    id: String(nextId(all)),
    position: nextPosition(all),
    onSale: false,
    createChildUser: billingMode === 'char',
  }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (!after) return checkPackageDeletion(tx, before!, all)
    const known = await tx.select().from(channels).orderBy(asc(channels.position), asc(channels.id))
    if (!known.some(({ id }) => id === after.channelId))
      throw refusal('unknownChannel', {
        channel: after.channelId,
        channels: known.map(({ id }) => id).join(', '),
      })
    if (after.onSale && after.id === businessLimits.freeTest.groupId)
      throw refusal('freeTestOnSale', { package: titleOf(after), id: after.id })
    if (after.billingMode === 'time' && after.priceCents === 0) throw refusal('freeTimePackage', {})
    if (after.onSale && after.priceCents === 0) throw refusal('freeOnSale', {})
    refuseArbitrage(known, all)
    return createPriceChangeNotes(tx, before, after)
  },
  async save(tx, after) {
    await tx
      .insert(memberGroups)
      .values(after)
      .onConflictDoUpdate({ target: memberGroups.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(memberGroups).where(eq(memberGroups.id, id))
  },
}

/** Requires a prior withdrawal from sale, so that buyers see the withdrawal first. */
async function checkPackageDeletion(
  tx: Db,
  deleted: MemberGroup,
  rest: readonly MemberGroup[],
): Promise<CatalogueNote[]> {
  const { id, onSale, billingMode, channelId } = deleted
  const named = { package: titleOf(deleted), id }
  if (id === businessLimits.freeTest.groupId) throw refusal('freeTestNeeded', named)
  if (onSale) throw refusal('packageOnSale', named)
  const members = await tx.$count(users, eq(users.memberGroupId, id))
  const ordered = await tx.$count(orders, eq(orders.memberGroupId, id))
  if (members + ordered > 0) throw refusal('packageInUse', { ...named, members, orders: ordered })
  const isLastTimePackage =
    billingMode === 'time' &&
    !rest.some((other) => other.billingMode === 'time' && other.channelId === channelId)
  if (isLastTimePackage && (await tx.$count(users, eq(users.channelId, channelId))) > 0)
    throw refusal('lastTimePackage', { ...named, channel: await findChannelTitle(tx, channelId) })
  return []
}

async function createPriceChangeNotes(
  tx: Db,
  before: MemberGroup | null,
  after: MemberGroup,
): Promise<CatalogueNote[]> {
  const isSame =
    before?.priceCents === after.priceCents &&
    before.num === after.num &&
    before.onSale === after.onSale
  if (!before || isSame) return []
  const notes: CatalogueNote[] = [{ key: 'existingOrders', values: {} }]
  if (after.billingMode === 'char') return notes
  const members = await tx.$count(users, eq(users.memberGroupId, after.id))
  const channel = await findChannelTitle(tx, after.channelId)
  return [...notes, { key: 'minutesConverted', values: { channel, members } }]
}

export const channelRules: RecordRules<Channel> = {
  collection: channelCollection,
  plural: 'channels',
  singular: 'channel',
  topics: ['tranChannel', 'memberGroup'],
  list: (tx) => tx.select().from(channels).orderBy(asc(channels.position), asc(channels.id)),
  defaults: (all) => ({ id: String(nextId(all)), position: nextPosition(all), offered: true }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (!after) return checkChannelDeletion(tx, before!)
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

async function checkChannelDeletion(tx: Db, deleted: Channel): Promise<CatalogueNote[]> {
  const { id, offered } = deleted
  const channel = titleOf(deleted)
  if (offered) throw refusal('channelOffered', { channel })
  const members = await tx.$count(users, eq(users.channelId, id))
  const packages = await tx.$count(memberGroups, eq(memberGroups.channelId, id))
  const ordered = await tx.$count(orders, eq(orders.channelId, id))
  if (members + packages + ordered > 0)
    throw refusal('channelInUse', { channel, members, packages, orders: ordered })
  return []
}

/**
 * Prevents arbitrage: characters sold below their channel's value could be converted into more than
 * was paid. Minutes need no such rule, because they are valued at the cheapest rate on sale.
 */
function refuseArbitrage(offered: readonly Channel[], packages: readonly MemberGroup[]): void {
  for (const sold of packages) {
    const { id, billingMode, onSale, channelId, num, priceCents } = sold
    const channel = offered.find((each) => each.id === channelId)
    if (!onSale || billingMode !== 'char' || !channel) continue
    // Both times a million, since the channel's price is that of a million characters.
    const price = BigInt(priceCents) * 1_000_000n
    const worth = BigInt(num) * BigInt(channel.centsPerMillion)
    if (price < worth)
      throw refusal('underpriced', {
        package: titleOf(sold),
        id,
        characters: num,
        price: formatYuan(priceCents),
        channel: titleOf(channel),
        worth: formatYuan(channel.centsPerMillion),
      })
  }
}

const titleOf = ({ name, enName }: { name: string; enName: string }) => ({
  zh: name,
  en: enName || name,
})

/** The id of a channel that does not exist. */
async function findChannelTitle(tx: Db, id: string): Promise<LocalizedText | string> {
  const [found] = await tx.select().from(channels).where(eq(channels.id, id))
  return found ? titleOf(found) : id
}
