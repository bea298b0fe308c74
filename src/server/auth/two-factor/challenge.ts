/** Two-factor challenge: an encrypted, stateless proof that the password was correct. */
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

/** Throws ApiError `secondStepNeeded` with the challenge if the user has two-factor enabled. */
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
 * Returns the user of the challenge after verifying the code. Throws ApiError `secondStepOver` for
 * a forged or expired challenge, or if password or two-factor changed since; otherwise like
 * `verifyCode`.
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
