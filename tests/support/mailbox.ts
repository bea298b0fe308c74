/** In-memory mailbox for mails that are sent immediately. */
import type { MailNow, Outgoing } from '#server/platform/mail/mail.ts'

export function newMailbox() {
  const mails: Outgoing[] = []
  const mailNow: MailNow = async (mail) => void mails.push(mail)
  return {
    mails,
    mailNow,
    /** Six-digit code of the last mail to an address, or an empty string. */
    codeFor: (address: string) => codeIn(mails.findLast(({ to }) => to === address)?.text),
  }
}

export const codeIn = (text = ''): string => /\d{6}/.exec(text)?.[0] ?? ''
