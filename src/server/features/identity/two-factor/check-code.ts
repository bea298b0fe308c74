/** Checks app codes and recovery codes, and the challenge of a sign-in that awaits one. */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { throttles } from '#server/http/table.ts'
import {
  createNetworkCounters,
  incrementCounters,
  tryIncrement,
  clearAttempts,
  consumeAttempt,
  decrement,
} from '#server/http/limits/rate-limits.ts'
import {
  recordSecurityEvent,
  sendSecurityAlert,
} from '#server/features/identity/security-events.ts'
import {
  countRecoveryCodes,
  consumeRecoveryCode,
} from '#server/features/identity/two-factor/recovery-codes.ts'
import {
  isTwoFactorEnabled,
  decryptSecret,
  findTwoFactor,
  consumeTimeStep,
} from '#server/features/identity/two-factor/stored-secrets.ts'
import { isAppCode, findTimeStep } from '#server/features/identity/two-factor/app-codes.ts'
import type { Call } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'
import * as z from 'zod/mini'
import {
  findPerson,
  refuseDisabled,
  type Person,
} from '#server/features/identity/sign-in/sign-in.ts'

/**
 * Seconds. At most 15 wrong app codes a day leave an attacker less than 1 chance in 20,000 (three of
 * a million codes are valid at a time). Recovery codes count per network, so that exhausting the
 * app codes does not exhaust these.
 */
const codeLimits = {
  backoff: { freeAttempts: 5, maxDelay: 900 },
  day: { max: 15, seconds: 86_400 },
  recovery: { max: 20, seconds: 60 },
}

type CodeCheck = Pick<Call, 'db' | 'ip' | 'clock' | 'encryption' | 'settings'>

export type CodeOwner = UserKey & { passwordFingerprint: string }

export const fingerprintPassword = (
  { crypto }: Pick<Call, 'crypto'>,
  passwordHash: string,
): string => crypto.sha256(passwordHash).slice(0, 16)

/**
 * Consumes the code. `shouldAlert`: whether the user is alerted to a used recovery code. Throws
 * ApiError `invalid` for a wrong or used code, `changedElsewhere` if two-factor is off,
 * `tooManyTries` and `tooManyRequests`.
 */
export async function verifyCode(
  call: CodeCheck,
  user: CodeOwner,
  typed: string,
  { shouldAlert = false } = {},
): Promise<void> {
  const digits = typed.replace(/[\s-]/g, '')
  try {
    if (isAppCode(digits)) await checkAppCode(call, user, digits)
    else await checkRecoveryCode(call, user, typed, shouldAlert)
  } catch (reason) {
    if (reason instanceof ApiError && reason.code === 'invalid')
      await recordSecurityEvent(call.db, call, user, 'wrongCode')
    throw reason
  }
}

/**
 * Counters are keyed by the password's fingerprint: a password change resets them, so that the
 * owner need not wait for the attempts of someone who knew the old one.
 */
async function checkAppCode(
  { db, clock, encryption }: CodeCheck,
  user: CodeOwner,
  digits: string,
): Promise<void> {
  const keys = {
    backoff: `step:${user.userId}:${user.passwordFingerprint}`,
    day: `step:day:${user.userId}:${user.passwordFingerprint}`,
  }
  const seconds = await consumeAttempt(db, keys.backoff, codeLimits.backoff, clock())
  if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  if (!(await tryIncrement(db, keys.day, codeLimits.day, clock())))
    throw new ApiError('tooManyTries', { reason: { key: 'codesOfTheDay', values: {} } })
  const twoFactor = await findTwoFactor(db, user)
  if (!isTwoFactorEnabled(twoFactor)) throw createNotEnabledError()
  const timeStep = findTimeStep(await decryptSecret(encryption, user, twoFactor), digits, clock())
  if (
    timeStep === undefined ||
    !(await consumeTimeStep(db, encryption, user, twoFactor, timeStep))
  ) {
    if ((await readAttemptCount(db, keys.day)) === codeLimits.backoff.freeAttempts)
      await sendSecurityAlert(db, user, 'codesTried', clock())
    throw createWrongCodeError()
  }
  await clearAttempts(db, [keys.backoff])
  await decrement(db, keys.day)
}

async function checkRecoveryCode(
  { db, ip, clock, encryption }: CodeCheck,
  user: CodeOwner,
  typed: string,
  shouldAlert: boolean,
): Promise<void> {
  await incrementCounters(
    db,
    createNetworkCounters(`step:recovery:${user.userId}`, codeLimits.recovery, ip),
    clock(),
  )
  await transaction(db, async (tx) => {
    if (!isTwoFactorEnabled(await findTwoFactor(tx, user))) throw createNotEnabledError()
    if (!(await consumeRecoveryCode(tx, encryption, user, typed))) throw createWrongCodeError()
    if (shouldAlert)
      await sendSecurityAlert(tx, user, 'recoveryCodeUsed', clock(), {
        left: await countRecoveryCodes(tx, user),
      })
  })
}

async function readAttemptCount(db: Db, key: string): Promise<number> {
  const [counted] = await db
    .select({ count: throttles.count })
    .from(throttles)
    .where(eq(throttles.key, key))
  return counted?.count ?? 0
}

export const createWrongCodeError = () =>
  new ApiError('invalid', { reason: { key: 'wrongStepCode', values: {} } })
export const createNotEnabledError = () =>
  new ApiError('changedElsewhere', { reason: { key: 'twoFactorOff', values: {} } })

/** Milliseconds. */
const challengeLifetime = 5 * 60_000
const encryptionContext = 'challenge'

/** `password`: fingerprint of the password hash; `until`: Unix milliseconds. */
const ChallengeClaim = z.object({
  ownerId: z.string(),
  userId: z.string(),
  password: z.string(),
  clientType: z.string(),
  until: z.number(),
})

/**
 * The challenge is an encrypted, stateless proof that the password was correct. Throws ApiError
 * `secondStepNeeded` with it if the user has two-factor enabled.
 */
export async function requireSecondStep(
  call: Call,
  person: Person,
  clientType: string,
): Promise<void> {
  if (!isTwoFactorEnabled(await findTwoFactor(call.db, person))) return
  const { ownerId, userId, passwordHash } = person
  const until = call.clock().getTime() + challengeLifetime
  const claim: z.output<typeof ChallengeClaim> = {
    ownerId,
    userId,
    password: fingerprintPassword(call, passwordHash),
    clientType,
    until,
  }
  throw new ApiError('secondStepNeeded', {
    challenge: await call.encryption.encrypt(JSON.stringify(claim), encryptionContext),
  })
}

/**
 * Returns the user of the challenge after verifying the code. Throws ApiError `secondStepOver` for
 * a forged or expired challenge, or if password or two-factor changed since; otherwise like
 * `verifyCode`.
 */
export async function verifyChallenge(
  call: Call,
  { challenge, code }: { challenge: string; code: string },
): Promise<{ person: Person; clientType: string }> {
  const claim = await readClaim(call, challenge)
  const person = claim && (await findPerson(call.db, claim))
  if (!claim || !person || fingerprintPassword(call, person.passwordHash) !== claim.password)
    throw new ApiError('secondStepOver')
  if (!isTwoFactorEnabled(await findTwoFactor(call.db, person)))
    throw new ApiError('secondStepOver')
  refuseDisabled(person)
  await verifyCode(call, { ...claim, passwordFingerprint: claim.password }, code, {
    shouldAlert: true,
  })
  return { person, clientType: claim.clientType }
}

async function readClaim(
  { encryption, clock }: Call,
  challenge: string,
): Promise<z.output<typeof ChallengeClaim> | undefined> {
  const decrypted = await encryption.decrypt(challenge, encryptionContext)
  const claim = decrypted === undefined ? undefined : z.parse(ChallengeClaim, JSON.parse(decrypted))
  return claim && claim.until > clock().getTime() ? claim : undefined
}
