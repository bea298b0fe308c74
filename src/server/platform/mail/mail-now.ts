/** Immediate mail: sent while the caller waits, who learns at once if it fails. */
import type { Mail } from '#server/features/notifications/table.ts'

export type Outgoing = Pick<Mail, 'messageId' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'>
/** Sends one mail or throws. Sending it again produces the same Message-ID, for deduplication. */
export type Transport = { send: (mail: Outgoing) => Promise<void>; close: () => void }

/**
 * Throws AddressRefused, or another error if the mail server was unreachable, timed out or deferred
 * the mail.
 */
export type MailNow = (mail: Outgoing) => Promise<void>

/** The mail server permanently rejects this address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Milliseconds in total, in addition to the transport's limits per step. */
const timeout = 10_000

export function mailNow(transport: Transport): MailNow {
  return async (mail) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The mail server took longer than ${timeout} ms.`)),
        timeout,
      )
    })
    await Promise.race([transport.send(mail), late]).finally(() => clearTimeout(timer))
  }
}
