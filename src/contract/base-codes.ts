/** Enumerations needed on every page, including login; `codes.ts` has the others. */
import { code, openCode } from '#contract/vocabulary.ts'

/** Spec 1.3. */
export const BillingMode = code('billingMode', ['char', 'time'])
/** Client types known here; other backends may add more. */
export const clientTypes = ['web', 'windows', 'mac', 'android', 'ios'] as const
export const ClientType = openCode('clientType', clientTypes)
