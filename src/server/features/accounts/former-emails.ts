/** Keyed hashes of cancelled accounts’ e-mails, for a year: no second trial or reward. */
import { eq, lt } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formerAddresses } from '#server/schema.ts'
import { mailboxOf } from '#server/features/accounts/mailbox.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'

const stored = limits.formerEmail.days * 86_400_000

/** Not reversible without the key, which is not in the database. Hashes the normalized mailbox. */
const hashOf = (encryption: Encryption, email: string) =>
  encryption.hmac(`had an account: ${mailboxOf(email)}`)

export async function isFormerEmail(
  db: Db,
  encryption: Encryption,
  email: string,
): Promise<boolean> {
  return (
    (await db.$count(formerAddresses, eq(formerAddresses.hash, await hashOf(encryption, email)))) >
    0
  )
}

/**
 * Starts the period anew. The mailbox may register again, but gets no second trial and no second
 * invitation reward (1.6, 9.9).
 */
export async function recordFormerEmail(
  tx: Db,
  encryption: Encryption,
  email: string,
  now: Date,
): Promise<void> {
  const hash = await hashOf(encryption, email)
  await tx
    .insert(formerAddresses)
    .values({ hash, at: now })
    .onConflictDoUpdate({ target: formerAddresses.hash, set: { at: now } })
}

export async function deleteExpiredFormerEmails(db: Db, now: Date): Promise<void> {
  await db.delete(formerAddresses).where(lt(formerAddresses.at, new Date(now.getTime() - stored)))
}
