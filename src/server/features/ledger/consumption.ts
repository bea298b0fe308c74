/** Charges translations, voice units and images in the transaction that records them. */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { debit } from '#server/features/ledger/debit.ts'
import { countUsed, nothing, type Entry, type Units } from '#server/features/ledger/service.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import {
  membershipOf,
  refuseExpired,
  type Membership,
} from '#server/features/packages/membership.ts'
import {
  releaseAndLock,
  type Converted,
  type Reservation,
} from '#server/features/ledger/reservations.ts'
import {
  recordTranslation,
  type Translated,
} from '#server/features/translation/translation-record.ts'

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
    also?: (tx: Db, charged: Charged) => Promise<void>
  }
/** Characters deducted per item: zero when billed by time. */
export type Charged = { mode: 'char' | 'time'; items: Required<Item>[] }
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
    const due = (of: readonly Required<Item>[]) => ({
      cost: { ...nothing, chars: sumOf(of) },
      record: async (tx: Db) => {
        const made: Omit<Entry, 'userId'>[] = []
        for (const item of of) made.push(rowOf(uses, item, await record(tx, item)))
        return made
      },
      also: async (tx: Db) => {
        charged = { mode, items: [...of] }
        await uses.also?.(tx, charged)
      },
    })
    const first = due(items)
    const converted = ({ was, is }: Converted) =>
      due(
        items.map((item) => ({
          ...item,
          chars: was === 0 ? item.chars : Math.floor((item.chars * is) / was),
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
    await uses.also?.(tx, charged)
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
