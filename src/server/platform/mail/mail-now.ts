/** A mail that somebody waits for: it goes at once, or they are told at once that it can't. */
import type { Mail } from '#server/features/notifications/table.ts'

export type Outgoing = Pick<Mail, 'messageId' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'>
/**
 * Sends one mail, or throws. Sending the same mail again gives the same message, so that it can be
 * told to be one.
 */
export type Transport = { send: (mail: Outgoing) => Promise<void>; close: () => void }

/**
 * Throws AddressRefused, or anything else when the mail server could not be reached, did not answer
 * in time, or put the mail off.
 */
export type MailNow = (mail: Outgoing) => Promise<void>

/** The mail server takes no mail for this address, and will not later either. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Milliseconds for all of it, besides what the transport allows each step. */
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
