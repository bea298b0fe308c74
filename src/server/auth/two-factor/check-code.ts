/**
 * A code of the app or a recovery code, asked only of who knows the password: so that nobody else
 * can hold an owner off. Wrong codes slow the next down, and so few are taken in a day that
 * guessing has less than 1 chance in 20,000 (three codes of a million are right at a time).
 */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { Who } from '#server/platform/db/running-numbers.ts'
import { throttles } from '#server/platform/db/schema.ts'
import { countersOf } from '#server/auth/network-limits.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import { recoveryCodesLeft, useRecoveryCode } from '#server/auth/two-factor/recovery-codes.ts'
import { isOn, secretOf, stepOfUser, takeCode } from '#server/auth/two-factor/service.ts'
import { isAppCode, stepOf } from '#server/auth/two-factor/totp.ts'
import { tellSafety } from '#server/auth/security-alerts.ts'
import { countEach, countIfWithin, forgetTries, takeTry, uncount } from '#server/auth/throttle.ts'
import type { Call } from '#server/http/handler.ts'
import { Refusal } from '#server/http/errors.ts'

/**
 * Seconds. Tries at recovery codes count for each address: whoever holds the owner off from the
 * app's codes does not from these.
 */
const limits = {
  slowing: { free: 5, most: 900 },
  day: { most: 15, seconds: 86_400 },
  recovery: { most: 20, seconds: 60 },
}

/** `password` tells one password from another, and is none. */
export type Checked = Who & { password: string }

export const passwordPrint = ({ crypto }: Pick<Call, 'crypto'>, passwordHash: string): string =>
  crypto.sha256(passwordHash).slice(0, 16)

/**
 * Takes the code; `tells` the user of a recovery code that was used. Throws Refusal `invalid` for a
 * wrong or used one, `changedElsewhere` where no second step is on, `tooManyTries`,
 * `tooManyRequests`.
 */
export async function checkStepCode(
  call: Call,
  who: Checked,
  typed: string,
  { tells = false } = {},
): Promise<void> {
  const digits = typed.replace(/[\s-]/g, '')
  try {
    if (isAppCode(digits)) await checkAppCode(call, who, digits)
    else await checkRecoveryCode(call, who, typed, tells)
  } catch (reason) {
    if (reason instanceof Refusal && reason.code === 'invalid')
      await recordSecurityEvent(call.db, call, who, 'wrongCode')
    throw reason
  }
}

/**
 * A new password forgets what was tried with the old one: who knew that is out, and the owner need
 * not wait.
 */
async function checkAppCode(
  { db, clock, vault }: Call,
  who: Checked,
  digits: string,
): Promise<void> {
  const keys = {
    slow: `step:${who.userId}:${who.password}`,
    day: `step:day:${who.userId}:${who.password}`,
  }
  const seconds = await takeTry(db, keys.slow, limits.slowing, clock())
  if (seconds > 0) throw new Refusal('tooManyTries', { seconds })
  if (!(await countIfWithin(db, keys.day, limits.day, clock())))
    throw new Refusal('tooManyTries', { because: { reason: 'codesOfTheDay', values: {} } })
  const step = await stepOfUser(db, who)
  if (!isOn(step)) throw notOn()
  const code = stepOf(await secretOf(vault, who, step), digits, clock())
  if (code === undefined || !(await takeCode(db, who, step, code))) {
    if ((await countOf(db, keys.day)) === limits.slowing.free)
      await tellSafety(db, who, 'codesTried', clock())
    throw wrongCode()
  }
  await forgetTries(db, [keys.slow])
  await uncount(db, keys.day)
}

async function checkRecoveryCode(
  { db, ip, clock, vault }: Call,
  who: Checked,
  typed: string,
  tells: boolean,
): Promise<void> {
  await countEach(db, countersOf(`step:recovery:${who.userId}`, limits.recovery, ip), clock())
  await db.transaction(async (tx) => {
    if (!isOn(await stepOfUser(tx, who))) throw notOn()
    if (!(await useRecoveryCode(tx, vault, who, typed))) throw wrongCode()
    if (tells)
      await tellSafety(tx, who, 'recoveryCodeUsed', clock(), {
        left: await recoveryCodesLeft(tx, who),
      })
  })
}

async function countOf(db: Db, key: string): Promise<number> {
  const [counted] = await db
    .select({ count: throttles.count })
    .from(throttles)
    .where(and(eq(throttles.key, key)))
  return counted?.count ?? 0
}

export const wrongCode = () =>
  new Refusal('invalid', { because: { reason: 'wrongStepCode', values: {} } })
export const notOn = () =>
  new Refusal('changedElsewhere', { because: { reason: 'secondStepOff', values: {} } })
