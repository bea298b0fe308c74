/** Reads the mails that a server without SMTP writes to its outbox folder. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeIn } from '#tests/support/mailbox.ts'

export type ParsedMail = { headers: Map<string, string>; subject: string; text: string; html: string }

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
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r?\n/, '')))
  const partOf = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))
  return {
    headers,
    subject: decodedWords(headers.get('subject') ?? ''),
    text: decoded(partOf('text/plain')),
    html: decoded(partOf('text/html')),
  }
}

type Part = { headers: Map<string, string>; body: string }

function split(source: string): Part {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: new Map(pairs), body: rest.join('\r\n\r\n') }
}

function decoded(part: Part | undefined): string {
  if (!part) return ''
  const way = part.headers.get('content-transfer-encoding')
  if (way === 'base64') return Buffer.from(part.body, 'base64').toString()
  return way === 'quoted-printable' ? unquoted(part.body.replace(/=\r?\n/g, '')) : part.body
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()

/** Decodes encoded words of a header (RFC 2047). */
const decodedWords = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    )
