/**
 * Recovery codes for when the app is lost, each good once. Of 60 random bits, so nobody needs
 * to be held off from guessing them.
 */
import { and, count, eq } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { recoveryCodes } from '#server/platform/db/schema.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'

const length = 12
/** 32 signs that are not taken for one another. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Puts new ones in the place of all that there were. Call it in a transaction. */
export async function replaceRecoveryCodes(
  tx: Db,
  vault: Encryption,
  who: UserKey,
): Promise<string[]> {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, newCode)
  const marks = await Promise.all(codes.map((code) => markOf(vault, who, code)))
  await tx.delete(recoveryCodes).where(ofUser(who))
  await tx
    .insert(recoveryCodes)
    .values(marks.map((mark) => ({ ownerId: who.ownerId, userId: who.userId, mark })))
  return codes
}

/** Of many that use one at the same time, one can. */
export async function useRecoveryCode(
  tx: Db,
  vault: Encryption,
  who: UserKey,
  typed: string,
): Promise<boolean> {
  const mark = await markOf(vault, who, typed)
  const used = await tx
    .delete(recoveryCodes)
    .where(and(ofUser(who), eq(recoveryCodes.mark, mark)))
    .returning({ mark: recoveryCodes.mark })
  return used.length > 0
}

export async function countRecoveryCodes(db: Db, who: UserKey): Promise<number> {
  const [counted] = await db.select({ left: count() }).from(recoveryCodes).where(ofUser(who))
  return counted?.left ?? 0
}

export async function deleteRecoveryCodes(tx: Db, who: UserKey): Promise<void> {
  await tx.delete(recoveryCodes).where(ofUser(who))
}

const ofUser = ({ ownerId, userId }: UserKey) =>
  and(eq(recoveryCodes.ownerId, ownerId), eq(recoveryCodes.userId, userId))

const markOf = (vault: Encryption, { userId }: UserKey, code: string) =>
  vault.hmac(`recovery:${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** In groups of four, as `ABCD-EFGH-JKLM`. */
function newCode(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(length))].map(
    (byte) => signs[byte % signs.length],
  )
  return drawn.join('').replace(/.{4}(?=.)/g, '$&-')
}
