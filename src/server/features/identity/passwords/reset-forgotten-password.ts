/** Handler by which a mailed code replaces a forgotten password. */
import { transaction } from '#server/platform/db/db.ts'
import type { login } from '#contract/login.ts'
import { findMainAccount } from '#server/features/accounts/index.ts'
import { checkCode, consumeMailCode } from '#server/features/identity/mail-codes.ts'
import { hashPassword } from '#server/features/identity/passwords/hash-password.ts'
import { setPassword } from '#server/features/identity/passwords/set-password.ts'
import { trustNetwork } from '#server/features/identity/sign-in/known-networks.ts'
import {
  recordSecurityEvent,
  sendSecurityAlert,
} from '#server/features/identity/security-events.ts'
import {
  findPerson,
  refuseDisabled,
  clearAttemptsFrom,
} from '#server/features/identity/sign-in/sign-in.ts'
import { recordAct } from '#server/features/audit-log/index.ts'
import type { Handler } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'

export const resetForgottenPassword: Handler<typeof login.resetPassword> = async (
  { email: typed, vcode, password },
  call,
) => {
  const found = await findMainAccount(call.db, typed.trim())
  // Same error as for a wrong code: only findEmail reveals whether an account exists.
  await checkCode(call, found?.email ?? typed, vcode)
  const person = found && (await findPerson(call.db, found))
  if (!person) throw new ApiError('notFound')
  refuseDisabled(person)
  const passwordHash = await hashPassword(call.crypto, password, {
    queue: 'mailedCode',
    client: found.ownerId,
  })
  await transaction(call.db, async (tx) => {
    await consumeMailCode(tx, found.email)
    await setPassword(tx, found, passwordHash)
    await recordSecurityEvent(tx, call, found, 'passwordReset')
    await sendSecurityAlert(tx, found, 'passwordChanged', call.clock())
    const act = { act: 'passwordReset', subjects: [], objects: [], details: {} } as const
    await recordAct(tx, found, act, call.clock())
  })
  // Control of the mailbox proves ownership. Trusting this network lets the user sign in at once,
  // even if attempts from elsewhere make the name wait.
  await trustNetwork(call.db, found, call.ip, call.clock())
  await clearAttemptsFrom(call, [typed.trim(), found.email])
  // Ends the streams of the sessions that were signed out.
  call.events.publish({ ownerId: found.ownerId, about: ['login'] })
  return null
}
