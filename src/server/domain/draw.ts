/** Paying for a use: from what its user has, and what is missing from the main account, when the owner lets it (2.25). */
import type { Db } from '#server/db/open.ts'
import { hold, post, shortage, type Account, type Entry, type Held, type Units } from '#server/domain/ledger.ts'
import { transfer } from '#server/domain/quota-transfers.ts'

export type Payment = {
  ownerId: string
  userId: string
  cost: Units
  /** A user who runs short draws on the main account. */
  drawsOnMain: boolean
  /** What the user seemed to have a moment ago; it decides only which locks are tried first. */
  seemsEnough: boolean
  /** Writes down, in the same transaction, what was paid for; the row is made from what it tells. */
  record: (tx: Db) => Promise<Pick<Entry, 'logType' | 'about' | 'used'>>
}

const units = ['chars', 'voices', 'images'] as const

/** Thrown to let go of the user's lock, because the main account's has to be taken first. */
class Short extends Error {}

/**
 * All or nothing. The main account is locked only when something has to be drawn from it, so that people who have enough don't wait
 * for each other. Throws Refusal `notEnough`, saying who lacks how much.
 */
export async function pay(db: Db, payment: Payment, now: Date): Promise<void> {
  const mayDraw = payment.drawsOnMain && payment.userId !== payment.ownerId
  if (!mayDraw) return payFromOwn(db, payment, now)
  if (payment.seemsEnough) {
    try {
      return await payFromOwn(db, payment, now, () => new Short())
    } catch (reason) {
      if (!(reason instanceof Short)) throw reason
    }
  }
  return payWithMain(db, payment, now)
}

async function payFromOwn(db: Db, payment: Payment, now: Date, otherwise: typeof shortage | (() => Short) = shortage): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await hold(tx, payment.ownerId, [payment.userId])
    const user = held.get(payment.userId)
    const lacking = units.find((unit) => user[unit] < payment.cost[unit])
    if (lacking) throw otherwise(user, lacking, payment.cost[lacking])
    await finish(tx, held, payment, [], now)
  })
}

async function payWithMain(db: Db, payment: Payment, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await hold(tx, payment.ownerId, [payment.ownerId, payment.userId])
    const [main, user] = [held.get(payment.ownerId), held.get(payment.userId)]
    const missing = missingOf(user, payment.cost)
    const lacking = units.find((unit) => main[unit] < missing[unit])
    if (lacking) throw shortage(user, lacking, payment.cost[lacking])
    const drawn = units.some((unit) => missing[unit] > 0) ? transfer(main, user, missing, 'DISTRIBUTION', {}) : []
    await finish(tx, held, payment, drawn, now)
  })
}

async function finish(tx: Db, held: Held, { userId, cost, record }: Payment, drawn: Entry[], now: Date): Promise<void> {
  const recorded = await record(tx)
  const change = { chars: 0 - cost.chars, voices: 0 - cost.voices, images: 0 - cost.images }
  await post(tx, held, [...drawn, { ...recorded, userId, change }], now)
}

function missingOf(user: Account, cost: Units): Units {
  const missing = (unit: keyof Units) => Math.max(0, cost[unit] - user[unit])
  return { chars: missing('chars'), voices: missing('voices'), images: missing('images') }
}
