/** The second step of signing in: setting it up, turning it off, and signing in with it. */
import { and, eq } from 'drizzle-orm'
import type { secondStep as calls } from '#contract/second-step.ts'
import { users } from '#server/platform/db/schema.ts'
import { checkOwnPassword } from '#server/auth/reauthenticate.ts'
import { meetChallenge } from '#server/auth/two-factor/challenge.ts'
import {
  checkStepCode,
  notOn,
  passwordPrint,
  wrongCode,
  type Checked,
} from '#server/auth/two-factor/check-code.ts'
import {
  dropRecoveryCodes,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from '#server/auth/two-factor/recovery-codes.ts'
import {
  beginStep,
  dropStep,
  isOn,
  secretOf,
  stepOfUser,
  turnOn,
} from '#server/auth/two-factor/service.ts'
import { newSecret, stepOf, uriOf } from '#server/auth/two-factor/totp.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { tellSafety } from '#server/auth/security-alerts.ts'
import { takeTry } from '#server/auth/throttle.ts'
import type { Handler, SignedCall } from '#server/http/handler.ts'
import { wireTimeOf } from '#server/platform/db/wire-time.ts'
import { Refusal } from '#server/http/errors.ts'
import { endOtherSessions } from '#server/auth/sessions/service.ts'
import { say } from '#server/platform/messages.ts'

export const getSecondStep: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const step = await stepOfUser(db, me)
  if (!isOn(step)) return { enabled: 0, enabledDateTime: null, recoveryCodesLeft: 0 }
  return {
    enabled: 1,
    enabledDateTime: wireTimeOf(step.enabledAt!, settings.timeZone),
    recoveryCodesLeft: await recoveryCodesLeft(db, me),
  }
}

export const beginSecondStep: Handler<typeof calls.begin> = async ({ password }, call) => {
  const { db, me, vault, lang } = call
  await checkOwnPassword(call, password, 'wrongOwnPassword')
  const secret = newSecret()
  if (!(await beginStep(db, vault, me, secret))) throw isOnAlready()
  return {
    secret,
    uri: uriOf(secret, {
      issuer: say(lang, 'product.name'),
      label: (await accountOf(call)).account,
    }),
  }
}

/**
 * Guessing is of no use here: whoever may call this has been told the secret. It is slowed down for
 * the work that it makes.
 */
const tries = { free: 10, most: 60 }

export const confirmSecondStep: Handler<typeof calls.confirm> = async (
  { code },
  { db, me, vault, clock },
) => {
  const seconds = await takeTry(db, `step:confirm:${me.userId}`, tries, clock())
  if (seconds > 0) throw new Refusal('tooManyTries', { seconds })
  const step = await stepOfUser(db, me)
  if (!step) throw notOn()
  if (isOn(step)) throw isOnAlready()
  const taken = stepOf(await secretOf(vault, me, step), code.replace(/\s/g, ''), clock())
  if (taken === undefined) throw wrongCode()
  const recoveryCodes = await db.transaction(async (tx) => {
    if (!(await turnOn(tx, me, step, taken, clock()))) throw isOnAlready()
    await endOtherSessions(tx, me)
    await tellSafety(tx, me, 'secondStepEnabled', clock())
    return replaceRecoveryCodes(tx, vault, me)
  })
  return { recoveryCodes }
}

export const renewRecoveryCodes: Handler<typeof calls.renewCodes> = async (proof, call) => {
  const { db, me, vault, clock } = call
  await prove(call, proof)
  const recoveryCodes = await db.transaction(async (tx) => {
    await tellSafety(tx, me, 'recoveryCodesRenewed', clock())
    return replaceRecoveryCodes(tx, vault, me)
  })
  return { recoveryCodes }
}

export const disableSecondStep: Handler<typeof calls.disable> = async (proof, call) => {
  const { db, me, clock } = call
  await prove(call, proof)
  await db.transaction(async (tx) => {
    if (!(await dropStep(tx, me))) throw notOn()
    await dropRecoveryCodes(tx, me)
    await tellSafety(tx, me, 'secondStepDisabled', clock())
  })
  return null
}

export const signInBySecondStep: Handler<typeof calls.signIn> = async (input, call) => {
  const { person, clientType } = await meetChallenge(call, input)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

/** The password first: without it no code is looked at. */
async function prove(
  call: SignedCall,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await checkOwnPassword(call, password, 'wrongOwnPassword')
  const { passwordHash } = await accountOf(call)
  const who: Checked = { ...call.me, password: passwordPrint(call, passwordHash) }
  await checkStepCode(call, who, code)
}

async function accountOf({
  db,
  me,
}: SignedCall): Promise<{ account: string; passwordHash: string }> {
  const [user] = await db
    .select({ account: users.account, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  if (!user) throw new Refusal('sessionEnded')
  return user
}

const isOnAlready = () =>
  new Refusal('changedElsewhere', { because: { reason: 'secondStepOn', values: {} } })
