/** Codes by mail: sent seldom enough, and good for few enough tries, that guessing one is hopeless (at most fifty tries a day at one in a million). */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { limits, times } from '#contract/limits.ts'
import type { Crypto } from '#server/crypto.ts'
import type { Db } from '#server/db/open.ts'
import { mailCodes } from '#server/db/schema.ts'
import { countWithin } from '#server/domain/throttle.ts'
import type { Call } from '#server/handler.ts'
import { queueMail } from '#server/mail/queue.ts'
import { Refusal } from '#server/refusal.ts'
import { wordsInBoth } from '#server/words.ts'

const most = {
  tries: 5,
  /** Codes to one address: one in a minute (9.2), and few enough in a day; and codes asked for from one place. */
  again: { most: 1, seconds: times.codeResend / 1_000 },
  address: { most: 10, seconds: 86_400 },
  place: { most: 50, seconds: 86_400 },
}

/** Mails a new code, in place of an earlier one. Throws Refusal `tooManyRequests`. */
export async function sendCode({ db, crypto, clock, ip }: Call, email: string): Promise<void> {
  const now = clock()
  const address = asAddress(email)
  const key = crypto.sha256(address)
  await countWithin(db, `code:again:${key}`, most.again, now)
  await countWithin(db, `code:address:${key}`, most.address, now)
  await countWithin(db, `code:place:${ip}`, most.place, now)
  const code = newCode(crypto)
  const salt = crypto.random(16)
  const fresh = { salt, codeHash: hashOf(crypto, salt, code), tries: 0, expiresAt: new Date(now.getTime() + times.codeValid) }
  await db.transaction(async (tx) => {
    await tx
      .insert(mailCodes)
      .values({ email: address, ...fresh })
      .onConflictDoUpdate({ target: mailCodes.email, set: fresh })
    await queueMail(tx, { to: email.trim(), words: wordsInBoth('code', { code, minutes: times.codeValid / 60_000 }) }, now)
  })
}

/** Takes one try, whatever comes of it. Throws Refusal `invalid` for a code that is wrong, too old, or tried too often. */
export async function checkCode({ db, crypto, clock }: Pick<Call, 'db' | 'crypto' | 'clock'>, email: string, code: string): Promise<void> {
  const [sent] = await db
    .update(mailCodes)
    .set({ tries: sql`${mailCodes.tries} + 1` })
    .where(and(eq(mailCodes.email, asAddress(email)), gt(mailCodes.expiresAt, clock()), lt(mailCodes.tries, most.tries)))
    .returning({ salt: mailCodes.salt, codeHash: mailCodes.codeHash })
  if (!sent || !crypto.same(sent.codeHash, hashOf(crypto, sent.salt, code.trim()))) throw wrongCode()
}

/** Uses the code up, in the transaction that does what it was sent for: of many that do it at once, one can. Throws Refusal `invalid`. */
export async function useCode(tx: Db, email: string): Promise<void> {
  const used = await tx
    .delete(mailCodes)
    .where(eq(mailCodes.email, asAddress(email)))
    .returning({ email: mailCodes.email })
  if (used.length === 0) throw wrongCode()
}

export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.delete(mailCodes).where(lt(mailCodes.expiresAt, now))
}

const asAddress = (email: string) => email.trim().toLowerCase()
const hashOf = (crypto: Crypto, salt: string, code: string) => crypto.sha256(`${salt}:${code}`)
const wrongCode = () => new Refusal('invalid', { because: { reason: 'wrongCode', values: {} } })

/** Every code is as likely as any other: numbers beyond the last whole round are thrown again. */
function newCode(crypto: Crypto): string {
  const codes = 10 ** limits.vcode.digits
  const drawn = Number.parseInt(crypto.sha256(crypto.random(32)).slice(0, 12), 16)
  return drawn < Math.floor(2 ** 48 / codes) * codes ? String(drawn % codes).padStart(limits.vcode.digits, '0') : newCode(crypto)
}
