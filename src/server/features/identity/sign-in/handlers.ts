/** Handlers of sign-in, sign-out, name availability and sessions. */
import type { login } from '#contract/login.ts'
import { requireSecondStep } from '#server/features/identity/two-factor/check-code.ts'
import { checkCredentials, signIn } from '#server/features/identity/sign-in/sign-in.ts'
import { consumeLookup } from '#server/http/limits/rate-limits.ts'
import type { Call, Handler } from '#server/http/handler.ts'
import { isNameFree } from '#server/features/accounts/index.ts'
import {
  endSession,
  endOtherSessions,
  endOwnSession,
} from '#server/features/identity/sessions/service.ts'
import type { sessions as calls } from '#contract/sessions.ts'
import { isId } from '#server/platform/db/columns.ts'
import { readSessionPage } from '#server/features/identity/sessions/queries.ts'
import { ApiError } from '#server/http/errors.ts'

export const signInHandler: Handler<typeof login.login> = async (
  { account, password, clientType },
  call,
) => {
  const person = await checkCredentials(call, { account, password })
  await requireSecondStep(call, person, clientType)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

export const signOut: Handler<typeof login.logout> = async (_, { db, me }) => {
  await endSession(db, me.tokenHash)
  return null
}

export const checkAccount: Handler<typeof login.checkAccount> = ({ account }, call) =>
  checkNameFree(call, account)
export const checkUsername: Handler<typeof login.checkUsername> = ({ username }, call) =>
  checkNameFree(call, username)

async function checkNameFree(call: Call, name: string): Promise<boolean> {
  await consumeLookup(call)
  return isNameFree(call.db, name)
}

export const pageSessions: Handler<typeof calls.page> = (query, { db, me, clock, settings }) =>
  readSessionPage(db, me, query, clock(), settings.timeZone)

export const endOneSession: Handler<typeof calls.end> = async ({ id }, { db, me }) => {
  if (!isId(String(id)) || !(await endOwnSession(db, me, Number(id))))
    throw new ApiError('notFound')
  return null
}

export const endAllOtherSessions: Handler<typeof calls.endOthers> = async (_, { db, me }) => ({
  ended: await endOtherSessions(db, me),
})
