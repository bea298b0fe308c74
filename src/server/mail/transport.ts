/** How a mail leaves: by SMTP, or as a file where there is no mail server. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from '#server/db/schema/messages.ts'
import { withHost } from '#server/settings.ts'
import { say } from '#server/words.ts'

export type Outgoing = Pick<Mail, 'messageId' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'>
/** Sends one mail, or throws. Sending the same mail again gives the same message, so that it can be told to be one. */
export type Transport = { send: (mail: Outgoing) => Promise<void>; close: () => void }

type Settings = { mailUrl: string | undefined; mailFrom: string | undefined; publicUrl: string | undefined; dataDir: string }

/** Milliseconds that a mail server may take for each step; less than a transaction may stand idle. */
const patience = 15_000

/** `onFile` is told of every mail that became a file. */
export function mailTransport(settings: Settings, onFile: (file: string) => void): Transport {
  const { mailUrl, dataDir } = settings
  return mailUrl ? bySmtp(mailUrl, senderOf(settings)) : asFiles(join(dataDir, 'outbox'), senderOf(settings), onFile)
}

function bySmtp(url: string, from: string): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  })
  return { send: async (mail) => void (await smtp.sendMail(messageOf(mail, from))), close: () => smtp.close() }
}

/** A file is whole or not there, and a mail sent again is the same file. */
function asFiles(folder: string, from: string, onFile: (file: string) => void): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const send = async (mail: Outgoing) => {
    const { message } = await composer.sendMail(messageOf(mail, from))
    const file = join(folder, `${mail.createdAt.toISOString().replace(/\D/g, '')}-${mail.messageId}.eml`)
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
    onFile(file)
  }
  return { send, close: () => {} }
}

function messageOf({ messageId, to, subject, text, html, createdAt }: Outgoing, from: string): SendMailOptions {
  const name = `${say('zh', 'product.name')} ${say('en', 'product.name')}`
  const automatic = { 'Auto-Submitted': 'auto-generated' }
  return {
    from: { name, address: from },
    to,
    subject,
    text,
    html,
    date: createdAt,
    messageId: `<${messageId}@${from.split('@')[1]}>`,
    headers: automatic,
  }
}

/** The address set, else the one that signs in at the mail server, else one of the site's. */
function senderOf({ mailFrom, mailUrl, publicUrl }: Settings): string {
  if (mailFrom) return mailFrom
  const user = mailUrl ? decodeURIComponent(new URL(withHost(mailUrl)).username) : ''
  return user.includes('@') ? user : `no-reply@${publicUrl ? new URL(publicUrl).hostname : hostname()}`
}
