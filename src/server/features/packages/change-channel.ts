/** Changes the translation channel of an account group, or quotes what the change would yield. */
import { asc, eq, sql } from 'drizzle-orm'
import type { Channel } from '#contract/packages.ts'
import type { Db } from '#server/platform/db/open.ts'
import { channels } from '#server/features/packages/table.ts'
import { postEntries, lockAccountGroup, convertReserved } from '#server/features/ledger/index.ts'
import {
  createConversionEntry,
  createSubAccountConversionEntries,
  createTrialEndEntries,
} from '#server/features/packages/conversion-entries.ts'
import {
  readMainMembership,
  saveMembership,
  readEntitlement,
  toEntitlement,
  type MainMembership,
} from '#server/features/packages/main-membership.ts'
import { readPriceList, type PriceList } from '#server/features/packages/price-list.ts'
import { convertChars, convertEntitlement } from '#server/features/packages/convert-entitlement.ts'
import { currentEntitlement, type Entitlement } from '#server/features/packages/entitlement.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Channel as ChannelRow } from '#server/features/packages/table.ts'

type ChannelNames = Pick<typeof channels.$inferSelect, 'id' | 'name' | 'enName'>
type OfferedChannels = { offered: ChannelNames[]; prices: PriceList }
/** The main account, the current time, and the configured translation engines. */
type ChannelContext = {
  ownerId: string
  engines: Pick<ReadonlyMap<ChannelRow['engine'], unknown>, 'has'>
  now: Date
}

/**
 * Channels on offer with a configured engine, without the current one. For a membership by time,
 * only those sold by time.
 */
export async function listSwitchableChannels(
  db: Db,
  { ownerId, engines }: Omit<ChannelContext, 'now'>,
): Promise<Channel[]> {
  const membership = await readMainMembership(db, ownerId)
  const { offered, prices } = await readOfferedChannels(db, engines)
  return offered.filter(({ id }) => id !== membership.channelId && isSoldIn(prices, membership, id))
}

/**
 * The main account's entitlement before and after a change of the channel. Throws like
 * `changeChannel`.
 */
export async function quoteChannelChange(
  db: Db,
  { ownerId, engines, now }: ChannelContext,
  targetId: string,
): Promise<{ before: Entitlement; after: Entitlement }> {
  const entitlement = await readEntitlement(db, ownerId)
  const prices = refuseInvalidTarget(await readOfferedChannels(db, engines), entitlement, targetId)
  return convertToChannel(entitlement, targetId, prices, now)
}

/**
 * Converts the remaining quota of the main account and all its sub-accounts at the two channels'
 * prices, each with a ledger row MATRIX that names the owner. Throws ApiError `notFound` for a
 * channel that is not on offer, and `invalid` for the current one and for one that has no price by
 * time.
 */
export async function changeChannel(
  tx: Db,
  { ownerId, engines, now }: ChannelContext,
  targetId: string,
): Promise<void> {
  const { locked, subIds } = await lockAccountGroup(tx, ownerId)
  const main = locked.get(ownerId)
  const membership = await readMainMembership(tx, ownerId)
  const prices = refuseInvalidTarget(await readOfferedChannels(tx, engines), membership, targetId)
  const entitlement = toEntitlement(membership, main)
  const change = convertToChannel(entitlement, targetId, prices, now)
  const manager = { managerId: ownerId, managerName: main.name }
  const logType = 'MATRIX'
  const entries = [
    ...createTrialEndEntries(ownerId, entitlement, now),
    createConversionEntry(ownerId, logType, change, now, manager),
    ...createSubAccountConversionEntries(
      { locked, subIds, logType, context: manager },
      change,
      prices,
    ),
  ]
  await postEntries(tx, locked, entries, now)
  await convertReserved(tx, ownerId, (chars) =>
    convertChars(chars, membership.channelId, targetId, prices),
  )
  await saveMembership(tx, ownerId, { ...membership, channelId: targetId })
}

function convertToChannel(
  entitlement: Entitlement,
  channelId: string,
  prices: PriceList,
  now: Date,
): { before: Entitlement; after: Entitlement } {
  const before = currentEntitlement(entitlement, now)
  return {
    before,
    after: convertEntitlement(before, { mode: entitlement.mode, channelId }, prices, now),
  }
}

async function readOfferedChannels(
  db: Db,
  engines: ChannelContext['engines'],
): Promise<OfferedChannels> {
  const listed = await db
    .select({
      id: channels.id,
      name: channels.name,
      enName: channels.enName,
      engine: channels.engine,
    })
    .from(channels)
    .where(eq(channels.offered, sql`true`))
    .orderBy(asc(channels.position), asc(channels.id))
  const offered = listed.flatMap(({ engine, ...names }) => (engines.has(engine) ? [names] : []))
  return { offered, prices: await readPriceList(db) }
}

function refuseInvalidTarget(
  { offered, prices }: OfferedChannels,
  { mode, channelId }: Pick<MainMembership, 'mode' | 'channelId'>,
  targetId: string,
): PriceList {
  if (targetId === channelId)
    throw new ApiError('invalid', { reason: { key: 'sameChannel', values: {} } })
  if (!offered.some(({ id }) => id === targetId))
    throw new ApiError('notFound', { reason: { key: 'noChannel', values: {} } })
  if (!isSoldIn(prices, { mode }, targetId))
    throw new ApiError('invalid', { reason: { key: 'notByTime', values: {} } })
  return prices
}

const isSoldIn = (
  { minutes }: PriceList,
  { mode }: Pick<MainMembership, 'mode'>,
  channelId: string,
): boolean => mode === 'char' || minutes.get(channelId)?.onSale === true
