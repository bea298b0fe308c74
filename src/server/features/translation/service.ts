/** Charges and records translations, voice units and images in one transaction. */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  debit,
  releaseAndLock,
  type Converted,
  type Payment,
  type Reservation,
} from '#server/features/ledger/reservations/service.ts'
import { countUsed, nothing, type Entry, type Units } from '#server/features/ledger/service.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import {
  membershipOf,
  refuseExpired,
  type Membership,
} from '#server/features/packages/membership/service.ts'
import { sql } from 'drizzle-orm'
import {
  channelFailures,
  translationDays,
  translationLog,
  translationMonths,
  usageDays,
} from '#server/features/translation/table.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'

/** `chars`: characters deducted. `channelId` defaults to the membership's channel. */
type Item = { chars: number; channelId?: string }
/** Translations of one text by one user, through one or several channels. */
export type Uses = UserKey &
  Pick<Translated, 'ip' | 'clientType' | 'source' | 'target'> & {
    configId?: string
    items: readonly Item[]
    /**
     * The characters reserved for them, released by the charge, and the membership in force at that
     * moment, whose terms apply.
     */
    reservation?: Reservation
    membership?: Membership
    /** Runs in the same transaction. */
    inSameTransaction?: (tx: Db, charged: Charged) => Promise<void>
  }
/** Characters deducted per item: zero when billed by time. */
type Charged = { mode: 'char' | 'time'; items: Required<Item>[] }
export type Use = Omit<Uses, 'items'> & Item
type UnitUse = UserKey & { ip: string } & ({ voices: number } | { images: number })

/** Charges a single translation; see `chargeTranslations`. */
export async function chargeTranslation(
  db: Db,
  { chars, channelId, ...use }: Use,
  zone: string,
  now: Date,
): Promise<Pick<Translated, 'mode' | 'channelId'>> {
  const { mode, items } = await chargeTranslations(
    db,
    { ...use, items: [channelId === undefined ? { chars } : { chars, channelId }] },
    zone,
    now,
  )
  return { mode, channelId: items[0]!.channelId }
}

/**
 * Charges successful translations, all or none. Billing by characters deducts from the balance,
 * billing by time only counts usage. `zone` is the business time zone that decides the day of
 * usage. Throws ApiError `notEnough`.
 */
export async function chargeTranslations(
  db: Db,
  uses: Uses,
  zone: string,
  now: Date,
): Promise<Charged> {
  const membership = uses.membership ?? (await membershipOf(db, uses))
  if (!uses.membership) refuseExpired(membership, uses, now)
  const { mode } = membership
  const items = uses.items.map(({ chars, channelId = membership.channelId }) => ({
    chars,
    channelId,
  }))
  let charged: Charged = {
    mode,
    items: items.map((item) => ({ ...item, chars: mode === 'char' ? item.chars : 0 })),
  }
  const { ownerId, userId, ip, clientType, source, target, reservation } = uses
  const record = (tx: Db, item: Required<Item>) =>
    recordTranslation(
      tx,
      { ownerId, userId, ip, clientType, source, target, mode, ...item },
      zone,
      now,
    )
  if (mode === 'char') {
    const due = (
      of: readonly Required<Item>[],
    ): Pick<Payment, 'cost' | 'record' | 'inSameTransaction'> => ({
      cost: { ...nothing, chars: sumOf(of) },
      record: async (tx) => {
        const made: Omit<Entry, 'userId'>[] = []
        for (const item of of) made.push(rowOf(uses, item, await record(tx, item)))
        return made
      },
      inSameTransaction: async (tx) => {
        charged = { mode, items: [...of] }
        await uses.inSameTransaction?.(tx, charged)
      },
    })
    const first = due(items)
    const converted = ({ before, after }: Converted) =>
      due(
        items.map((item) => ({
          ...item,
          chars: before === 0 ? item.chars : Math.floor((item.chars * after) / before),
        })),
      )
    await debit(
      db,
      { ...payerOf(uses, membership, first.cost), ...first, reservation, converted },
      now,
    )
    return charged
  }
  await transaction(db, async (tx) => {
    if (reservation) await releaseAndLock(tx, reservation, [userId])
    await countUsed(tx, uses, sumOf(items))
    for (const item of items) await record(tx, item)
    await uses.inSameTransaction?.(tx, charged)
  })
  return charged
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { chars }) => sum + chars, 0)

function rowOf(
  { ip, configId }: Uses,
  { chars, channelId }: Required<Item>,
  seq: number,
): Omit<Entry, 'userId'> {
  const about = {
    consumeTranslationSeq: seq,
    consumeChannelId: channelId,
    consumerIp: ip,
    ...(configId === undefined ? {} : { consumeConfigId: configId }),
  }
  return {
    logType: 'TRANSLATION_CONSUME',
    change: { chars: 0 - chars },
    used: chars,
    context: about,
  }
}

/** Charges voice or image units. Throws ApiError `notEnough`. */
export async function chargeUnits(db: Db, use: UnitUse, now: Date): Promise<void> {
  const membership = await membershipOf(db, use)
  const cost =
    'voices' in use ? { ...nothing, voices: use.voices } : { ...nothing, images: use.images }
  const about = { consumeChannelId: membership.channelId, consumerIp: use.ip }
  const logType = 'voices' in use ? 'VOICE_CONSUME' : 'OTHER'
  const change = { voices: 0 - cost.voices, images: 0 - cost.images }
  await debit(
    db,
    {
      ...payerOf(use, membership, cost),
      record: async () => [{ logType, change, context: about }],
    },
    now,
  )
}

function payerOf(
  { ownerId, userId }: UserKey,
  { auto, chars, voices, images }: Membership,
  cost: Units,
) {
  const seemsEnough = chars >= cost.chars && voices >= cost.voices && images >= cost.images
  return { ownerId, userId, cost, drawsOnMain: auto, seemsEnough }
}

/** Records a translation in the log and in the daily and monthly roll-ups. */
type Translated = {
  ownerId: string
  userId: string
  chars: number
  mode: string
  channelId: string
  ip: string
  clientType: string
  source: string
  target: string
}

const value = (name: keyof Translated | 'now' | 'zone', type: string) =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`
const user = sql`${value('ownerId', 'bigint')} as owner_id, ${value('userId', 'bigint')} as user_id`

const toldApart = (
  table: typeof translationDays | typeof translationMonths,
  span: 'day' | 'month',
) => sql`insert into ${table} as d (owner_id, user_id, ${sql.raw(span)}, channel_id, source, target, client_type, chars, count)
      select ${user}, date_trunc(${sql.raw(`'${span}'`)}, at at time zone ${value('zone', 'text')})::date, ${value('channelId', 'bigint')}, ${value('source', 'text')},
        ${value('target', 'text')}, ${value('clientType', 'text')}, ${value('chars', 'bigint')}, 1 from number
      on conflict (owner_id, user_id, ${sql.raw(span)}, channel_id, source, target, client_type) do update set chars = d.chars + excluded.chars, count = d.count + 1`

const write = statement<{ seq: string }>(
  'translation_record',
  sql`with number as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${user}, 'translation', 1, ${value('now', 'timestamptz')}
      on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning last, at),
    written as (insert into ${translationLog} (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target)
      select ${user}, last, at, ${value('chars', 'bigint')}, ${value('mode', 'text')}, ${value('channelId', 'bigint')}, ${value('ip', 'text')},
        ${value('clientType', 'text')}, ${value('source', 'text')}, ${value('target', 'text')} from number),
    used as (insert into ${usageDays} as d (owner_id, user_id, day, channel_id, chars, count)
      select ${user}, (at at time zone ${value('zone', 'text')})::date, ${value('channelId', 'bigint')}, ${value('chars', 'bigint')}, 1 from number
      on conflict (owner_id, day, user_id, channel_id) do update set chars = d.chars + excluded.chars, count = d.count + 1),
    by_day as (${toldApart(translationDays, 'day')}),
    by_month as (${toldApart(translationMonths, 'month')})
    select last as seq from number`,
)

/**
 * Returns the row's sequence number. Call it in the charging transaction, with the user's account
 * locked.
 */
export async function recordTranslation(
  tx: Db,
  translated: Translated,
  zone: string,
  now: Date,
): Promise<number> {
  const [row] = await write(tx, { ...translated, zone, now: now.toISOString() })
  return Number(row!.seq)
}

/** A lone surrogate counts as one. */
export function charactersOf(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const pair =
      (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (pair) {
      count -= 1
      at += 1
    }
  }
  return count
}

/** Counts a translation that the vendor failed, for operators. */
export async function countChannelFailure(
  db: Db,
  { channelId, errorKind }: Pick<typeof channelFailures.$inferInsert, 'channelId' | 'errorKind'>,
  zone: string,
  now: Date,
): Promise<void> {
  const day = wireTimeOf(now, zone).slice(0, 10)
  await db
    .insert(channelFailures)
    .values({ day, channelId, errorKind, count: 1 })
    .onConflictDoUpdate({
      target: [channelFailures.day, channelFailures.channelId, channelFailures.errorKind],
      set: { count: sql`${channelFailures.count} + 1` },
    })
}
