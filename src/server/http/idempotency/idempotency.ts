/** A call that would do more if it were done again happens once, however often it is sent. */
import type { Written } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { along } from '#server/platform/db/own-connection.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  claim,
  isTaken,
  keep,
  recall,
  refuseOddKey,
  type Wish,
} from '#server/http/idempotency/idempotency-store.ts'
import { Refusal } from '#server/http/errors.ts'

export type Steps = {
  /** Throws Refusal to refuse. */
  work: (tx: Db) => Promise<Written>
  /**
   * What the work answers when it is done, where that is known beforehand: then it is not written
   * down a second time.
   */
  expected: Written | undefined
  refused: (refusal: Refusal) => Written
  /**
   * Whether this refusal is remembered. One that is not has changed nothing, and the same key is
   * judged anew.
   */
  keepsRefusal: () => boolean
}

/**
 * Does the work in one transaction with the memory of it. The same key again repeats the first
 * answer, refusals included, and waits for it while it is being made; another request under that
 * key, and a signature seen before, are refused as `duplicate`. What the work refuses is undone and
 * its refusal remembered, unless there are too many; a bug leaves neither effects nor memory.
 */
export async function once(db: Db, wish: Wish, steps: Steps): Promise<Written> {
  refuseOddKey(wish)
  try {
    return await attempt(db, wish, steps)
  } catch (reason) {
    if (isTaken(reason)) return repeated(db, wish, steps)
    if (!(reason instanceof Refusal)) throw reason
    const refusal = steps.refused(reason)
    return steps.keepsRefusal() ? remember(db, wish, steps, refusal) : refusal
  }
}

/**
 * The claim travels with the first statement of the work, which PostgreSQL does not look at before
 * the claim has succeeded.
 */
function attempt(db: Db, wish: Wish, { work, expected }: Steps): Promise<Written> {
  return transact(db, async (tx) => {
    await along(tx, () => claim(tx, wish, expected))
    const written = await work(tx)
    if (!expected) await along(tx, () => keep(tx, wish, written))
    return written
  })
}

/**
 * A try that overtook this one while its effects were undone is the one that counts: its answer is
 * told instead.
 */
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
  const kept = await recall(db, wish)
  if (kept === 'forgotten') return once(db, wish, steps)
  if (!kept?.answer) throw new Refusal('duplicate')
  return kept.answer
}
