/** One form per email address, and addresses that could be mistaken for another. */
import * as z from 'zod/mini'
import { Email } from '#contract/vocabulary.ts'
import { ApiError } from '#server/http/errors.ts'

/** Addresses are case-insensitive. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Characters that make several or other addresses in a mail header, the ideographic full stop,
 * which acts as a dot in host names, and invisible characters.
 */
const ambiguousCharacters = /[,;:<>()[\]"\\。]|\p{C}/u

/**
 * Also rejects characters that lower-casing or NFKC maps to other letters, such as the Kelvin sign
 * to k (UTR 36, 2.10): a code requested with one would be valid for another mailbox. Throws
 * ApiError `addressRefused`.
 */
export function refuseAmbiguousEmail(email: string): void {
  const typed = email.trim()
  const isPlain =
    typed === typed.normalize('NFKC') &&
    typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === typed.toLowerCase()
  if (!isPlain || ambiguousCharacters.test(typed) || !z.safeParse(Email, typed).success)
    throw new ApiError('addressRefused')
}

/** Providers that ignore dots in the local part. */
const dotIgnoringHosts = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me']
const canonicalHosts: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * Lower case, without a plus suffix, and without dots where the provider ignores them. For
 * comparison only; mail goes to the address as typed.
 */
export function normalizeMailbox(email: string): string {
  const typed = email.normalize('NFKC').trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const host = typed.slice(at + 1)
  const name = typed.slice(0, at).replace(/(?<=.)\+.*/, '')
  return `${dotIgnoringHosts.includes(host) || host in canonicalHosts ? name.replaceAll('.', '') : name}@${canonicalHosts[host] ?? host}`
}
