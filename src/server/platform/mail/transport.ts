/** Mail transport: SMTP, or files if no mail server is configured. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Log } from '#server/platform/log.ts'
import { addMissingHost, isLoopback } from '#server/platform/config/addresses.ts'
import { AddressRefused, type OutgoingMail, type Transport } from '#server/platform/mail/mail.ts'
import { t } from '#server/platform/messages.ts'

type MailSettings = {
  mailUrl: string | undefined
  mailFrom: string | undefined
  publicUrl: string | undefined
  dataDir: string
  production?: boolean
}

/**
 * Milliseconds per step of the mail server; for queued mail less than the idle timeout of a
 * transaction.
 */
const deliveries = {
  later: { timeout: 15_000, connections: { pool: true, maxConnections: 2 } },
  /** Separate connection, so that it does not queue behind other mails. */
  now: { timeout: 5_000, connections: {} },
} as const

/** `onFile` is called for every mail written to a file. `now`: the caller waits for the result. */
export function createMailTransport(
  settings: MailSettings,
  onFile: (file: string) => void,
  delivery: keyof typeof deliveries = 'later',
): Transport {
  const { mailUrl, dataDir, production = false } = settings
  return mailUrl
    ? createSmtpTransport(
        mailUrl,
        findSender(settings),
        delivery,
        production && !isLoopback(new URL(addMissingHost(mailUrl)).hostname),
      )
    : createFileTransport(join(dataDir, 'outbox'), findSender(settings), onFile)
}

/**
 * `requiresTls`: requires TLS before anything is sent, credentials included; with `smtp:` it is
 * otherwise up to the server.
 */
function createSmtpTransport(
  url: string,
  from: string,
  delivery: keyof typeof deliveries,
  requiresTls: boolean,
): Transport {
  const { timeout, connections } = deliveries[delivery]
  const timeouts = {
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
  let transporter: Promise<Transporter> | undefined
  const open = async () =>
    (await importMailer()).createTransport({
      url: requiresTls ? requireTlsInUrl(url) : url,
      ...connections,
      ...timeouts,
    })
  const send = async (mail: OutgoingMail) => {
    const smtp = await (transporter ??= open())
    await smtp.sendMail(toMessage(mail, from)).catch((reason: unknown) => {
      throw isAddressRefusal(reason)
        ? new AddressRefused('The mail server refuses the address.', { cause: reason })
        : reason
    })
  }
  return {
    send,
    close: () =>
      void transporter?.then(
        (smtp) => smtp.close(),
        () => {},
      ),
  }
}

/** Loaded with the first mail, since it is a tenth of all code that the server would load. */
const importMailer = () => import('nodemailer')

/** Options in the URL override all others, so TLS is required there. */
function requireTlsInUrl(text: string): string {
  const url = new URL(text)
  for (const name of ['ignoreTLS', 'opportunisticTLS']) url.searchParams.delete(name)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** 4xx responses are temporary. */
function isAddressRefusal(reason: unknown): boolean {
  const { command, responseCode = 0 } = reason as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode >= 500
}

/** Logged, so that someone who misses the mail finds the file. */
export const logMailFile = (log: Log, file: string): void =>
  log.info('mail written to a file, because MAIL_URL is not set', { file })

/** Files are written atomically; sending a mail again overwrites its file. */
function createFileTransport(
  folder: string,
  from: string,
  onFile: (file: string) => void,
): Transport {
  const send = async (mail: OutgoingMail) => {
    const { createTransport } = await importMailer()
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await composer.sendMail(toMessage(mail, from))
    const file = join(
      folder,
      `${mail.createdAt.toISOString().replace(/\D/g, '')}-${mail.messageId}.eml`,
    )
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
    onFile(file)
  }
  return { send, close: () => {} }
}

function toMessage(
  { messageId, to, subject, text, html, createdAt, attachments }: OutgoingMail,
  from: string,
): SendMailOptions {
  const name = `${t('zh', 'product.name')} ${t('en', 'product.name')}`
  const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  return {
    from: { name, address: from },
    // An object is taken literally; in a string, commas and brackets could add recipients.
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: (attachments ?? []).map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
      encoding: 'base64',
    })),
    date: createdAt,
    messageId: `<${messageId}@${from.split('@')[1]}>`,
    headers: automaticHeaders,
  }
}

/** The configured sender, else the mail server's user, else no-reply at the site's host. */
function findSender({ mailFrom, mailUrl, publicUrl }: MailSettings): string {
  if (mailFrom) return mailFrom
  const user = mailUrl ? decodeURIComponent(new URL(addMissingHost(mailUrl)).username) : ''
  return user.includes('@')
    ? user
    : `no-reply@${publicUrl ? new URL(publicUrl).hostname : hostname()}`
}
