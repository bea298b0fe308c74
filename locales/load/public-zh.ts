/** Chinese messages that all public pages share. */
import { zh as landing } from '#locales/landing.ts'
import { zh as shared } from '#locales/shared.ts'

/** The shared messages are at the root (`fields.account`). */
export const messages = { ...shared, landing }
