/** Normalises e-mail addresses so that one mailbox registers once. */

/** Providers that ignore dots in the local part. */
const dotless = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me']
const sameHost: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * Lower case, without a plus suffix, and without dots where the provider ignores them. For
 * comparison only; mail goes to the address as typed.
 */
export function mailboxOf(email: string): string {
  const typed = email.normalize('NFKC').trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const host = typed.slice(at + 1)
  const name = typed.slice(0, at).replace(/(?<=.)\+.*/, '')
  return `${dotless.includes(host) || host in sameHost ? name.replaceAll('.', '') : name}@${sameHost[host] ?? host}`
}
