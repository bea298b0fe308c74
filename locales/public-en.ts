/** The words of the public pages in English that do not belong to one page, as one tree. */
import { landing } from '#locales/en/landing.ts'
import { shared } from '#locales/en/shared.ts'

/** The shared words are at the root (`fields.account`). */
export const words = { ...shared, landing }
