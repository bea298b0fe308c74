/** Two-factor secrets, time-based codes and recovery codes of a user. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { twoFactorSecrets, recoveryCodes } from '#server/features/identity/table.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import type { EncryptedTexts } from '#server/platform/crypto/secret-keys.ts'
import { Secret, TOTP } from 'otpauth'
import { businessLimits } from '#contract/business-limits.ts'

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

const periodSeconds = 30
const { digits } = businessLimits.twoFactor
/** 160 bits (RFC 4226, 4). */
const secretBytes = 20
/** RFC 6238, 5.2: accepts one step before and after, for clock drift and slow typing. */
const acceptedSteps = 1

/** TOTP (RFC 6238) with SHA-1 and 30 seconds, which every authenticator app supports. */
export const createSecret = (): string => new Secret({ size: secretBytes }).base32

/** The otpauth URI of the QR code. */
export const createOtpauthUri = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => new TOTP({ secret, issuer, label, digits, period: periodSeconds }).toString()

export const isAppCode = (typed: string): boolean => typed.length === digits && /^\d+$/.test(typed)

/** Time step of a code; undefined if wrong. Compares in constant time. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, digits, period: periodSeconds }).validate({
    token: code,
    timestamp,
    window: acceptedSteps,
  })
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta
}

const codeLength = 12
/** 32 characters that are not mistaken for one another; a code of 12 has 60 random bits. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Replaces all recovery codes. Call it in a transaction. */
export async function replaceRecoveryCodes(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
): Promise<string[]> {
  const codes = Array.from({ length: businessLimits.twoFactor.recoveryCodes }, createRecoveryCode)
  const marks = await Promise.all(codes.map((code) => encryption.hmac(toHashedText(user, code))))
  await tx.delete(recoveryCodes).where(isCodeOfUser(user))
  await tx
    .insert(recoveryCodes)
    .values(marks.map((mark) => ({ ownerId: user.ownerId, userId: user.userId, mark })))
  return codes
}

/** Returns whether the code was valid; only one concurrent caller succeeds. */
export async function consumeRecoveryCode(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
  typed: string,
): Promise<boolean> {
  const marks = await encryption.hmacs(toHashedText(user, typed))
  const used = await tx
    .delete(recoveryCodes)
    .where(and(isCodeOfUser(user), inArray(recoveryCodes.mark, marks)))
    .returning({ mark: recoveryCodes.mark })
  return used.length > 0
}

export async function countRecoveryCodes(db: Db, user: UserKey): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(isCodeOfUser(user))
  return counted?.count ?? 0
}

export async function deleteRecoveryCodes(tx: Db, user: UserKey): Promise<void> {
  await tx.delete(recoveryCodes).where(isCodeOfUser(user))
}

const isCodeOfUser = ({ ownerId, userId }: UserKey) =>
  and(eq(recoveryCodes.ownerId, ownerId), eq(recoveryCodes.userId, userId))

const toHashedText = ({ userId }: UserKey, code: string) =>
  `recovery:${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`

/** In groups of four: `ABCD-EFGH-JKLM`. */
function createRecoveryCode(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(codeLength))].map(
    (byte) => codeAlphabet[byte % codeAlphabet.length],
  )
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}
