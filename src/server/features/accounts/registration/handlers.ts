/** Registering by a mailed code, and getting back in with one. */
import type { login } from '#contract/login.ts'
import { asAddress, refuseAmbiguous } from '#server/features/accounts/mail-address.ts'
import { checkCode, sendCode, useCode } from '#server/auth/mail-codes.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { consumeLookup } from '#server/auth/lookup-limit.ts'
import { isKnownNetwork, trustNetwork } from '#server/auth/known-networks.ts'
import { countersOf } from '#server/auth/network-limits.ts'
import { register as open } from '#server/features/accounts/registration/service.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import { personById, refuseDisabled } from '#server/auth/sign-in.ts'
import { sendSecurityAlert } from '#server/auth/security-alerts.ts'
import { clearAttemptsFrom } from '#server/auth/sign-in.ts'
import { incrementCounters } from '#server/auth/throttle.ts'
import type { Handler } from '#server/http/handler.ts'
import { isFree, mainAccountNamed } from '#server/features/accounts/login-names.ts'
import { ApiError } from '#server/http/errors.ts'
import { t } from '#server/platform/messages.ts'
import { setPassword } from '#server/auth/set-password.ts'

/** From one place: enough for an office, too few for a farm of accounts. */
const registrations = { most: 20, seconds: 86_400 }

/**
 * To the address of the account named, else to the one given: whoever has forgotten the password
 * may know the name only. Never to the one given where there is an account, which it may only look
 * like.
 */
export const sendVCode: Handler<typeof login.sendVCode> = async ({ account }, call) => {
  await consumeLookup(call)
  const typed = account.trim()
  const found = await mainAccountNamed(call.db, typed)
  const email = found?.email ?? (typed.includes('@') ? typed : undefined)
  if (!email) throw new ApiError('notFound')
  await sendCode(call, email, {
    atHome: found !== undefined && (await isKnownNetwork(call.db, found, call.ip, call.clock())),
  })
  return null
}

export const register: Handler<typeof login.register> = async (typed, call) => {
  const { account, username, nickname = null, password, vcode, inviteCode, browserId } = typed
  const { db, crypto, clock, ip, signer } = call
  await consumeLookup(call)
  refuseAmbiguous(account)
  for (const [field, name] of Object.entries({ account, username }))
    if (!(await isFree(db, name)))
      throw new ApiError('nameTaken', { fields: [{ field, rule: 'taken' }] })
  await checkCode(call, account, vcode)
  await incrementCounters(db, countersOf('register', registrations, ip), clock())
  const passwordHash = await hashPassword(crypto, password, {
    lane: 'mailedCode',
    by: asAddress(account),
  })
  const registration = {
    person: { account, username, nickname, passwordHash },
    inviteCode,
    place: { ip, browserId: browserId?.toString(), signedIn: (await signer())?.ownerId },
    newInviteCode: crypto.sha256(crypto.random(16)).slice(0, 10),
  }
  const inviteReward = await db.transaction((tx) => open(tx, call, registration, clock()))
  if (!inviteReward) return null
  return {
    inviteReward,
    ...(inviteReward === 'given' ? {} : { msg: t(call.lang, `withheld.${inviteReward}.content`) }),
  }
}

/** Whole only for whoever knows it already. */
export const findEmail: Handler<typeof login.findEmail> = async ({ accountOrEmail }, call) => {
  await consumeLookup(call)
  const typed = accountOrEmail.trim()
  const found = await mainAccountNamed(call.db, typed)
  if (!found) return null
  return typed.toLowerCase() === found.email.toLowerCase() ? found.email : masked(found.email)
}

export const resetForgotten: Handler<typeof login.resetPassword> = async (
  { email: typed, vcode, password },
  call,
) => {
  const found = await mainAccountNamed(call.db, typed.trim())
  // As for a wrong code: who has an account is told by findEmail alone.
  await checkCode(call, found?.email ?? typed, vcode)
  const person = found && (await personById(call.db, found))
  if (!person) throw new ApiError('notFound')
  refuseDisabled(person)
  const passwordHash = await hashPassword(call.crypto, password, {
    lane: 'mailedCode',
    by: found.ownerId,
  })
  await call.db.transaction(async (tx) => {
    await useCode(tx, found.email)
    await setPassword(tx, found, passwordHash)
    await recordSecurityEvent(tx, call, found, 'passwordReset')
    await sendSecurityAlert(tx, found, 'passwordChanged', call.clock())
  })
  // Whoever reads the mailbox is the owner: the new password works from here at once, even while
  // others try the name from everywhere.
  await trustNetwork(call.db, found, call.ip, call.clock())
  await clearAttemptsFrom(call, [typed.trim(), found.email])
  // Whoever was signed in has no stream from then on.
  call.events.publish({ ownerId: found.ownerId, about: ['login'] })
  return null
}

/** `d***@example.com` */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
