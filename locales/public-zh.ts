/** The words of the public pages in Chinese that do not belong to one page, as one tree. */
import { landing } from '#locales/zh/landing.ts'
import { shared } from '#locales/zh/shared.ts'

/** The shared words are at the root (`fields.account`). */
export const words = { ...shared, landing }
