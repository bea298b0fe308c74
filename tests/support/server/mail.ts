/** Mailboxes for tests: in memory, as outbox files, and an SMTP server that can fail. */
import type { MailNow, OutgoingMail } from '#server/platform/mail/mail.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** In-memory mailbox for mails that are sent immediately. */
export function newMailbox() {
  const mails: OutgoingMail[] = []
  const mailNow: MailNow = async (mail) => void mails.push(mail)
  return {
    mails,
    mailNow,
    /** Six-digit code of the last mail to an address, or an empty string. */
    codeFor: (address: string) => codeIn(mails.findLast(({ to }) => to === address)?.text),
  }
}

export const codeIn = (text = ''): string => /\d{6}/.exec(text)?.[0] ?? ''

type ParsedMail = { headers: Map<string, string>; subject: string; text: string; html: string }

/** Reads the mails that a server without SMTP writes to its outbox folder. */
export function outbox(dataDir: string) {
  const folder = join(dataDir, 'outbox')
  /** Latest mail to an address. */
  async function lastTo(address: string): Promise<ParsedMail | undefined> {
    const names = (await readdir(folder).catch((): string[] => []))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
    const mails = await Promise.all(
      names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.findLast(({ headers }) => headers.get('to')?.includes(address))
  }
  return {
    folder,
    lastTo,
    codeFor: async (address: string) => codeIn((await lastTo(address))?.text),
  }
}

/** Parses a multipart mail with a plain and an HTML part. */
export function readMail(source: string): ParsedMail {
  const { headers, body } = splitHeaders(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => splitHeaders(part.replace(/^\r?\n/, '')))
  const partOf = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))
  return {
    headers,
    subject: decodeHeader(headers.get('subject') ?? ''),
    text: decodeBody(partOf('text/plain')),
    html: decodeBody(partOf('text/html')),
  }
}

type Part = { headers: Map<string, string>; body: string }

function splitHeaders(source: string): Part {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: new Map(pairs), body: rest.join('\r\n\r\n') }
}

function decodeBody(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString()
  return encoding === 'quoted-printable'
    ? decodeQuotedPrintable(part.body.replace(/=\r?\n/g, ''))
    : part.body
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()

/** Decodes encoded words of a header (RFC 2047). */
const decodeHeader = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    )

/** SMTP server that records mails and injects typical failures. */
export type SmtpBehaviour =
  | 'accepts'
  /** 451 for every mail. */
  | 'defers mails'
  /** 450 for every recipient. */
  | 'greylists'
  /** 550 for every recipient. */
  | 'rejects recipients'
  /** Accepts the connection but never responds. */
  | 'never responds'
  /** Receives the mail but does not confirm it. */
  | 'never confirms'
  /** Closes the connection during the mail. */
  | 'disconnects'

/** `host`: address to listen on. */
export async function smtpServer(initial: SmtpBehaviour = 'accepts', host = '127.0.0.1') {
  const received: string[] = []
  const commands: string[] = []
  const openSockets = new Set<Socket>()
  let behaviour = initial
  const serveClient = (socket: Socket) => {
    let buffer = ''
    let message: string | undefined
    const reply = (line: string) => socket.write(`${line}\r\n`)
    openSockets.add(socket)
    socket.on('close', () => openSockets.delete(socket))
    if (behaviour !== 'never responds') reply('220 test')
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (text: string) => {
      buffer += text
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (message === undefined) commands.push(line)
        if (message !== undefined && line !== '.') message += `${line}\r\n`
        else if (message !== undefined) {
          if (behaviour === 'never confirms') return
          received.push(message)
          message = undefined
          reply('250 kept')
        } else if (/^EHLO/i.test(line)) reply('250 test')
        else if (/^STARTTLS/i.test(line)) reply('502 5.5.1 no encryption here')
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else if (behaviour === 'defers mails' && /^MAIL/i.test(line)) reply('451 not now')
        else if (behaviour === 'greylists' && /^RCPT/i.test(line))
          reply('450 4.2.0 greylisted, come again later')
        else if (behaviour === 'rejects recipients' && /^RCPT/i.test(line))
          reply(`550 5.1.1 ${line.slice(8)} no such user here`)
        else if (/^DATA/i.test(line)) {
          message = ''
          if (behaviour === 'disconnects') return void socket.destroy()
          reply('354 go on')
        } else reply('250 yes')
      }
    })
  }
  const server = createServer(serveClient)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    received,
    /** SMTP commands received, without message bodies. */
    commands,
    setBehaviour: (next: SmtpBehaviour) => (behaviour = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        openSockets.forEach((socket) => socket.destroy())
      }),
  }
}
