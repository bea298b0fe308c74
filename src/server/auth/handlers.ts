/** Handlers of sign-in, sign-out and name availability. */
import type { login } from '#contract/login.ts'
import { challengeIfNeeded } from '#server/auth/two-factor/challenge.ts'
import { authenticate, signIn } from '#server/auth/sign-in.ts'
import { consumeLookup } from '#server/auth/lookup-limit.ts'
import type { Call, Handler } from '#server/http/handler.ts'
import { isFree } from '#server/features/accounts/login-names.ts'
import { endSession } from '#server/auth/sessions/service.ts'

export const signInHandler: Handler<typeof login.login> = async (
  { account, password, clientType },
  call,
) => {
  const person = await authenticate(call, { account, password })
  await challengeIfNeeded(call, person, clientType)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

export const signOut: Handler<typeof login.logout> = async (_, { db, me }) => {
  await endSession(db, me.tokenHash)
  return null
}

export const checkAccount: Handler<typeof login.checkAccount> = ({ account }, call) =>
  isFreeFor(call, account)
export const checkUsername: Handler<typeof login.checkUsername> = ({ username }, call) =>
  isFreeFor(call, username)

async function isFreeFor(call: Call, name: string): Promise<boolean> {
  await consumeLookup(call)
  return isFree(call.db, name)
}
