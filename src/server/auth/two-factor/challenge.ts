/**
 * Says that somebody has just given the right password, and lets them go on with the second step:
 * sealed, so that it can't be made, good for a few minutes, and for that password only. It is no
 * session, and nothing of it is kept.
 */
import * as z from 'zod/mini'
import { verifyCode, passwordFingerprint } from '#server/auth/two-factor/check-code.ts'
import { isTwoFactorEnabled, twoFactorOf } from '#server/auth/two-factor/service.ts'
import { personById, refuseDisabled, type Person } from '#server/auth/sign-in.ts'
import type { Call } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'

const goodFor = 5 * 60_000
const about = 'challenge'

const Claim = z.object({
  ownerId: z.string(),
  userId: z.string(),
  password: z.string(),
  clientType: z.string(),
  until: z.number(),
})

/**
 * Throws ApiError `secondStepNeeded`, with the challenge, where the person's sign-in asks for more
 * than the password.
 */
export async function challengeIfNeeded(
  call: Call,
  person: Person,
  clientType: string,
): Promise<void> {
  if (!isTwoFactorEnabled(await twoFactorOf(call.db, person))) return
  const { ownerId, userId, passwordHash } = person
  const until = call.clock().getTime() + goodFor
  const claim: z.output<typeof Claim> = {
    ownerId,
    userId,
    password: passwordFingerprint(call, passwordHash),
    clientType,
    until,
  }
  throw new ApiError('secondStepNeeded', {
    challenge: await call.encryption.encrypt(JSON.stringify(claim), about),
  })
}

/**
 * Who the challenge was given to, once the code is right too. Throws ApiError `secondStepOver` for a
 * challenge that is too old or was never given, and where password or second step have changed
 * since; else like `checkStepCode`.
 */
export async function verifyChallenge(
  call: Call,
  { challenge, code }: { challenge: string; code: string },
): Promise<{ person: Person; clientType: string }> {
  const claim = await claimIn(call, challenge)
  const person = claim && (await personById(call.db, claim))
  if (!claim || !person || passwordFingerprint(call, person.passwordHash) !== claim.password)
    throw new ApiError('secondStepOver')
  if (!isTwoFactorEnabled(await twoFactorOf(call.db, person))) throw new ApiError('secondStepOver')
  refuseDisabled(person)
  await verifyCode(call, claim, code, { tells: true })
  return { person, clientType: claim.clientType }
}

async function claimIn(
  { encryption, clock }: Call,
  challenge: string,
): Promise<z.output<typeof Claim> | undefined> {
  const opened = await encryption.open(challenge, about)
  const claim = opened === undefined ? undefined : z.parse(Claim, JSON.parse(opened))
  return claim && claim.until > clock().getTime() ? claim : undefined
}
