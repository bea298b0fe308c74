/**
 * Which addresses a mail goes to just as they read: no mailbox is to have two names, and no name
 * two mailboxes.
 */
import * as z from 'zod/mini'
import { Email } from '#contract/vocabulary.ts'
import { ApiError } from '#server/http/errors.ts'

/** Addresses differ by more than upper and lower case. */
export const asAddress = (email: string): string => email.trim().toLowerCase()

/**
 * In a mail's head these make several addresses, or another one, of what was typed; the stop is a
 * dot in the names of hosts; others nobody sees.
 */
const ambiguous = /[,;:<>()[\]"\\。]|\p{C}/u

/**
 * Throws ApiError `addressRefused` also for what Unicode makes equal to other letters, in lower case
 * (the sign of Kelvin is a k) or by compatibility (UTR 36, 2.10): a code asked for by it would be
 * good for their mailbox.
 */
export function refuseAmbiguous(email: string): void {
  const typed = email.trim()
  const isPlain =
    typed === typed.normalize('NFKC') &&
    typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === typed.toLowerCase()
  if (!isPlain || ambiguous.test(typed) || !z.safeParse(Email, typed).success)
    throw new ApiError('addressRefused')
}
