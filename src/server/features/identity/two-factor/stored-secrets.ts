/** Encrypted secrets of two-factor sign-in: enrolled, enabled, used once per code, removed. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { twoFactorSecrets } from '#server/features/identity/table.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import type { EncryptedTexts } from '#server/platform/crypto/secret-keys.ts'

type TwoFactorRow = typeof twoFactorSecrets.$inferSelect
type EnabledRow = TwoFactorRow & { enabledAt: Date }

const isOfUser = ({ ownerId, userId }: UserKey) =>
  and(eq(twoFactorSecrets.ownerId, ownerId), eq(twoFactorSecrets.userId, userId))
/** Binds a secret to its user: it cannot be decrypted as another's. */
const encryptionContext = ({ userId }: UserKey) => `secondStep:${userId}`

/** Undefined if the user never began the enrollment. */
export async function findTwoFactor(db: Db, user: UserKey): Promise<TwoFactorRow | undefined> {
  const [row] = await db.select().from(twoFactorSecrets).where(isOfUser(user))
  return row
}

export const isTwoFactorEnabled = (row: TwoFactorRow | undefined): row is EnabledRow =>
  row !== undefined && row.enabledAt !== null

/** Throws if the secret was encrypted with another server key. */
export async function decryptSecret(
  encryption: Encryption,
  user: UserKey,
  { sealedSecret }: TwoFactorRow,
): Promise<string> {
  const secret = await encryption.decrypt(sealedSecret, encryptionContext(user))
  if (secret === undefined)
    throw new Error(
      `The secret of user ${user.userId} was sealed by another SECRET_KEY than this server has.`,
    )
  return secret
}

const rowsPerPage = 500

/** All stored secrets, for re-encryption with another key. */
export const listEncryptedSecrets: EncryptedTexts = async function* (db) {
  const { ownerId, userId, sealedSecret } = twoFactorSecrets
  for (let last: UserKey | undefined, isEnd = false; !isEnd;) {
    const page: Pick<TwoFactorRow, 'ownerId' | 'userId' | 'sealedSecret'>[] = await db
      .select({ ownerId, userId, sealedSecret })
      .from(twoFactorSecrets)
      .where(
        acrossOwners(
          'encryption anew of all secrets',
          last && sql`(${ownerId}, ${userId}) > (${last.ownerId}::bigint, ${last.userId}::bigint)`,
        ),
      )
      .orderBy(asc(ownerId), asc(userId))
      .limit(rowsPerPage)
    for (const row of page)
      yield {
        encrypted: row.sealedSecret,
        context: encryptionContext(row),
        replace: async (latest) => {
          await db
            .update(twoFactorSecrets)
            .set({ sealedSecret: latest })
            .where(and(isOfUser(row), eq(sealedSecret, row.sealedSecret)))
        },
      }
    last = page.at(-1)
    isEnd = page.length < rowsPerPage
  }
}

/** Stores a pending secret, replacing an earlier pending one. False if two-factor is enabled. */
export async function startEnrollment(
  db: Db,
  encryption: Encryption,
  { ownerId, userId }: UserKey,
  secret: string,
): Promise<boolean> {
  const sealedSecret = await encryption.encrypt(secret, encryptionContext({ ownerId, userId }))
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

/** Enables two-factor with a secret that the user already has, replacing an earlier one. */
export async function replaceSecret(
  tx: Db,
  encryption: Encryption,
  { ownerId, userId }: UserKey,
  secret: string,
  enabledAt: Date,
): Promise<void> {
  const sealedSecret = await encryption.encrypt(secret, encryptionContext({ ownerId, userId }))
  await tx
    .insert(twoFactorSecrets)
    .values({ ownerId, userId, sealedSecret, enabledAt })
    .onConflictDoUpdate({
      target: [twoFactorSecrets.ownerId, twoFactorSecrets.userId],
      set: { sealedSecret, enabledAt, lastStep: 0 },
    })
}

/** False if it is already enabled or was enrolled again meanwhile. */
export async function enableTwoFactor(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
  row: TwoFactorRow,
  { timeStep, now }: { timeStep: number; now: Date },
): Promise<boolean> {
  const updated = await tx
    .update(twoFactorSecrets)
    .set({ enabledAt: now, lastStep: timeStep })
    .where(
      and(
        isOfUser(user),
        isNull(twoFactorSecrets.enabledAt),
        eq(twoFactorSecrets.sealedSecret, row.sealedSecret),
      ),
    )
    .returning({ userId: twoFactorSecrets.userId })
  if (updated.length > 0) return true
  const latest = await findReencryptedRow(tx, encryption, user, row)
  return latest ? enableTwoFactor(tx, encryption, user, latest, { timeStep, now }) : false
}

/**
 * The current row, if it differs from `row` only because its secret was re-encrypted; else
 * undefined.
 */
async function findReencryptedRow(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
  row: TwoFactorRow,
): Promise<TwoFactorRow | undefined> {
  const latest = await findTwoFactor(tx, user)
  if (!latest || latest.sealedSecret === row.sealedSecret) return undefined
  const [previousSecret, latestSecret] = await Promise.all(
    [row, latest].map(({ sealedSecret }) =>
      encryption.decrypt(sealedSecret, encryptionContext(user)),
    ),
  )
  return previousSecret !== undefined && previousSecret === latestSecret ? latest : undefined
}

/** Accepts a code by its time step; false if that step or a later one was used (RFC 6238, 5.2). */
export async function consumeTimeStep(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
  row: TwoFactorRow,
  timeStep: number,
): Promise<boolean> {
  const consumed = await tx
    .update(twoFactorSecrets)
    .set({ lastStep: sql`${timeStep}::bigint` })
    .where(
      and(
        isOfUser(user),
        isNotNull(twoFactorSecrets.enabledAt),
        eq(twoFactorSecrets.sealedSecret, row.sealedSecret),
        lt(twoFactorSecrets.lastStep, timeStep),
      ),
    )
    .returning({ userId: twoFactorSecrets.userId })
  if (consumed.length > 0) return true
  const latest = await findReencryptedRow(tx, encryption, user, row)
  return latest ? consumeTimeStep(tx, encryption, user, latest, timeStep) : false
}

/** Returns whether two-factor was enabled. */
export async function removeTwoFactor(tx: Db, user: UserKey): Promise<boolean> {
  const [deleted] = await tx.delete(twoFactorSecrets).where(isOfUser(user)).returning()
  return isTwoFactorEnabled(deleted)
}
