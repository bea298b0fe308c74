/** Voice units and images: clients charge what they used, and users see their use. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { get, Nothing, post } from '#contract/endpoint.ts'
import { numberUpTo, text } from '#contract/field-constructors.ts'
import { Count } from '#contract/vocabulary.ts'

/** `purpose`: what the units were used for, which the account log shows. */
const Use = z.object({
  num: numberUpTo(businessLimits.unitUse.max),
  purpose: text({ max: businessLimits.unitUse.purpose }),
})

/** Units that the user still has. */
export const UnitsLeft = z.object({ usableVoiceNum: Count, usableImageNum: Count })
export type UnitsLeft = z.output<typeof UnitsLeft>

/** Units used this month up to now and in the whole last month, by the business calendar. */
export const UnitUsage = z.object({
  voiceNum: Count,
  imageNum: Count,
  previousVoiceNum: Count,
  previousImageNum: Count,
})
export type UnitUsage = z.output<typeof UnitUsage>

export const units = {
  useVoice: post('/units/useVoice', Use, UnitsLeft, { access: 'member', mutatesBalance: true }),

  useImages: post('/units/useImages', Use, UnitsLeft, { access: 'member', mutatesBalance: true }),

  /** A main account's sums include its sub-accounts. */
  usage: get('/units/usage', Nothing, UnitUsage, { access: 'member', support: 'shown' }),
}
