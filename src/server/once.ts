/** A call that moves money or quota happens once, however often it is sent. */
import { and, eq, lt } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Written } from '#server/answer.ts'
import type { Db } from '#server/db/open.ts'
import { idempotency, seenSignatures } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import type { Me } from '#server/sessions/me.ts'

export type Wish = {
  me: Me
  /** The caller's name for what it wants, the same on every try; absent when the caller gives none. */
  key: string | undefined
  /** Of method, path and body. */
  requestHash: string
  now: Date
}

/** Longer keys are refused. */
const longestKey = 255

/**
 * Does `work` in one transaction with the memory of it. The same key again repeats the first answer, refusals included, and waits
 * for it while it is being made; another request under that key, and a signature seen before, are refused as `duplicate`.
 * A bug leaves neither effects nor memory.
 */
export function once(db: Db, wish: Wish, work: (tx: Db) => Promise<Written>): Promise<Written> {
  if (wish.key !== undefined && wish.key.length > longestKey) throw new Refusal('invalid')
  return db.transaction(async (tx) => {
    const first = await firstAnswer(tx, wish)
    if (first) return first
    await useUpSignature(tx, wish)
    const written = await work(tx)
    await keepAnswer(tx, wish, written)
    return written
  })
}

/** Claims the key, or finds what it was answered. Whoever claims the same key meanwhile waits here until this transaction ends. */
async function firstAnswer(tx: Db, { me: { ownerId, userId }, key, requestHash, now }: Wish): Promise<Written | undefined> {
  if (key === undefined) return undefined
  const fresh = { requestHash, status: null, answer: null, at: now }
  const claimed = await tx
    .insert(idempotency)
    .values({ ownerId, userId, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotency.ownerId, idempotency.userId, idempotency.key],
      set: fresh,
      setWhere: lt(idempotency.at, new Date(now.getTime() - times.idempotency)),
    })
    .returning({ key: idempotency.key })
  if (claimed.length > 0) return undefined
  const [kept] = await tx.select().from(idempotency).where(keyOf({ ownerId, userId, key }))
  if (!kept?.answer || !kept.status || kept.requestHash !== requestHash) throw new Refusal('duplicate')
  return { status: kept.status, body: kept.answer }
}

async function useUpSignature(tx: Db, { me: { ownerId, userId, sign }, now }: Wish): Promise<void> {
  const unseen = await tx
    .insert(seenSignatures)
    .values({ ownerId, userId, sign, at: now })
    .onConflictDoNothing()
    .returning({ sign: seenSignatures.sign })
  if (unseen.length === 0) throw new Refusal('duplicate')
}

async function keepAnswer(tx: Db, { me: { ownerId, userId }, key }: Wish, { status, body }: Written): Promise<void> {
  if (key !== undefined) await tx.update(idempotency).set({ status, answer: body }).where(keyOf({ ownerId, userId, key }))
}

const keyOf = ({ ownerId, userId, key }: { ownerId: string; userId: string; key: string }) =>
  and(eq(idempotency.ownerId, ownerId), eq(idempotency.userId, userId), eq(idempotency.key, key))

/** Forgets answers after a day, and signatures when their time stamp is refused anyway. */
export async function sweepMemory(db: Db, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.at, new Date(now.getTime() - times.idempotency)))
  await db.delete(seenSignatures).where(lt(seenSignatures.at, new Date(now.getTime() - 3 * times.signatureWindow)))
}
