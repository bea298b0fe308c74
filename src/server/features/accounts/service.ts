/** Names and e-mail addresses of accounts, and a lock against their cancellation. */
import { and, eq, inArray, isNull, sql, type Column, type SQL, lt } from 'drizzle-orm'
import { unknownUser, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances } from '#server/features/ledger/table.ts'
import { loginNames, users, formerAddresses } from '#server/features/accounts/table.ts'
import * as z from 'zod/mini'
import { Email } from '#contract/vocabulary.ts'
import { ApiError } from '#server/http/errors.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'

/** Login names are case-insensitive. Commands pass what was typed, calls a name in NFC. */
export const normalizeLoginName = (typed: string): string => typed.normalize('NFC').toLowerCase()

/** Whether no account has the login name. */
export async function isNameFree(db: Db, typed: string): Promise<boolean> {
  const rows = await db
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(eq(loginNames.name, normalizeLoginName(typed)))
  return rows.length === 0
}

/**
 * Finds a main account by e-mail or username. Excludes sub-accounts: they have no e-mail address.
 */
export async function findMainAccount(
  db: Db,
  typed: string,
): Promise<{ ownerId: string; userId: string; email: string } | undefined> {
  const { ownerId, userId } = await findUserKey(
    db,
    typed,
    inArray(loginNames.kind, ['email', 'username']),
  )
  const [found] = await db
    .select({ ownerId: users.ownerId, userId: users.userId, email: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
  return found
}

/**
 * The user with a login name. A key without an account if there is none, so that a second look-up
 * follows either way and timing reveals nothing.
 */
export async function findUserKey(db: Db, typed: string, condition?: SQL): Promise<UserKey> {
  const [found] = await db
    .select({ ownerId: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .where(and(eq(loginNames.name, normalizeLoginName(typed)), condition))
  return found ?? unknownUser
}

/** Finds an open account by any login name. Throws ApiError `notFound` with the name. */
export async function getUserKey(db: Db, typed: string): Promise<UserKey> {
  const found = await findUserKey(db, typed.trim())
  if (found === unknownUser)
    throw new ApiError('notFound', {
      reason: { key: 'accountUnknown', values: { account: typed } },
    })
  return found
}

/** Login name of a main account; empty once it was deleted. */
export async function readMainLoginName(db: Db, ownerId: string): Promise<string> {
  const [found] = await db
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  return found?.account ?? ''
}

type UserColumns = Readonly<Record<'ownerId' | 'userId' | 'account' | 'username', Column>>

/**
 * A sub-account's login name, a main account's username, or its masked e-mail. `user` may be an
 * alias of the table.
 */
export const displayName = (user: UserColumns): SQL<string> =>
  sql`case when ${user.userId} <> ${user.ownerId} then ${user.account} else coalesce(${user.username}, left(${user.account}, 1) || '***') end`

/** Addresses are case-insensitive. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Characters that make several or other addresses in a mail header, the ideographic full stop,
 * which acts as a dot in host names, and invisible characters.
 */
const ambiguousCharacters = /[,;:<>()[\]"\\。]|\p{C}/u

/**
 * Also rejects characters that lower-casing or NFKC maps to other letters, such as the Kelvin sign
 * to k (UTR 36, 2.10): a code requested with one would be valid for another mailbox. Throws
 * ApiError `addressRefused`.
 */
export function refuseAmbiguousEmail(email: string): void {
  const typed = email.trim()
  const isPlain =
    typed === typed.normalize('NFKC') &&
    typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === typed.toLowerCase()
  if (!isPlain || ambiguousCharacters.test(typed) || !z.safeParse(Email, typed).success)
    throw new ApiError('addressRefused')
}

/** Providers that ignore dots in the local part. */
const dotIgnoringHosts = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me']
const canonicalHosts: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * Lower case, without a plus suffix, and without dots where the provider ignores them. For
 * comparison only; mail goes to the address as typed.
 */
export function normalizeMailbox(email: string): string {
  const typed = email.normalize('NFKC').trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const host = typed.slice(at + 1)
  const name = typed.slice(0, at).replace(/(?<=.)\+.*/, '')
  return `${dotIgnoringHosts.includes(host) || host in canonicalHosts ? name.replaceAll('.', '') : name}@${canonicalHosts[host] ?? host}`
}

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

/**
 * Takes a share lock on the main account to the end of the transaction, so that it can't be
 * cancelled; share locks don't exclude each other. Call it before taking other locks. Throws
 * ApiError `sessionEnded` if the account is cancelled.
 */
export async function lockActiveAccount(tx: Db, ownerId: string): Promise<void> {
  const [open] = await tx
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId), isNull(balances.closedAt)),
    )
    .for('share')
  if (!open) throw new ApiError('sessionEnded')
}
