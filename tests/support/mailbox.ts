/** Where the mails end that somebody waits for: kept, and read. */
import type { MailNow, Outgoing } from '#server/platform/mail/mail-now.ts'

export function newMailbox() {
  const mails: Outgoing[] = []
  const mailNow: MailNow = async (mail) => void mails.push(mail)
  return {
    mails,
    mailNow,
    /** The six digits of the last mail to an address; empty when there is none. */
    codeFor: (address: string) => codeIn(mails.findLast(({ to }) => to === address)?.text),
  }
}

export const codeIn = (text = ''): string => /\d{6}/.exec(text)?.[0] ?? ''
