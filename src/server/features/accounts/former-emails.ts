/** Addresses of cancelled accounts, which get no second trial. */
import { inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { formerAddresses } from '#server/features/accounts/table.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { normalizeMailbox } from '#server/features/accounts/emails.ts'

/** Milliseconds. */
const formerEmailPeriod = businessLimits.formerEmail.days * 86_400_000

/**
 * Text whose keyed hash is stored, which is not reversible without the key; the key is not in the
 * database.
 */
const formerEmailText = (email: string) => `had an account: ${normalizeMailbox(email)}`

/** Whether an account of this mailbox was cancelled within a year: no second trial or reward. */
export async function isFormerEmail(
  db: Db,
  encryption: Encryption,
  email: string,
): Promise<boolean> {
  return (
    (await db.$count(
      formerAddresses,
      inArray(formerAddresses.hash, await encryption.hmacs(formerEmailText(email))),
    )) > 0
  )
}

/**
 * Starts the period anew. The mailbox may register again, but gets no second trial and no second
 * invitation reward (spec 1.6, 9.9).
 */
export async function recordFormerEmail(
  tx: Db,
  encryption: Encryption,
  email: string,
  now: Date,
): Promise<void> {
  const hash = await encryption.hmac(formerEmailText(email))
  await tx
    .insert(formerAddresses)
    .values({ hash, at: now })
    .onConflictDoUpdate({ target: formerAddresses.hash, set: { at: now } })
}

export async function deleteExpiredFormerEmails(db: Db, now: Date): Promise<void> {
  await db
    .delete(formerAddresses)
    .where(lt(formerAddresses.at, new Date(now.getTime() - formerEmailPeriod)))
}
