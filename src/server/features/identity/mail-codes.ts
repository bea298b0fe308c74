/** Verification codes by mail, with few attempts, so that none is found by trying. */
import { eq, lt, sql } from 'drizzle-orm'
import { limits, times } from '#contract/limits.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import { mailCodes } from '#server/features/identity/table.ts'
import {
  normalizeEmail,
  normalizeMailbox,
  refuseAmbiguousEmail,
} from '#server/features/accounts/index.ts'
import { clientNetworks, userNetwork } from '#server/platform/client-network.ts'
import {
  createNetworkCounters,
  acquireSlots,
  tryAcquireSlot,
  acquireSlot,
  incrementCounters,
  incrementWithinLimit,
  clearAttempts,
  decrementCounters,
} from '#server/http/limits/rate-limits.ts'
import { errorFields } from '#server/platform/log.ts'
import type { Call } from '#server/http/handler.ts'
import { AddressRefused, composeMail } from '#server/platform/mail/mail.ts'
import { ApiError } from '#server/http/errors.ts'
import { formatBilingual } from '#server/platform/messages.ts'

const codeLimits = {
  /** Attempts at one code; of these, from networks other than the requesting one. */
  tries: 5,
  triesElsewhere: 2,
  /**
   * Wrong codes per network: as many as two codes allow, so that no stranger exhausts the attempts
   * of every code that an owner requests.
   */
  wrongCodes: { max: 10, seconds: times.codeLifetime / 1_000 },
  /**
   * Codes per address: one a minute (spec 9.2) and 6 a day, plus 4 a day reserved for requests from
   * a known network, which strangers cannot exhaust. `network`: codes requested from one network.
   */
  resend: { max: 1, seconds: times.codeResendDelay / 1_000 },
  address: { max: 6, seconds: 86_400 },
  knownNetwork: { max: 4, seconds: 86_400 },
  network: { max: 50, seconds: 86_400 },
  /** Codes to one mailbox in all its spellings, such as with a tag. */
  mailbox: { max: 20, seconds: 86_400 },
}

/**
 * Mails a new code. It replaces the previous one requested from the same network, which stays valid
 * until then. Throws ApiError `tooManyRequests`, `mailDown` if the mail server did not accept the
 * mail, and `addressRefused` if it never will; in the last two cases no code is stored. At most 10
 * codes per address in 24 hours with 5 attempts each, 1 in 10⁶ to be right: 0.005 %, half the
 * failures that NIST SP 800-63B 5.2.2 allows. Only 2 of the 5 attempts are open to networks other
 * than the requesting one, so that strangers cannot exhaust a code.
 */
export async function sendCode(
  { db, crypto, encryption, clock, ip, lang, log, mailNow }: Call,
  email: string,
  { isKnownNetwork }: { isKnownNetwork: boolean },
): Promise<void> {
  const now = clock()
  refuseAmbiguousEmail(email)
  const address = normalizeEmail(email)
  const key = crypto.sha256(address)
  const counterKeys = {
    resend: `code:again:${key}`,
    address: `code:address:${key}`,
    knownNetwork: `code:home:${key}`,
  }
  const networkCounters = createNetworkCounters('code:place', codeLimits.network, ip)
  await incrementCounters(db, networkCounters, now)
  const knownNetworkSlot = isKnownNetwork
    ? await tryAcquireSlot(db, counterKeys.knownNetwork, codeLimits.knownNetwork, now)
    : undefined
  const mailboxKey = `code:mailbox:${crypto.sha256(normalizeMailbox(email))}`
  if (!knownNetworkSlot) await incrementWithinLimit(db, mailboxKey, codeLimits.mailbox, now)
  const slot =
    knownNetworkSlot ?? (await acquireSlot(db, counterKeys.address, codeLimits.address, now))
  // Last, so that a request refused above does not delay one that would be served.
  await incrementWithinLimit(db, counterKeys.resend, codeLimits.resend, now).catch(
    async (reason: unknown) => {
      await clearAttempts(db, [slot])
      throw reason
    },
  )
  const code = createCode(crypto)
  const words = formatBilingual('code', { code, minutes: times.codeLifetime / 60_000 })
  try {
    await mailNow(composeMail({ to: email.trim(), words, first: lang, code }, now))
  } catch (reason) {
    const isAddressRefused = reason instanceof AddressRefused
    // Mail servers repeat the address in their replies.
    log.warn('code not mailed', { ...errorFields(reason, [address, email.trim(), code]) })
    await clearAttempts(db, [counterKeys.resend, slot])
    // Not refunded for a refused address, since that would allow address enumeration.
    if (!isAddressRefused)
      await decrementCounters(
        db,
        networkCounters.map((counter) => counter.key),
      )
    throw new ApiError(isAddressRefused ? 'addressRefused' : 'mailDown')
  }
  const salt = crypto.random(16)
  const expiresAt = new Date(clock().getTime() + times.codeLifetime)
  const storedCode = {
    salt,
    codeHash: await encryption.hmac(toHashedText(salt, code)),
    tries: 0,
    elsewhere: 0,
    expiresAt,
  }
  await db
    .insert(mailCodes)
    .values({ email: address, askedFrom: userNetwork(ip), ...storedCode })
    .onConflictDoUpdate({ target: [mailCodes.email, mailCodes.askedFrom], set: storedCode })
}

/**
 * Takes one attempt of each valid code of the address, whatever the outcome. Throws ApiError
 * `invalid` for a wrong, expired or exhausted code, and `tooManyRequests` after too many of these.
 */
export async function checkCode(
  {
    db,
    crypto,
    encryption,
    clock,
    ip,
  }: Pick<Call, 'db' | 'crypto' | 'encryption' | 'clock' | 'ip'>,
  email: string,
  code: string,
): Promise<void> {
  const slots = await acquireSlots(
    db,
    'code:wrong',
    codeLimits.wrongCodes,
    clientNetworks(ip),
    clock(),
  )
  const codes = await consumeTries(db, {
    email: normalizeEmail(email),
    network: userNetwork(ip),
    now: clock(),
  })
  const matches = await Promise.all(
    codes.map(async ({ salt, code_hash }) =>
      (await encryption.hmacs(toHashedText(salt, code.trim()))).some((hash) =>
        crypto.isSame(code_hash, hash),
      ),
    ),
  )
  if (!matches.includes(true)) throw createWrongCodeError()
  await clearAttempts(db, slots)
}

type CodeAttempt = { email: string; network: string; now: Date }

/**
 * Takes one attempt of each valid code and returns them. Rows are locked in one order to avoid
 * deadlocks between concurrent attempts.
 */
async function consumeTries(
  db: Db,
  { email, network, now }: CodeAttempt,
): Promise<{ salt: string; code_hash: string }[]> {
  const { rows } = await db.execute<{ salt: string; code_hash: string }>(sql`with valid as (
      select email, asked_from from mail_codes where email = ${email} and expires_at > ${now.toISOString()}::timestamptz
        and tries < ${codeLimits.tries}::int and (asked_from = ${network} or elsewhere < ${codeLimits.triesElsewhere}::int)
      order by asked_from for update)
    update mail_codes c set tries = c.tries + 1, elsewhere = c.elsewhere + (c.asked_from <> ${network})::int
    from valid where c.email = valid.email and c.asked_from = valid.asked_from returning c.salt, c.code_hash`)
  return rows
}

/**
 * Consumes the code in the transaction of the action it authorises; only one concurrent caller
 * succeeds. Throws ApiError `invalid`.
 */
export async function consumeMailCode(tx: Db, email: string): Promise<void> {
  const used = await tx
    .delete(mailCodes)
    .where(eq(mailCodes.email, normalizeEmail(email)))
    .returning({ email: mailCodes.email })
  if (used.length === 0) throw createWrongCodeError()
}

export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.delete(mailCodes).where(lt(mailCodes.expiresAt, now))
}

/** Keyed hash: a plain hash of six digits is brute-forced from a database dump in a second. */
const toHashedText = (salt: string, code: string) => `mailed code ${salt}:${code}`
const createWrongCodeError = () =>
  new ApiError('invalid', { reason: { key: 'wrongCode', values: {} } })

/** Uniform distribution by rejection sampling. */
function createCode(crypto: Crypto): string {
  const codes = 10 ** limits.vcode.digits
  const random = Number.parseInt(crypto.sha256(crypto.random(32)).slice(0, 12), 16)
  return random < Math.floor(2 ** 48 / codes) * codes
    ? String(random % codes).padStart(limits.vcode.digits, '0')
    : createCode(crypto)
}
