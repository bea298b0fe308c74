/**
 * The second step in the database: begun, turned on by a first code, turned off; and each code of
 * the app taken once.
 */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { Who } from '#server/platform/db/running-numbers.ts'
import { secondSteps } from '#server/platform/db/schema.ts'
import type { Vault } from '#server/platform/crypto/encryption.ts'

type Step = typeof secondSteps.$inferSelect

const ofUser = ({ ownerId, userId }: Who) =>
  and(eq(secondSteps.ownerId, ownerId), eq(secondSteps.userId, userId))
/** A secret of one user does not open as another's. */
const about = ({ userId }: Who) => `secondStep:${userId}`

export async function stepOfUser(db: Db, who: Who): Promise<Step | undefined> {
  const [step] = await db.select().from(secondSteps).where(ofUser(who))
  return step
}

export const isOn = (step: Step | undefined): step is Step =>
  step !== undefined && step.enabledAt !== null

/** Throws where the server has another key than the one that sealed it. */
export async function secretOf(vault: Vault, who: Who, { sealedSecret }: Step): Promise<string> {
  const secret = await vault.open(sealedSecret, about(who))
  if (secret === undefined)
    throw new Error(
      `The secret of user ${who.userId} was sealed by another SECRET_KEY than this server has.`,
    )
  return secret
}

/**
 * Keeps a secret that nothing asks for yet, in place of an earlier such one. False where the second
 * step is on.
 */
export async function beginStep(
  db: Db,
  vault: Vault,
  { ownerId, userId }: Who,
  secret: string,
): Promise<boolean> {
  const sealedSecret = await vault.seal(secret, about({ ownerId, userId }))
  const begun = await db
    .insert(secondSteps)
    .values({ ownerId, userId, sealedSecret })
    .onConflictDoUpdate({
      target: [secondSteps.ownerId, secondSteps.userId],
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(secondSteps.enabledAt),
    })
    .returning({ userId: secondSteps.userId })
  return begun.length > 0
}

/** False where it is on by now, or was begun anew meanwhile. */
export async function turnOn(
  tx: Db,
  who: Who,
  { sealedSecret }: Step,
  code: number,
  now: Date,
): Promise<boolean> {
  const turned = await tx
    .update(secondSteps)
    .set({ enabledAt: now, lastStep: code })
    .where(
      and(ofUser(who), isNull(secondSteps.enabledAt), eq(secondSteps.sealedSecret, sealedSecret)),
    )
    .returning({ userId: secondSteps.userId })
  return turned.length > 0
}

/**
 * Takes a code by its time step; false for one that was taken before, or is older than one that was
 * (RFC 6238, 5.2).
 */
export async function takeCode(
  tx: Db,
  who: Who,
  { sealedSecret }: Step,
  code: number,
): Promise<boolean> {
  const taken = await tx
    .update(secondSteps)
    .set({ lastStep: sql`${code}::bigint` })
    .where(
      and(
        ofUser(who),
        isNotNull(secondSteps.enabledAt),
        eq(secondSteps.sealedSecret, sealedSecret),
        lt(secondSteps.lastStep, code),
      ),
    )
    .returning({ userId: secondSteps.userId })
  return taken.length > 0
}

/** Tells whether there was one that was on. */
export async function dropStep(tx: Db, who: Who): Promise<boolean> {
  const [dropped] = await tx.delete(secondSteps).where(ofUser(who)).returning()
  return isOn(dropped)
}
