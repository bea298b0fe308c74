/** The ledger: the only code that changes a balance. Each change leaves a row that tells before and after. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { accountLogOf, takeNumbers } from '#server/db/running-numbers.ts'
import { accountLog, balances } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

type LogRow = typeof accountLog.$inferInsert
type Balance = typeof balances.$inferSelect
/** Whole characters, voice and image units. */
export type Units = { chars: number; voices: number; images: number }

/** One change of one balance: what is added, or taken when negative, and what the row tells besides. */
export type Entry = {
  userId: string
  logType: LogRow['logType']
  change: Units
  about: Partial<Pick<LogRow, 'managerId' | 'managerName' | 'parentName' | 'childName' | 'transferId'>>
}

/** Balances under lock until the transaction ends: only what is held can be changed. */
export class Held {
  readonly ownerId: string
  readonly balances: ReadonlyMap<string, Balance>

  constructor(ownerId: string, rows: readonly Balance[]) {
    this.ownerId = ownerId
    this.balances = new Map(rows.map((row) => [row.userId, row]))
  }
}

/**
 * Locks the balances of a main account and of those named under it, always the main account's first and then by rising id,
 * so that two transactions can't wait for each other. Whoever changes a balance and something else locks here first.
 */
export async function holdBalances(tx: Db, ownerId: string, userIds: readonly string[]): Promise<Held> {
  const rows = await tx
    .select()
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), inArray(balances.userId, [ownerId, ...userIds])))
    .orderBy(sql`${balances.userId} <> ${balances.ownerId}`, balances.userId)
    .for('update')
  return new Held(ownerId, rows)
}

/**
 * Makes the changes in their order, all or none, and writes a row for each. `held` is used up by it.
 * Throws Refusal `notEnough` when one would leave less than nothing.
 */
export async function post(tx: Db, held: Held, entries: readonly Entry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  const rows = chained(held, entries)
  await changeBalances(tx, held.ownerId, entries)
  const numbered = await numberRows(tx, rows, now)
  for (let first = 0; first < numbered.length; first += rowsPerInsert) {
    await tx.insert(accountLog).values(numbered.slice(first, first + rowsPerInsert))
  }
}

/** PostgreSQL takes 65,535 values in one statement. */
const rowsPerInsert = 500

type Chained = Omit<LogRow, 'seq' | 'typeSeq' | 'at'>

/** Each row begins where the one before it, of the same user, ended. */
function chained({ ownerId, balances }: Held, entries: readonly Entry[]): Chained[] {
  const current = new Map(balances)
  return entries.map(({ userId, logType, change, about }) => {
    const before = current.get(userId)
    if (!before) throw new Error(`The balance of ${userId} is not held.`)
    const last = { ...before, ...add(before, change) }
    if (Math.min(last.chars, last.voices, last.images) < 0) throw new Refusal('notEnough')
    current.set(userId, last)
    return {
      ...about,
      ...{ ownerId, userId, logType, charChange: change.chars, voiceChange: change.voices, imageChange: change.images },
      ...{ beforeChars: before.chars, beforeVoices: before.voices, beforeImages: before.images, beforeExpiresAt: before.expiresAt },
      ...{ lastChars: last.chars, lastVoices: last.voices, lastImages: last.images, lastExpiresAt: last.expiresAt },
    }
  })
}

const add = (a: Units, b: Units): Units => ({ chars: a.chars + b.chars, voices: a.voices + b.voices, images: a.images + b.images })

async function changeBalances(tx: Db, ownerId: string, entries: readonly Entry[]): Promise<void> {
  const sums = new Map<string, Units>()
  for (const { userId, change } of entries) sums.set(userId, add(sums.get(userId) ?? { chars: 0, voices: 0, images: 0 }, change))
  const changes = [...sums].map(([userId, by]) => sql`(${userId}::bigint, ${by.chars}::bigint, ${by.voices}::bigint, ${by.images}::bigint)`)
  const { rows } = await tx.execute(sql`
    update ${balances} b set chars = b.chars + v.chars, voices = b.voices + v.voices, images = b.images + v.images
    from (values ${sql.join(changes, sql`, `)}) as v (user_id, chars, voices, images)
    where b.owner_id = ${ownerId}::bigint and b.user_id = v.user_id
      and b.chars + v.chars >= 0 and b.voices + v.voices >= 0 and b.images + v.images >= 0
    returning b.user_id`)
  if (rows.length !== sums.size) throw new Refusal('notEnough')
}

async function numberRows(tx: Db, rows: readonly Chained[], now: Date): Promise<LogRow[]> {
  const counters = new Map<string, { ownerId: string; userId: string; log: string; count: number }>()
  for (const { ownerId, userId, logType } of rows) {
    for (const log of ['account', accountLogOf(logType)]) {
      const counter = counters.get(`${userId} ${log}`) ?? { ownerId, userId, log, count: 0 }
      counters.set(`${userId} ${log}`, { ...counter, count: counter.count + 1 })
    }
  }
  const taken = await takeNumbers(tx, [...counters.values()], now)
  const next = new Map(taken.map(({ userId, log, seq, at }) => [`${userId} ${log}`, { seq: seq - counters.get(`${userId} ${log}`)!.count + 1, at }]))
  return rows.map((row) => {
    const [all, ofType] = [next.get(`${row.userId} account`)!, next.get(`${row.userId} ${accountLogOf(row.logType)}`)!]
    return { ...row, seq: all.seq++, typeSeq: ofType.seq++, at: all.at }
  })
}
