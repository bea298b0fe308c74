/** Two-factor login: authenticator app codes (RFC 6238) and recovery codes. */
import * as z from 'zod/mini'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Session } from '#contract/sign-in.ts'
import { Count, Flag, fieldTypeRegistry, Password, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * Six-digit code of the app, or a recovery code; spaces and dashes are ignored. The limit only bounds
 * the size.
 */
const StepCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.search.max))
fieldTypeRegistry.add(StepCode, { kind: 'text', oneTimeCode: true })
/** The limit exceeds the length of any challenge issued. */
const Challenge = z.string().check(z.minLength(1), z.maxLength(1_000))
fieldTypeRegistry.add(Challenge, { kind: 'text' })

export const TwoFactorState = z.object({
  enabled: Flag,
  enabledDateTime: z.nullish(WireTime),
  recoveryCodesLeft: Count,
})
export type TwoFactorState = z.output<typeof TwoFactorState>

/** `secret`: base32, for manual entry; `uri`: otpauth URI for the QR code. */
export const NewSecret = z.object({ secret: Text, uri: Text })
export type NewSecret = z.output<typeof NewSecret>

/** Returned once; only hashes are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(Text) })

export const twoFactor = {
  get: get('/secondStep/get', Nothing, TwoFactorState, {
    access: 'member',
    support: 'shown',
  }),

  begin: post('/secondStep/begin', z.object({ password: Password }), NewSecret, {
    access: 'member',
  }),

  confirm: post('/secondStep/confirm', z.object({ code: StepCode }), RecoveryCodes, {
    access: 'member',
    audit: { act: 'twoFactorEnabled' },
  }),

  renewCodes: post(
    '/secondStep/renewCodes',
    z.object({ password: Password, code: StepCode }),
    RecoveryCodes,
    {
      access: 'member',
      audit: { act: 'recoveryCodesRenewed' },
    },
  ),

  disable: post('/secondStep/disable', z.object({ password: Password, code: StepCode }), Done, {
    access: 'member',
    audit: { act: 'twoFactorDisabled' },
  }),

  signIn: post('/login/secondStep', z.object({ challenge: Challenge, code: StepCode }), Session, {
    access: 'visitor',
  }),
}
