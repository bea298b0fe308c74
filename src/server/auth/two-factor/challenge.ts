/**
 * Says that somebody has just given the right password, and lets them go on with the second step:
 * sealed, so that it can't be made, good for a few minutes, and for that password only. It is no
 * session, and nothing of it is kept.
 */
import * as z from 'zod/mini'
import { checkStepCode, passwordPrint } from '#server/auth/two-factor/check-code.ts'
import { isOn, stepOfUser } from '#server/auth/two-factor/service.ts'
import { personById, refuseDisabled, type Person } from '#server/auth/sign-in.ts'
import type { Call } from '#server/http/handler.ts'
import { Refusal } from '#server/http/errors.ts'

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
 * Throws Refusal `secondStepNeeded`, with the challenge, where the person's sign-in asks for more
 * than the password.
 */
export async function challengeIfNeeded(
  call: Call,
  person: Person,
  clientType: string,
): Promise<void> {
  if (!isOn(await stepOfUser(call.db, person))) return
  const { ownerId, userId, passwordHash } = person
  const until = call.clock().getTime() + goodFor
  const claim: z.output<typeof Claim> = {
    ownerId,
    userId,
    password: passwordPrint(call, passwordHash),
    clientType,
    until,
  }
  throw new Refusal('secondStepNeeded', {
    challenge: await call.vault.seal(JSON.stringify(claim), about),
  })
}

/**
 * Who the challenge was given to, once the code is right too. Throws Refusal `secondStepOver` for a
 * challenge that is too old or was never given, and where password or second step have changed
 * since; else like `checkStepCode`.
 */
export async function meetChallenge(
  call: Call,
  { challenge, code }: { challenge: string; code: string },
): Promise<{ person: Person; clientType: string }> {
  const claim = await claimIn(call, challenge)
  const person = claim && (await personById(call.db, claim))
  if (!claim || !person || passwordPrint(call, person.passwordHash) !== claim.password)
    throw new Refusal('secondStepOver')
  if (!isOn(await stepOfUser(call.db, person))) throw new Refusal('secondStepOver')
  refuseDisabled(person)
  await checkStepCode(call, claim, code, { tells: true })
  return { person, clientType: claim.clientType }
}

async function claimIn(
  { vault, clock }: Call,
  challenge: string,
): Promise<z.output<typeof Claim> | undefined> {
  const opened = await vault.open(challenge, about)
  const claim = opened === undefined ? undefined : z.parse(Claim, JSON.parse(opened))
  return claim && claim.until > clock().getTime() ? claim : undefined
}
