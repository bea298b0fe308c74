/**
 * Which mailbox an e-mail address leads to: one person may write one in many ways, and would come
 * in as many times.
 */

/** Providers for whom a dot in the name makes no difference. */
const dotless = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me']
const sameHost: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * In lower case, without what follows a plus, and without dots where they mean nothing. Only to
 * compare: mail goes where the address says.
 */
export function mailboxOf(email: string): string {
  const typed = email.normalize('NFKC').trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const host = typed.slice(at + 1)
  const name = typed.slice(0, at).replace(/(?<=.)\+.*/, '')
  return `${dotless.includes(host) || host in sameHost ? name.replaceAll('.', '') : name}@${sameHost[host] ?? host}`
}
