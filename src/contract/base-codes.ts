/** The closed lists that every page has to know, the login page too; the others are in `codes.ts`. */
import { code, openCode } from '#contract/vocabulary.ts'

/** 1.3. */
export const BillingMode = code('billingMode', ['char', 'time'])
/** Where somebody signed in from; another backend may know more. */
export const clientTypes = ['web', 'windows', 'mac', 'android', 'ios'] as const
export const ClientType = openCode('clientType', clientTypes)
