/** Using what one has: translations, voice and image units, each charged in the transaction that writes it down. */
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { balances, memberGroups, users } from '#server/db/schema.ts'
import { pay } from '#server/domain/draw.ts'
import { countUsed, nothing, type Units } from '#server/domain/ledger.ts'
import { recordTranslation, type Translated } from '#server/domain/translation-record.ts'
import { Refusal } from '#server/refusal.ts'

export type Who = { ownerId: string; userId: string }
/** `chars`: code points of the source text. The business time zone says which day it counts for. */
export type Use = Who & Omit<Translated, 'mode' | 'channelId' | 'ownerId' | 'userId'> & { configId?: string }
type UnitUse = Who & { ip: string } & ({ voices: number } | { images: number })

/**
 * Charges a translation that succeeded: by characters from the balance, by time nothing but the counting. Tells what was deducted how.
 * Throws Refusal `notEnough`.
 */
export async function chargeTranslation(
  db: Db,
  { configId, ...use }: Use,
  zone: string,
  now: Date,
): Promise<{ mode: 'char' | 'time'; channelId: string }> {
  const membership = await membershipOf(db, use)
  const { mode, channelId } = membership
  refuseExpired(membership, now)
  const record = (tx: Db) => recordTranslation(tx, { ...use, mode, channelId }, zone, now)
  if (mode === 'time') {
    await db.transaction(async (tx) => {
      await countUsed(tx, use, use.chars)
      await record(tx)
    })
    return { mode, channelId }
  }
  await pay(
    db,
    {
      ...payerOf(use, membership, { ...nothing, chars: use.chars }),
      record: async (tx) => {
        const seq = await record(tx)
        const about = {
          consumeTranslationSeq: seq,
          consumeChannelId: channelId,
          consumerIp: use.ip,
          ...(configId === undefined ? {} : { consumeConfigId: configId }),
        }
        return { logType: 'TRANSLATION_CONSUME', used: use.chars, about }
      },
    },
    now,
  )
  return { mode, channelId }
}

/** Charges voice or image units. Throws Refusal `notEnough`. */
export async function chargeUnits(db: Db, use: UnitUse, now: Date): Promise<void> {
  const membership = await membershipOf(db, use)
  const cost = 'voices' in use ? { ...nothing, voices: use.voices } : { ...nothing, images: use.images }
  const about = { consumeChannelId: membership.channelId, consumerIp: use.ip }
  const logType = 'voices' in use ? 'VOICE_CONSUME' : 'OTHER'
  await pay(db, { ...payerOf(use, membership, cost), record: async () => ({ logType, about }) }, now)
}

type Membership = Awaited<ReturnType<typeof membershipOf>>

const mains = alias(users, 'mains')
const mainBalances = alias(balances, 'main_balances')

/** What a user translates by: the main account's package, channel and expiry, and what the user has at the moment. */
async function membershipOf(db: Db, { ownerId, userId }: Who) {
  const [found] = await db
    .select({
      mode: memberGroups.billingMode,
      channelId: mains.channelId,
      auto: mains.autoDistribution,
      name: mains.username,
      expiresAt: mainBalances.expiresAt,
      chars: balances.chars,
      voices: balances.voices,
      images: balances.images,
    })
    .from(balances)
    .innerJoin(mains, and(eq(mains.ownerId, balances.ownerId), eq(mains.userId, balances.ownerId)))
    .innerJoin(memberGroups, eq(memberGroups.id, mains.memberGroupId))
    .innerJoin(mainBalances, and(eq(mainBalances.ownerId, balances.ownerId), eq(mainBalances.userId, balances.ownerId)))
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
  if (!found?.channelId) throw new Refusal('notFound')
  return { ...found, channelId: found.channelId }
}

/** Trial characters end with a day, and so does a membership by time; without a day a membership by time was never bought. */
function refuseExpired({ mode, expiresAt, name }: Membership, now: Date): void {
  const over = expiresAt === null ? mode === 'time' : expiresAt <= now
  if (over) throw new Refusal('notEnough', { because: { reason: 'expired', values: { who: name ?? '' } } })
}

function payerOf({ ownerId, userId }: Who, { auto, chars, voices, images }: Membership, cost: Units) {
  const seemsEnough = chars >= cost.chars && voices >= cost.voices && images >= cost.images
  return { ownerId, userId, cost, drawsOnMain: auto, seemsEnough }
}
