/** A call that moves money or quota happens once, however often it is sent. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Written } from '#server/answer.ts'
import type { Db } from '#server/db/open.ts'
import { along } from '#server/db/own-connection.ts'
import { idempotency, seenSignatures } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { transact } from '#server/db/transact.ts'
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

export type Steps = {
  /** Throws Refusal to refuse. */
  work: (tx: Db) => Promise<Written>
  /** What the work answers when it is done, where that is known beforehand: then it is not written down a second time. */
  expected: Written | undefined
  refused: (refusal: Refusal) => Written
}

/** Longer keys are refused. */
const longestKey = 255

/**
 * Does the work in one transaction with the memory of it. The same key again repeats the first answer, refusals included, and waits
 * for it while it is being made; another request under that key, and a signature seen before, are refused as `duplicate`.
 * What the work refuses is undone and its refusal remembered; a bug leaves neither effects nor memory.
 */
export async function once(db: Db, wish: Wish, steps: Steps): Promise<Written> {
  if (wish.key !== undefined && wish.key.length > longestKey) throw new Refusal('invalid')
  try {
    return await attempt(db, wish, steps)
  } catch (reason) {
    if (isTaken(reason)) return repeated(db, wish, steps)
    if (!(reason instanceof Refusal)) throw reason
    return remember(db, wish, steps, steps.refused(reason))
  }
}

/** The claim travels with the first statement of the work, which PostgreSQL does not look at before the claim has succeeded. */
function attempt(db: Db, wish: Wish, { work, expected }: Steps): Promise<Written> {
  return transact(db, async (tx) => {
    await along(tx, () => claim(tx, wish, expected))
    const written = await work(tx)
    if (!expected) await along(tx, () => keep(tx, wish, written))
    return written
  })
}

/** A try that overtook this one while its effects were undone is the one that counts: its answer is told instead. */
async function remember(db: Db, wish: Wish, steps: Steps, refusal: Written): Promise<Written> {
  try {
    return await attempt(db, wish, { ...steps, work: async () => refusal, expected: refusal })
  } catch (reason) {
    if (isTaken(reason)) return repeated(db, wish, steps)
    throw reason
  }
}

/** The answer that the key had before. Throws Refusal `duplicate` when there is none to repeat. */
async function repeated(db: Db, wish: Wish, steps: Steps): Promise<Written> {
  const { me, key, requestHash, now } = wish
  if (key === undefined) throw new Refusal('duplicate')
  const mine = and(eq(idempotency.ownerId, me.ownerId), eq(idempotency.userId, me.userId), eq(idempotency.key, key))
  const forgotten = await db
    .delete(idempotency)
    .where(and(mine, lt(idempotency.at, new Date(now.getTime() - times.idempotency))))
    .returning({ key: idempotency.key })
  if (forgotten.length > 0) return once(db, wish, steps)
  const [kept] = await db.select().from(idempotency).where(mine)
  if (!kept?.answer || !kept.status || kept.requestHash !== requestHash) throw new Refusal('duplicate')
  return { status: kept.status, body: kept.answer }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const whose = sql`${value('ownerId', 'bigint')}, ${value('userId', 'bigint')}`

/** Fails where the key or the signature is taken, after waiting for whoever is just taking it. */
const claimStatement = statement<object>(
  'once_claim',
  sql`with keyed as (insert into ${idempotency} (owner_id, user_id, key, request_hash, status, answer, at)
      select ${whose}, ${value('key', 'text')}, ${value('requestHash', 'text')}, ${value('status', 'int')}, ${value('answer', 'text')}, ${value('now', 'timestamptz')}
      where ${value('key', 'text')} is not null)
    insert into ${seenSignatures} (owner_id, user_id, sign, at) select ${whose}, ${value('sign', 'text')}, ${value('now', 'timestamptz')}`,
)

const claim = (tx: Db, { me: { ownerId, userId, sign }, key, requestHash, now }: Wish, expected: Written | undefined) =>
  claimStatement(tx, {
    ownerId,
    userId,
    sign,
    key: key ?? null,
    requestHash,
    now: now.toISOString(),
    status: expected?.status ?? null,
    answer: expected?.body ?? null,
  })

const keepStatement = statement<object>(
  'once_keep',
  sql`update ${idempotency} set status = ${value('status', 'int')}, answer = ${value('answer', 'text')}
    where (owner_id, user_id) = (${whose}) and key = ${value('key', 'text')}`,
)

async function keep(tx: Db, { me: { ownerId, userId }, key }: Wish, { status, body }: Written): Promise<void> {
  if (key !== undefined) await keepStatement(tx, { ownerId, userId, key, status, answer: body })
}

/** PostgreSQL's code for a key that exists; the query builder hands on the driver's error as a cause. */
function isTaken(reason: unknown): boolean {
  const told = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  const { code, table } = told as { code?: string; table?: string }
  return code === '23505' && (table === 'idempotency' || table === 'seen_signatures')
}

/** Forgets answers after a day, and signatures when their time stamp is refused anyway. */
export async function sweepMemory(db: Db, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.at, new Date(now.getTime() - times.idempotency)))
  await db.delete(seenSignatures).where(lt(seenSignatures.at, new Date(now.getTime() - 3 * times.signatureWindow)))
}
