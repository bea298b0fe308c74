/** Recovery codes, stored as hashes, each of which replaces a code of the app once. */
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { recoveryCodes } from '#server/features/identity/table.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { businessLimits } from '#contract/business-limits.ts'

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
