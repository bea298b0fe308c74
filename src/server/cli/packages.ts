/** Operator commands for packages and translation channels. */
import { asc, eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { MemberGroup, Channel } from '#server/features/packages/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { orders } from '#server/features/orders/table.ts'
import { channels, memberGroups } from '#server/features/packages/table.ts'
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
import { nextId, nextPosition, refuseUnderpriced, type Entity } from '#server/cli/crud-commands.ts'
import { engines } from '#server/platform/config/vendor-settings.ts'

/** Bounds well below the safe integers. */
const packageLimits = { units: 1_000_000_000_000, cents: 1_000_000_000, position: 1_000_000 }

/** Commands on packages. */
export const packageCommands: Entity<MemberGroup> = {
  plural: 'packages',
  singular: 'package',
  summary: 'packages, including those withdrawn from sale',
  topics: ['memberGroup'],
  fields: {
    name: {
      column: 'name',
      parse: text,
      required: true,
      help: 'Chinese name; decides which description the site shows',
    },
    'en-name': { column: 'enName', parse: text, required: true, help: 'English name' },
    mode: {
      column: 'billingMode',
      parse: oneOf(['char', 'time']),
      onlyFor: 'add',
      required: true,
      placeholder: 'char|time',
      help: 'billing per character or by time',
    },
    channel: {
      column: 'channelId',
      parse: text,
      onlyFor: 'add',
      required: true,
      placeholder: 'id',
      help: 'its translation channel',
    },
    num: {
      column: 'num',
      parse: count(packageLimits.units),
      required: true,
      placeholder: 'number',
      help: 'characters, or minutes if billed by time: 43200 is 30 days',
    },
    price: {
      column: 'priceCents',
      parse: yuan(0, packageLimits.cents),
      required: true,
      placeholder: 'yuan',
      help: 'unit price',
    },
    'on-sale': {
      column: 'onSale',
      parse: yesOrNo,
      placeholder: 'yes|no',
      help: 'whether it is on sale',
      defaultText: 'no',
    },
    'sub-accounts': {
      column: 'createChildUser',
      parse: yesOrNo,
      placeholder: 'yes|no',
      help: 'whether it allows sub-accounts',
      defaultText: 'yes by characters and no by time',
    },
    position: {
      column: 'position',
      parse: count(packageLimits.position),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) =>
    tx.select().from(memberGroups).orderBy(asc(memberGroups.position), asc(memberGroups.id)),
  defaults: (all, { billingMode }) => ({
    id: nextId(all),
    position: nextPosition(all),
    onSale: false,
    createChildUser: billingMode === 'char',
  }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (!after) return checkDeletion(tx, before!, all)
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
    refuseUnderpriced(known, all)
    return priceChangeNotes(tx, before, after)
  },
  /** Packages that are not on sale can't be bought. */
  changesPrices: (before, after) =>
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
async function checkDeletion(
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

async function priceChangeNotes(
  tx: Db,
  before: MemberGroup | null,
  after: MemberGroup,
): Promise<string[]> {
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
  plural: 'channels',
  singular: 'channel',
  summary: 'translation channels',
  topics: ['tranChannel', 'memberGroup'],
  fields: {
    name: { column: 'name', parse: text, required: true, help: 'Chinese name' },
    'en-name': { column: 'enName', parse: text, required: true, help: 'English name' },
    engine: {
      column: 'engine',
      parse: oneOf(engines),
      required: true,
      placeholder: engines.join('|'),
      help: 'the engine that translates',
    },
    tier: {
      column: 'tier',
      parse: oneOf(tiers),
      required: true,
      placeholder: tiers.join('|'),
      help: 'kind of channel',
    },
    price: {
      column: 'centsPerMillion',
      parse: yuan(1, channelLimits.cents),
      required: true,
      placeholder: 'yuan',
      help: 'value of a million characters',
    },
    offered: {
      column: 'offered',
      parse: yesOrNo,
      placeholder: 'yes|no',
      help: 'whether members can change to it',
      defaultText: 'yes',
    },
    position: {
      column: 'position',
      parse: count(channelLimits.position),
      placeholder: 'number',
      help: 'position in the list',
      defaultText: 'the last',
    },
  },
  list: (tx) => tx.select().from(channels).orderBy(asc(channels.position), asc(channels.id)),
  defaults: (all) => ({ id: nextId(all), position: nextPosition(all), offered: true }),
  idOf: ({ id }) => id,
  async check(tx, { before, after, all }) {
    if (after) {
      refuseUnderpriced(all, await tx.select().from(memberGroups))
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
  changesPrices: (before, after) => before?.centsPerMillion !== after?.centsPerMillion,
  async save(tx, after) {
    await tx.insert(channels).values(after).onConflictDoUpdate({ target: channels.id, set: after })
  },
  async remove(tx, { id }) {
    await tx.delete(channels).where(eq(channels.id, id))
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
