/**
 * The optional second step of signing in: codes of an authenticator app (RFC 6238), and recovery
 * codes for when it is lost.
 */
import * as z from 'zod/mini'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Session } from '#contract/login.ts'
import { Count, Flag, meaning, Password, Text, WireTime } from '#contract/vocabulary.ts'

/** Six digits of the app, or a recovery code; spaces and dashes do not count. */
const StepCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.search.max))
meaning.add(StepCode, { kind: 'text' })
/** Longer than any that is given out. */
const Challenge = z.string().check(z.minLength(1), z.maxLength(1_000))
meaning.add(Challenge, { kind: 'text' })

export const SecondStep = z.object({
  enabled: Flag,
  enabledDateTime: z.nullish(WireTime),
  recoveryCodesLeft: Count,
})
export type SecondStep = z.output<typeof SecondStep>

/** `secret` is for typing, in base32; `uri` says the same and more to the camera of an app. */
export const NewSecret = z.object({ secret: Text, uri: Text })
export type NewSecret = z.output<typeof NewSecret>

/** Told once: only hashes of them are kept. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(Text) })

export const secondStep = {
  get: get('/secondStep/get', Nothing, SecondStep, {
    access: 'member',
    does: 'Tells whether one’s own sign-in asks for a second step.',
  }),

  begin: post('/secondStep/begin', z.object({ password: Password }), NewSecret, {
    access: 'member',
    does: 'Makes the secret for an authenticator app; nothing is asked of anybody until it is confirmed.',
  }),

  confirm: post('/secondStep/confirm', z.object({ code: StepCode }), RecoveryCodes, {
    access: 'member',
    does: 'Turns the second step on by a first code of the app, ends one’s other sessions, and tells the recovery codes.',
  }),

  renewCodes: post(
    '/secondStep/renewCodes',
    z.object({ password: Password, code: StepCode }),
    RecoveryCodes,
    {
      access: 'member',
      does: 'Makes new recovery codes in place of the old ones.',
    },
  ),

  disable: post('/secondStep/disable', z.object({ password: Password, code: StepCode }), Done, {
    access: 'member',
    does: 'Turns the second step off.',
  }),

  signIn: post('/login/secondStep', z.object({ challenge: Challenge, code: StepCode }), Session, {
    access: 'visitor',
    does: 'Ends a sign-in that was refused as secondStepNeeded, with the challenge of that refusal.',
  }),
}
