/** Single-use recovery codes for a lost authenticator app. */
import { and, count, eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { recoveryCodes } from '#server/platform/db/schema.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'

const length = 12
/** 32 characters that are not mistaken for one another; a code of 12 has 60 random bits. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Replaces all recovery codes. Call it in a transaction. */
export async function replaceRecoveryCodes(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
): Promise<string[]> {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, newCode)
  const marks = await Promise.all(codes.map((code) => markOf(encryption, user, code)))
  await tx.delete(recoveryCodes).where(ofUser(user))
  await tx
    .insert(recoveryCodes)
    .values(marks.map((mark) => ({ ownerId: user.ownerId, userId: user.userId, mark })))
  return codes
}

/** Returns whether the code was valid; only one concurrent caller succeeds. */
export async function useRecoveryCode(
  tx: Db,
  encryption: Encryption,
  user: UserKey,
  typed: string,
): Promise<boolean> {
  const mark = await markOf(encryption, user, typed)
  const used = await tx
    .delete(recoveryCodes)
    .where(and(ofUser(user), eq(recoveryCodes.mark, mark)))
    .returning({ mark: recoveryCodes.mark })
  return used.length > 0
}

export async function countRecoveryCodes(db: Db, user: UserKey): Promise<number> {
  const [counted] = await db.select({ left: count() }).from(recoveryCodes).where(ofUser(user))
  return counted?.left ?? 0
}

export async function deleteRecoveryCodes(tx: Db, user: UserKey): Promise<void> {
  await tx.delete(recoveryCodes).where(ofUser(user))
}

const ofUser = ({ ownerId, userId }: UserKey) =>
  and(eq(recoveryCodes.ownerId, ownerId), eq(recoveryCodes.userId, userId))

const markOf = (encryption: Encryption, { userId }: UserKey, code: string) =>
  encryption.hmac(`recovery:${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** In groups of four: `ABCD-EFGH-JKLM`. */
function newCode(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(length))].map(
    (byte) => signs[byte % signs.length],
  )
  return drawn.join('').replace(/.{4}(?=.)/g, '$&-')
}
