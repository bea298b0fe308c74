/** Handlers of two-factor: enrollment, disabling and sign-in. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq } from 'drizzle-orm'
import type { twoFactor as calls } from '#contract/two-factor.ts'
import { users } from '#server/features/accounts/table.ts'
import { reauthenticate } from '#server/features/identity/passwords/verify-own-password.ts'
import {
  deleteRecoveryCodes,
  countRecoveryCodes,
  replaceRecoveryCodes,
} from '#server/features/identity/two-factor/recovery-codes.ts'
import {
  startEnrollment,
  removeTwoFactor,
  isTwoFactorEnabled,
  decryptSecret,
  findTwoFactor,
  enableTwoFactor,
} from '#server/features/identity/two-factor/stored-secrets.ts'
import {
  createSecret,
  findTimeStep,
  createOtpauthUri,
} from '#server/features/identity/two-factor/app-codes.ts'
import { endOtherSessions } from '#server/features/identity/sessions/end-sessions.ts'
import {
  verifyChallenge,
  verifyCode,
  createNotEnabledError,
  fingerprintPassword,
  createWrongCodeError,
  type CodeOwner,
} from '#server/features/identity/two-factor/check-code.ts'
import { signIn } from '#server/features/identity/sign-in/sign-in.ts'
import { sendSecurityAlert } from '#server/features/identity/security-events.ts'
import { consumeAttempt } from '#server/http/limits/rate-limits.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { ApiError } from '#server/http/errors.ts'
import { t } from '#server/platform/messages.ts'

const getTwoFactor: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const twoFactor = await findTwoFactor(db, me)
  if (!isTwoFactorEnabled(twoFactor))
    return { enabled: 0, enabledDateTime: null, recoveryCodesLeft: 0 }
  return {
    enabled: 1,
    enabledDateTime: formatWireTime(twoFactor.enabledAt, settings.timeZone),
    recoveryCodesLeft: await countRecoveryCodes(db, me),
  }
}

const beginTwoFactor: Handler<typeof calls.begin> = async ({ password }, call) => {
  const { db, me, encryption, lang } = call
  await reauthenticate(call, password, 'wrongOwnPassword')
  const secret = createSecret()
  if (!(await startEnrollment(db, encryption, me, secret))) throw createAlreadyEnabledError()
  return {
    secret,
    uri: createOtpauthUri(secret, {
      issuer: t(lang, 'product.name'),
      label: (await readAccount(call)).account,
    }),
  }
}

/** Not a limit of attempts, since the caller has the secret; limits the server's load. */
const confirmationBackoff = { freeAttempts: 10, maxDelay: 60 }

const confirmTwoFactor: Handler<typeof calls.confirm> = async ({ code }, call) => {
  const { db, me, encryption, clock } = call
  const seconds = await consumeAttempt(
    db,
    `step:confirm:${me.userId}`,
    confirmationBackoff,
    clock(),
  )
  if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  const twoFactor = await findTwoFactor(db, me)
  if (!twoFactor) throw createNotEnabledError()
  if (isTwoFactorEnabled(twoFactor)) throw createAlreadyEnabledError()
  const confirmedStep = findTimeStep(
    await decryptSecret(encryption, me, twoFactor),
    code.replace(/\s/g, ''),
    clock(),
  )
  if (confirmedStep === undefined) throw createWrongCodeError()
  const recoveryCodes = await transaction(db, async (tx) => {
    if (
      !(await enableTwoFactor(tx, encryption, me, twoFactor, {
        timeStep: confirmedStep,
        now: clock(),
      }))
    )
      throw createAlreadyEnabledError()
    await endOtherSessions(tx, me)
    await sendSecurityAlert(tx, me, 'twoFactorEnabled', clock())
    const codes = await replaceRecoveryCodes(tx, encryption, me)
    await call.audit(tx)
    return codes
  })
  return { recoveryCodes }
}

const renewRecoveryCodes: Handler<typeof calls.renewCodes> = async (proof, call) => {
  const { db, me, encryption, clock } = call
  await verifyPasswordAndCode(call, proof)
  const recoveryCodes = await transaction(db, async (tx) => {
    await sendSecurityAlert(tx, me, 'recoveryCodesRenewed', clock())
    const codes = await replaceRecoveryCodes(tx, encryption, me)
    await call.audit(tx)
    return codes
  })
  return { recoveryCodes }
}

const disableTwoFactor: Handler<typeof calls.disable> = async (proof, call) => {
  const { db, me, clock } = call
  await verifyPasswordAndCode(call, proof)
  await transaction(db, async (tx) => {
    if (!(await removeTwoFactor(tx, me))) throw createNotEnabledError()
    await deleteRecoveryCodes(tx, me)
    await sendSecurityAlert(tx, me, 'twoFactorDisabled', clock())
    await call.audit(tx)
  })
  return null
}

const signInWithTwoFactor: Handler<typeof calls.signIn> = async (input, call) => {
  const { person, clientType } = await verifyChallenge(call, input)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

/** Verifies the password first; without it the code is not checked. */
async function verifyPasswordAndCode(
  call: SignedCall,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await reauthenticate(call, password, 'wrongOwnPassword')
  const { passwordHash } = await readAccount(call)
  const user: CodeOwner = {
    ...call.me,
    passwordFingerprint: fingerprintPassword(call, passwordHash),
  }
  await verifyCode(call, user, code)
}

async function readAccount({
  db,
  me,
}: SignedCall): Promise<{ account: string; passwordHash: string }> {
  const [user] = await db
    .select({ account: users.account, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  if (!user) throw new ApiError('sessionEnded')
  return user
}

const createAlreadyEnabledError = () =>
  new ApiError('changedElsewhere', { reason: { key: 'twoFactorOn', values: {} } })

export const secondStepHandlers: Handlers['secondStep'] = {
  get: getTwoFactor,
  begin: beginTwoFactor,
  confirm: confirmTwoFactor,
  renewCodes: renewRecoveryCodes,
  disable: disableTwoFactor,
  signIn: signInWithTwoFactor,
}
