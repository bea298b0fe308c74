/** Two-factor state in the database: enrollment, enabling, disabling and code replay protection. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { twoFactorSecrets } from '#server/platform/db/schema.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'

type Step = typeof twoFactorSecrets.$inferSelect

const ofUser = ({ ownerId, userId }: UserKey) =>
  and(eq(twoFactorSecrets.ownerId, ownerId), eq(twoFactorSecrets.userId, userId))
/** Binds a secret to its user: it cannot be decrypted as another's. */
const about = ({ userId }: UserKey) => `secondStep:${userId}`

export async function twoFactorOf(db: Db, user: UserKey): Promise<Step | undefined> {
  const [step] = await db.select().from(twoFactorSecrets).where(ofUser(user))
  return step
}

export const isTwoFactorEnabled = (step: Step | undefined): step is Step =>
  step !== undefined && step.enabledAt !== null

/** Throws if the secret was encrypted with another server key. */
export async function secretOf(
  encryption: Encryption,
  user: UserKey,
  { sealedSecret }: Step,
): Promise<string> {
  const secret = await encryption.open(sealedSecret, about(user))
  if (secret === undefined)
    throw new Error(
      `The secret of user ${user.userId} was sealed by another SECRET_KEY than this server has.`,
    )
  return secret
}

/** Stores a pending secret, replacing an earlier pending one. False if two-factor is enabled. */
export async function startEnrollment(
  db: Db,
  encryption: Encryption,
  { ownerId, userId }: UserKey,
  secret: string,
): Promise<boolean> {
  const sealedSecret = await encryption.encrypt(secret, about({ ownerId, userId }))
  const begun = await db
    .insert(twoFactorSecrets)
    .values({ ownerId, userId, sealedSecret })
    .onConflictDoUpdate({
      target: [twoFactorSecrets.ownerId, twoFactorSecrets.userId],
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(twoFactorSecrets.enabledAt),
    })
    .returning({ userId: twoFactorSecrets.userId })
  return begun.length > 0
}

/** False if it is already enabled or was enrolled again meanwhile. */
export async function enableTwoFactor(
  tx: Db,
  user: UserKey,
  { sealedSecret }: Step,
  code: number,
  now: Date,
): Promise<boolean> {
  const turned = await tx
    .update(twoFactorSecrets)
    .set({ enabledAt: now, lastStep: code })
    .where(
      and(
        ofUser(user),
        isNull(twoFactorSecrets.enabledAt),
        eq(twoFactorSecrets.sealedSecret, sealedSecret),
      ),
    )
    .returning({ userId: twoFactorSecrets.userId })
  return turned.length > 0
}

/** Accepts a code by its time step; false if that step or a later one was used (RFC 6238, 5.2). */
export async function consumeCode(
  tx: Db,
  user: UserKey,
  { sealedSecret }: Step,
  code: number,
): Promise<boolean> {
  const taken = await tx
    .update(twoFactorSecrets)
    .set({ lastStep: sql`${code}::bigint` })
    .where(
      and(
        ofUser(user),
        isNotNull(twoFactorSecrets.enabledAt),
        eq(twoFactorSecrets.sealedSecret, sealedSecret),
        lt(twoFactorSecrets.lastStep, code),
      ),
    )
    .returning({ userId: twoFactorSecrets.userId })
  return taken.length > 0
}

/** Returns whether two-factor was enabled. */
export async function removeTwoFactor(tx: Db, user: UserKey): Promise<boolean> {
  const [dropped] = await tx.delete(twoFactorSecrets).where(ofUser(user)).returning()
  return isTwoFactorEnabled(dropped)
}
