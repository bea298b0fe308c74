/** Commands on translation channels. */
import { asc, eq } from 'drizzle-orm'
import type { Channel } from '#server/features/packages/table.ts'
import { channels as table, memberGroups, orders, users } from '#server/platform/db/schema.ts'
import { nextId, nextPosition, refuseCheap } from '#server/cli/catalogue.ts'
import { ValidationError } from '#server/cli/command.ts'
import type { Thing } from '#server/cli/crud-commands.ts'
import { engines } from '#server/features/translation/translator.ts'
import { count, money, oneOf, text, whole, yes, yesOrNo, yuan } from '#server/cli/values.ts'

const tiers = ['normal', 'high', 'specialty', 'ai'] as const
const max = { cents: 100_000_000, position: 1_000_000 }

export const channels: Thing<Channel> = {
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
      read: yuan(1, max.cents),
      needed: true,
      takes: 'yuan',
      says: 'value of a million characters',
    },
    offered: {
      key: 'offered',
      read: yesOrNo,
      takes: 'yes|no',
      says: 'whether members can change to it',
      unsaid: 'yes',
    },
    position: {
      key: 'position',
      read: count(max.position),
      takes: 'number',
      says: 'position in the list',
      unsaid: 'the last',
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
      const members = whole(await tx.$count(users, eq(users.channelId, after.id)))
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
        `Channel ${id} is in use (members: ${whole(members)}, packages: ${whole(packages)}, orders: ${whole(ordered)}).`,
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
