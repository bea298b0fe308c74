/** Operator commands for packages and translation channels. */
import { asc, eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { MemberGroup, Channel } from '#server/features/packages/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { orders } from '#server/features/orders/table.ts'
import { channels, memberGroups, channels as table } from '#server/features/packages/table.ts'
import {
  ValidationError,
  count,
  money,
  oneOf,
  text,
  integer,
  yes,
  yesOrNo,
  yuan,
} from '#server/cli/command.ts'
import { nextId, nextPosition, refuseCheap, type Entity } from '#server/cli/crud-commands.ts'
import { engines } from '#server/platform/config/vendor-settings.ts'

/** Bounds well below the safe integers. */
const packageLimits = { units: 1_000_000_000_000, cents: 1_000_000_000, position: 1_000_000 }

/** Commands on packages. */
export const packageCommands: Entity<MemberGroup> = {
  many: 'packages',
  one: 'package',
  summary: 'packages, including those withdrawn from sale',
  about: ['memberGroup'],
  fields: {
    name: {
      key: 'name',
      read: text,
      needed: true,
      says: 'Chinese name; decides which description the site shows',
    },
    'en-name': { key: 'enName', read: text, needed: true, says: 'English name' },
    mode: {
      key: 'billingMode',
      read: oneOf(['char', 'time']),
      only: 'add',
      needed: true,
      takes: 'char|time',
      says: 'billing per character or by time',
    },
    channel: {
      key: 'channelId',
      read: text,
      only: 'add',
      needed: true,
      takes: 'id',
      says: 'its translation channel',
    },
    num: {
      key: 'num',
      read: count(packageLimits.units),
      needed: true,
      takes: 'number',
      says: 'characters, or minutes if billed by time: 43200 is 30 days',
    },
    price: {
      key: 'priceCents',
      read: yuan(0, packageLimits.cents),
      needed: true,
      takes: 'yuan',
      says: 'unit price',
    },
    'on-sale': {
      key: 'onSale',
      read: yesOrNo,
      takes: 'yes|no',
      says: 'whether it is on sale',
      defaultText: 'no',
    },
    'sub-accounts': {
      key: 'createChildUser',
      read: yesOrNo,
      takes: 'yes|no',
      says: 'whether it allows sub-accounts',
      defaultText: 'yes by characters and no by time',
    },
    position: {
      key: 'position',
      read: count(packageLimits.position),
      takes: 'number',
      says: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) =>
    tx.select().from(memberGroups).orderBy(asc(memberGroups.position), asc(memberGroups.id)),
  fresh: (all, { billingMode }) => ({
    id: nextId(all),
    position: nextPosition(all),
    onSale: false,
    createChildUser: billingMode === 'char',
  }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (!after) return refuseDeletion(tx, before!, all)
    const known = await tx.select().from(channels)
    if (!known.some(({ id }) => id === after.channelId))
      throw new ValidationError(
        `Channel ${after.channelId} does not exist. Channels: ${known.map(({ id }) => id).join(', ')}.`,
      )
    if (after.onSale && after.id === limits.freeTest.groupId)
      throw new ValidationError(`Package ${after.id} is the free test and can’t be sold.`)
    if (after.billingMode === 'time' && after.priceCents === 0)
      throw new ValidationError(
        'A package by time has to cost something: its price says what a minute of its channel is worth.',
      )
    if (after.onSale && after.priceCents === 0)
      throw new ValidationError('A package on sale must have a price.')
    refuseCheap(known, all)
    return notesOn(tx, before, after)
  },
  /** Packages that are not on sale can't be bought. */
  movesMoney: (before, after) =>
    Boolean(before?.onSale) !== Boolean(after?.onSale) ||
    (after?.onSale === true &&
      (before?.priceCents !== after.priceCents || before.num !== after.num)),
  async save(tx, after) {
    await tx
      .insert(memberGroups)
      .values(after)
      .onConflictDoUpdate({ target: memberGroups.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(memberGroups).where(eq(memberGroups.id, id))
  },
  text: ({
    id,
    name,
    enName,
    billingMode,
    num,
    priceCents,
    channelId,
    onSale,
    createChildUser,
    position,
  }) => ({
    id,
    name,
    'en-name': enName,
    mode: billingMode,
    num: billingMode === 'char' ? `${integer(num)} characters` : `${integer(num)} minutes`,
    price: money(priceCents),
    channel: channelId,
    'on-sale': yes(onSale),
    'sub-accounts': yes(createChildUser),
    position: String(position),
  }),
}

/** Requires a prior withdrawal from sale, so that buyers see the withdrawal first. */
async function refuseDeletion(
  tx: Db,
  { id, onSale, billingMode, channelId }: MemberGroup,
  rest: readonly MemberGroup[],
): Promise<string[]> {
  if (id === limits.freeTest.groupId)
    throw new ValidationError(`Package ${id} is the free test that new accounts start with.`)
  if (onSale)
    throw new ValidationError(
      `Package ${id} is on sale. Withdraw it first: packages change ${id} --on-sale no.`,
    )
  const members = await tx.$count(users, eq(users.memberGroupId, id))
  const ordered = await tx.$count(orders, eq(orders.memberGroupId, id))
  if (members + ordered > 0)
    throw new ValidationError(
      `Package ${id} is in use (members: ${integer(members)}, orders: ${integer(ordered)}), so it can only be withdrawn from sale.`,
    )
  const last =
    billingMode === 'time' &&
    !rest.some((other) => other.billingMode === 'time' && other.channelId === channelId)
  if (last && (await tx.$count(users, eq(users.channelId, channelId))) > 0)
    throw new ValidationError(
      `Package ${id} is the only one that sets the value of a minute on channel ${channelId}, which has members.`,
    )
  return []
}

async function notesOn(tx: Db, before: MemberGroup | null, after: MemberGroup): Promise<string[]> {
  if (
    !before ||
    (before.priceCents === after.priceCents &&
      before.num === after.num &&
      before.onSale === after.onSale)
  )
    return []
  const members = await tx.$count(users, eq(users.memberGroupId, after.id))
  const notes = ['Existing orders keep their terms.']
  if (after.billingMode === 'time')
    notes.push(
      `Minutes on channel ${after.channelId} are converted at the cheapest rate on sale, also for its ${integer(members)} current members.`,
    )
  return notes
}

const tiers = ['normal', 'high', 'specialty', 'ai'] as const
const channelLimits = { cents: 100_000_000, position: 1_000_000 }

/** Commands on translation channels. */
export const channelCommands: Entity<Channel> = {
  many: 'channels',
  one: 'channel',
  summary: 'translation channels',
  about: ['tranChannel', 'memberGroup'],
  fields: {
    name: { key: 'name', read: text, needed: true, says: 'Chinese name' },
    'en-name': { key: 'enName', read: text, needed: true, says: 'English name' },
    engine: {
      key: 'engine',
      read: oneOf(engines),
      needed: true,
      takes: engines.join('|'),
      says: 'the engine that translates',
    },
    tier: {
      key: 'tier',
      read: oneOf(tiers),
      needed: true,
      takes: tiers.join('|'),
      says: 'kind of channel',
    },
    price: {
      key: 'centsPerMillion',
      read: yuan(1, channelLimits.cents),
      needed: true,
      takes: 'yuan',
      says: 'value of a million characters',
    },
    offered: {
      key: 'offered',
      read: yesOrNo,
      takes: 'yes|no',
      says: 'whether members can change to it',
      defaultText: 'yes',
    },
    position: {
      key: 'position',
      read: count(channelLimits.position),
      takes: 'number',
      says: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) => tx.select().from(table).orderBy(asc(table.position), asc(table.id)),
  fresh: (all) => ({ id: nextId(all), position: nextPosition(all), offered: true }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (after) {
      refuseCheap(all, await tx.select().from(memberGroups))
      if (
        !before ||
        (before.centsPerMillion === after.centsPerMillion && before.offered === after.offered)
      )
        return []
      const members = integer(await tx.$count(users, eq(users.channelId, after.id)))
      return [
        `Members on this channel: ${members}. Their balances do not change, but are converted at the new price.`,
      ]
    }
    const { id, offered } = before!
    if (offered)
      throw new ValidationError(
        `Channel ${id} is offered. Withdraw it first: channels change ${id} --offered no.`,
      )
    const members = await tx.$count(users, eq(users.channelId, id))
    const packages = await tx.$count(memberGroups, eq(memberGroups.channelId, id))
    const ordered = await tx.$count(orders, eq(orders.channelId, id))
    if (members + packages + ordered > 0)
      throw new ValidationError(
        `Channel ${id} is in use (members: ${integer(members)}, packages: ${integer(packages)}, orders: ${integer(ordered)}).`,
      )
    return []
  },
  movesMoney: (before, after) => before?.centsPerMillion !== after?.centsPerMillion,
  async save(tx, after) {
    await tx.insert(table).values(after).onConflictDoUpdate({ target: table.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(table).where(eq(table.id, id))
  },
  text: ({ id, name, enName, engine, tier, centsPerMillion, offered, position }) => ({
    id,
    name,
    'en-name': enName,
    engine,
    tier,
    price: `${money(centsPerMillion)} per million`,
    offered: yes(offered),
    position: String(position),
  }),
}
