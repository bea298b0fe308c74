/** Handlers of sign-in, sign-out, the login log, and whether a login name is free. */
import type { Call, Handler, Handlers } from '#server/http/handler.ts'
import {
  readLoginLogPage,
  readLoginLogRow,
} from '#server/features/identity/sign-in/read-login-log.ts'
import { endSession } from '#server/features/identity/sessions/end-sessions.ts'
import { ApiError } from '#server/http/errors.ts'
import type { loginLog as loginLogCalls } from '#contract/sessions.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { login } from '#contract/login.ts'
import { requireSecondStep } from '#server/features/identity/two-factor/check-code.ts'
import { checkCredentials, signIn } from '#server/features/identity/sign-in/sign-in.ts'
import { consumeLookup } from '#server/http/limits/rate-limits.ts'
import { isNameFree } from '#server/features/accounts/index.ts'
import { findEmail, register, sendVCode } from '#server/features/identity/registration/handlers.ts'
import { resetForgottenPassword } from '#server/features/identity/passwords/reset-forgotten-password.ts'

const signInHandler: Handler<typeof login.login> = async (
  { account, password, clientType },
  call,
) => {
  const person = await checkCredentials(call, { account, password })
  await requireSecondStep(call, person, clientType)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

const signOut: Handler<typeof login.logout> = async (_, { db, me }) => {
  await endSession(db, me.tokenHash)
  return null
}

const checkAccount: Handler<typeof login.checkAccount> = ({ account }, call) =>
  checkNameFree(call, account)
const checkUsername: Handler<typeof login.checkUsername> = ({ username }, call) =>
  checkNameFree(call, username)

async function checkNameFree(call: Call, name: string): Promise<boolean> {
  await consumeLookup(call)
  return isNameFree(call.db, name)
}

const pageLoginLog: Handler<typeof loginLogCalls.page> = (query, { db, reads, me, settings }) =>
  readLoginLogPage({ db, reads }, me, query, settings.timeZone)

const getLoginLog: Handler<typeof loginLogCalls.get> = async ({ id }, { db, me, settings }) => {
  const found = isId(String(id))
    ? await readLoginLogRow(db, me, Number(id), settings.timeZone)
    : undefined
  if (!found) throw new ApiError('notFound')
  return found
}

export const loginHandlers: Handlers['login'] = {
  login: signInHandler,
  logout: signOut,
  checkAccount,
  checkUsername,
  sendVCode,
  register,
  findEmail,
  resetPassword: resetForgottenPassword,
}

export const loginLogHandlers: Handlers['loginLog'] = { page: pageLoginLog, get: getLoginLog }
