/** Charges and records translations, voice units and images in one transaction. */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  debitQuota,
  prepareReservedCharge,
  releaseAndLock,
  type ReservationConversion,
  type Payment,
  type Reservation,
  countUsedChars,
  zeroAmounts,
  type Entry,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import { readMembership, refuseExpired, type Membership } from '#server/features/packages/index.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql } from 'drizzle-orm'
import { translationLog, usageDays } from '#server/features/translation/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

/**
 * `chars`: characters deducted, at the price of the channel. `channelId` defaults to the
 * membership's channel, `source` to the language of the charge; `fallbackChannelId`: the channel
 * that translated while that one was down.
 */
type ChargedItem = {
  chars: number
  channelId?: string
  source?: string
  fallbackChannelId?: string | undefined
}
type ResolvedItem = ChargedItem & { channelId: string; source: string }
/** Translations by one user, through one or several channels and from one or several languages. */
export type TranslationCharge = UserKey &
  Pick<RecordedTranslation, 'ip' | 'clientType' | 'source' | 'target'> & {
    /** The API key by which a program translates. */
    keyId?: string | undefined
    items: readonly ChargedItem[]
    /**
     * The characters reserved for them, released by the charge, and the membership at that
     * moment, by which the translation is charged.
     */
    reservation?: Reservation
    membership?: Membership
    /** Runs in the same transaction. */
    inSameTransaction?: (tx: Db, charged: ChargedTranslations) => Promise<void>
  }
/** Characters deducted per item: zero when billed by time. */
type ChargedTranslations = { mode: 'char' | 'time'; items: ResolvedItem[] }

/**
 * Charges successful translations, all or none. Billing by characters deducts from the balance,
 * billing by time only counts usage. `zone` is the business time zone that decides the day of
 * usage. Throws ApiError `notEnough`.
 */
export async function chargeTranslations(
  db: Db,
  request: TranslationCharge,
  zone: string,
  now: Date,
): Promise<ChargedTranslations> {
  const membership = request.membership ?? (await readMembership(db, request))
  if (!request.membership) refuseExpired(membership, request, now)
  const { mode } = membership
  const { ownerId, userId, ip, clientType, keyId, target, reservation } = request
  const items = request.items.map((item): ResolvedItem => ({
    ...item,
    channelId: item.channelId ?? membership.channelId,
    source: item.source ?? request.source,
  }))
  let charged: ChargedTranslations = {
    mode,
    items: items.map((item) => ({ ...item, chars: mode === 'char' ? item.chars : 0 })),
  }
  const toRecorded = (item: ResolvedItem): RecordedTranslation => ({
    ownerId,
    userId,
    ip,
    clientType,
    keyId,
    target,
    mode,
    ...item,
  })
  const record = (tx: Db, item: ResolvedItem) => recordTranslation(tx, toRecorded(item), zone, now)
  if (mode === 'char') {
    const createPayment = (
      charges: readonly ResolvedItem[],
    ): Pick<Payment, 'cost' | 'record' | 'inSameTransaction'> => ({
      cost: { ...zeroAmounts, chars: sumChars(charges) },
      record: async (tx) => {
        const entries: Omit<Entry, 'userId'>[] = []
        for (const item of charges) entries.push(toEntry(request, item, await record(tx, item)))
        return entries
      },
      inSameTransaction: async (tx) => {
        charged = { mode, items: [...charges] }
        await request.inSameTransaction?.(tx, charged)
      },
    })
    const payment = createPayment(items)
    const [item] = items
    const isAsReserved =
      reservation?.mainChars === 0 && reservation.chars === payment.cost.chars && items.length === 1
    const chargeReserved = async (tx: Db) => {
      if (!isAsReserved) return false
      const values = { ...toRecordValues(toRecorded(item!), zone, now), id: reservation.id }
      return (await chargeReservedStatement(tx, values)).length > 0
    }
    const convertPayment = ({ before, after }: ReservationConversion) =>
      createPayment(
        items.map((item) => ({
          ...item,
          chars: before === 0 ? item.chars : Math.floor((item.chars * after) / before),
        })),
      )
    await debitQuota(
      db,
      {
        ...toPayer(request, membership, payment.cost),
        ...(reservation && { seemsEnough: reservation.mainChars === 0 }),
        ...payment,
        reservation,
        chargeReserved,
        convertPayment,
      },
      now,
    )
    return charged
  }
  await transaction(db, async (tx) => {
    if (reservation) await releaseAndLock(tx, reservation, [userId])
    await countUsedChars(tx, request, sumChars(items))
    for (const item of items) await record(tx, item)
    await request.inSameTransaction?.(tx, charged)
  })
  return charged
}

const sumChars = (items: readonly ChargedItem[]) => items.reduce((sum, { chars }) => sum + chars, 0)

/** The log entry of a translation. `0 - chars`, because `-chars` would be -0 for 0. */
function toEntry(
  { ip, keyId }: TranslationCharge,
  { chars, channelId }: ResolvedItem,
  seq: number,
): Omit<Entry, 'userId'> {
  const context = {
    consumeTranslationSeq: seq,
    consumeChannelId: channelId,
    consumerIp: ip,
    ...(keyId === undefined ? {} : { consumeKeyId: keyId }),
  }
  return {
    logType: 'TRANSLATION_CONSUME',
    change: { chars: 0 - chars },
    used: chars,
    context,
  }
}

/** What `debitQuota` needs to know of the user who pays. */
export function toPayer(
  { ownerId, userId }: UserKey,
  { usesMainQuota, chars, voices, images }: Membership,
  cost: QuotaAmounts,
) {
  const seemsEnough = chars >= cost.chars && voices >= cost.voices && images >= cost.images
  return { ownerId, userId, cost, usesMainQuota, seemsEnough }
}

/** A translation to record in the log and in the usage by day. */
type RecordedTranslation = {
  ownerId: string
  userId: string
  chars: number
  mode: string
  channelId: string
  ip: string
  clientType: string
  source: string
  target: string
  keyId?: string | undefined
  fallbackChannelId?: string | undefined
}

const userColumns = sql`${typedPlaceholder('ownerId', 'bigint')} as owner_id, ${typedPlaceholder('userId', 'bigint')} as user_id`

const keyId = typedPlaceholder('keyId', 'bigint')

/** Row and usage by day of a translation with the number and time of `number`. */
const recorded = sql`written as (insert into ${translationLog} (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target, key_id, fallback_channel_id)
      select ${userColumns}, last, at, ${typedPlaceholder('chars', 'bigint')}, ${typedPlaceholder('mode', 'text')}, ${typedPlaceholder('channelId', 'bigint')}, ${typedPlaceholder('ip', 'text')},
        ${typedPlaceholder('clientType', 'text')}, ${typedPlaceholder('source', 'text')}, ${typedPlaceholder('target', 'text')}, ${keyId}, ${typedPlaceholder('fallbackChannelId', 'bigint')} from number),
    used as (insert into ${usageDays} as d (owner_id, user_id, day, channel_id, source, target, client_type, key_id, chars, count)
      select ${userColumns}, (at at time zone ${typedPlaceholder('zone', 'text')})::date, ${typedPlaceholder('channelId', 'bigint')}, ${typedPlaceholder('source', 'text')},
        ${typedPlaceholder('target', 'text')}, ${typedPlaceholder('clientType', 'text')}, coalesce(${keyId}, 0), ${typedPlaceholder('chars', 'bigint')}, 1 from number
      on conflict (owner_id, user_id, day, channel_id, source, target, client_type, key_id) do update set chars = d.chars + excluded.chars, count = d.count + 1)`

const recordStatement = prepareStatement<{ seq: string }>(
  'translation_record',
  sql`with number as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${userColumns}, 'translation', 1, ${typedPlaceholder('now', 'timestamptz')}
      on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning last, at),
    ${recorded}
    select last as seq from number`,
)

const chargeReservedStatement = prepareReservedCharge(recorded)

/**
 * Returns the row's sequence number. Call it in the charging transaction, with the user's account
 * locked.
 */
export async function recordTranslation(
  tx: Db,
  translated: RecordedTranslation,
  zone: string,
  now: Date,
): Promise<number> {
  const [row] = await recordStatement(tx, toRecordValues(translated, zone, now))
  return Number(row!.seq)
}

const toRecordValues = (translated: RecordedTranslation, zone: string, now: Date) => ({
  ...translated,
  keyId: translated.keyId ?? null,
  fallbackChannelId: translated.fallbackChannelId ?? null,
  zone,
  now: now.toISOString(),
})

/** Number of code points; a lone surrogate is one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const isSurrogatePair =
      (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isSurrogatePair) {
      count -= 1
      at += 1
    }
  }
  return count
}
