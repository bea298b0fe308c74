/** Getting in and out, and asking whether a name is free. */
import type { login } from '#contract/login.ts'
import { challengeIfNeeded } from '#server/domain/second-step/challenge.ts'
import { authenticate, signIn } from '#server/domain/sign-in.ts'
import { countWithin } from '#server/domain/throttle.ts'
import type { Call, Handler } from '#server/handler.ts'
import { isFree } from '#server/queries/login-names.ts'
import { endSession } from '#server/sessions/store.ts'

/** Questions from one address: enough for filling in forms, too few for collecting names. */
const askedInAMinute = { most: 60, seconds: 60 }
const askedInADay = { most: 1_000, seconds: 86_400 }

export const signInHandler: Handler<typeof login.login> = async ({ account, password, clientType }, call) => {
  const person = await authenticate(call, { account, password })
  await challengeIfNeeded(call, person, clientType)
  return { userId: person.userId, sk: await signIn(call, person, clientType) }
}

export const signOut: Handler<typeof login.logout> = async (_, { db, me }) => {
  await endSession(db, me.tokenHash)
  return null
}

export const checkAccount: Handler<typeof login.checkAccount> = ({ account }, call) => isFreeFor(call, account)
export const checkUsername: Handler<typeof login.checkUsername> = ({ username }, call) => isFreeFor(call, username)

async function isFreeFor({ db, ip, clock }: Call, name: string): Promise<boolean> {
  await countWithin(db, `names:minute:${ip}`, askedInAMinute, clock())
  await countWithin(db, `names:day:${ip}`, askedInADay, clock())
  return isFree(db, name)
}
