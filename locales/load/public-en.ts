/** English messages that all public pages share. */
import { en as landing } from '#locales/landing.ts'
import { en as shared } from '#locales/shared.ts'

/** The shared messages are at the root (`fields.account`). */
export const messages = { ...shared, landing }
