/** Validation of e-mail addresses against header injection and look-alike Unicode. */
import * as z from 'zod/mini'
import { Email } from '#contract/vocabulary.ts'
import { ApiError } from '#server/http/errors.ts'

/** Addresses are case-insensitive. */
export const asAddress = (email: string): string => email.trim().toLowerCase()

/**
 * Characters that make several or other addresses in a mail header, the ideographic full stop,
 * which acts as a dot in host names, and invisible characters.
 */
const ambiguous = /[,;:<>()[\]"\\。]|\p{C}/u

/**
 * Also rejects characters that lower-casing or NFKC maps to other letters, such as the Kelvin sign
 * to k (UTR 36, 2.10): a code requested with one would be valid for another mailbox. Throws
 * ApiError `addressRefused`.
 */
export function refuseAmbiguous(email: string): void {
  const typed = email.trim()
  const isPlain =
    typed === typed.normalize('NFKC') &&
    typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === typed.toLowerCase()
  if (!isPlain || ambiguous.test(typed) || !z.safeParse(Email, typed).success)
    throw new ApiError('addressRefused')
}
