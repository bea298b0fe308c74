/** Rules of packages: what may be sold, and when one can be deleted. */
import { asc, eq } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { packageCollection } from '#contract/operator/packages.ts'
import type { CatalogueNote } from '#locales/catalogue-refusals.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  nextId,
  nextPosition,
  refusal,
  type RecordRules,
} from '#server/features/operators/record-handlers.ts'
import { orders } from '#server/features/orders/table.ts'
import { channels, memberGroups, type MemberGroup } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  refuseArbitrage,
  titleOf,
  findChannelTitle,
} from '#server/features/operators/catalogue/refuse-arbitrage.ts'

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
