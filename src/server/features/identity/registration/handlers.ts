/** Handlers of registration and of password recovery, both by a mailed code. */
import { transaction } from '#server/platform/db/db.ts'
import type { login } from '#contract/login.ts'
import {
  normalizeEmail,
  refuseAmbiguousEmail,
  isNameFree,
  findMainAccount,
} from '#server/features/accounts/index.ts'
import { checkCode, sendCode, consumeMailCode } from '#server/features/identity/mail-codes.ts'
import { hashPassword, setPassword } from '#server/features/identity/passwords/passwords.ts'
import {
  consumeLookup,
  createNetworkCounters,
  incrementCounters,
} from '#server/http/limits/rate-limits.ts'
import { isKnownNetwork, trustNetwork } from '#server/features/identity/sign-in/known-networks.ts'
import { registerAccount } from '#server/features/identity/registration/service.ts'
import {
  recordSecurityEvent,
  sendSecurityAlert,
} from '#server/features/identity/security-events.ts'
import {
  findPerson,
  refuseDisabled,
  clearAttemptsFrom,
} from '#server/features/identity/sign-in/sign-in.ts'
import type { Handler } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'
import { t } from '#server/platform/messages.ts'

/** Registrations per client network: enough for an office, too few for mass registration. */
const registrationLimit = { max: 20, seconds: 86_400 }

/**
 * Mails to the named account's address, since a user who has forgotten the password may remember
 * only the name; otherwise to the address given. Never to the given spelling if an account exists,
 * because look-alike addresses may belong to somebody else.
 */
export const sendVCode: Handler<typeof login.sendVCode> = async ({ account }, call) => {
  await consumeLookup(call)
  const typed = account.trim()
  const found = await findMainAccount(call.db, typed)
  const email = found?.email ?? (typed.includes('@') ? typed : undefined)
  if (!email) throw new ApiError('notFound')
  await sendCode(call, email, {
    isKnownNetwork:
      found !== undefined && (await isKnownNetwork(call.db, found, call.ip, call.clock())),
  })
  return null
}

export const register: Handler<typeof login.register> = async (typed, call) => {
  const { account, username, nickname = null, password, vcode, inviteCode, browserId } = typed
  const { db, crypto, clock, ip, signer } = call
  await consumeLookup(call)
  refuseAmbiguousEmail(account)
  for (const [field, name] of Object.entries({ account, username }))
    if (!(await isNameFree(db, name)))
      throw new ApiError('nameTaken', { fields: [{ field, rule: 'taken' }] })
  await checkCode(call, account, vcode)
  await incrementCounters(db, createNetworkCounters('register', registrationLimit, ip), clock())
  const passwordHash = await hashPassword(crypto, password, {
    queue: 'mailedCode',
    client: normalizeEmail(account),
  })
  const registration = {
    person: { account, username, nickname, passwordHash },
    inviteCode,
    client: { ip, browserId: browserId?.toString(), signedInOwnerId: (await signer())?.ownerId },
    newInviteCode: crypto.sha256(crypto.random(16)).slice(0, 10),
  }
  const inviteReward = await transaction(db, (tx) =>
    registerAccount(tx, call, registration, clock()),
  )
  if (!inviteReward) return null
  return {
    inviteReward,
    ...(inviteReward === 'given' ? {} : { msg: t(call.lang, `withheld.${inviteReward}.content`) }),
  }
}

/** Masked, unless the request contains the full address. */
export const findEmail: Handler<typeof login.findEmail> = async ({ accountOrEmail }, call) => {
  await consumeLookup(call)
  const typed = accountOrEmail.trim()
  const found = await findMainAccount(call.db, typed)
  if (!found) return null
  return typed.toLowerCase() === found.email.toLowerCase() ? found.email : maskEmail(found.email)
}

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
  })
  // Control of the mailbox proves ownership. Trusting this network lets the user sign in at once,
  // even if failed attempts from elsewhere have throttled the name.
  await trustNetwork(call.db, found, call.ip, call.clock())
  await clearAttemptsFrom(call, [typed.trim(), found.email])
  // Ends the streams of the sessions that were signed out.
  call.events.publish({ ownerId: found.ownerId, about: ['login'] })
  return null
}

/** `d***@example.com` */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
