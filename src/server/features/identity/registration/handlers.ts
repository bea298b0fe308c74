/** Handlers of registration and the mailed codes before it. */
import { transaction } from '#server/platform/db/db.ts'
import type { login } from '#contract/login.ts'
import {
  normalizeEmail,
  refuseAmbiguousEmail,
  isNameFree,
  findMainAccount,
} from '#server/features/accounts/index.ts'
import { checkCode, sendCode } from '#server/features/identity/mail-codes.ts'
import { hashPassword } from '#server/features/identity/passwords/hash-password.ts'
import {
  consumeLookup,
  createNetworkCounters,
  incrementCounters,
} from '#server/http/limits/rate-limits.ts'
import { isKnownNetwork } from '#server/features/identity/sign-in/known-networks.ts'
import { registerAccount } from '#server/features/identity/registration/register-account.ts'
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

/** `d***@example.com` */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
