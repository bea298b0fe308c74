/**
 * The file of a backup: a header line in plain text, then records, compressed and sealed. A record
 * is a line of JSON; the rows of a table follow its record in chunks.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { listReasons } from '#server/platform/config/settings.ts'

/** AES-256-GCM key, which is limited to 64 GiB of compressed data; null: no encryption. */
export type BackupKey = Uint8Array | null

/** Thrown with a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Report of a failed backup or restore for the terminal, one reason per line. */
export function formatFailure(heading: string, error: unknown): string {
  const reasons = error instanceof BackupError ? [error.message] : listReasons(error)
  return `${heading}\n${reasons.map((reason) => `  - ${reason}\n`).join('')}`
}

/** First line of the file; authenticated with the content. */
const BackupHeader = z.object({
  format: z.literal('yiqiao-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Names of the migrations whose tables the file fills. */
  migrations: z.array(z.string().check(z.regex(/^\d{14}_[\w-]{1,100}$/))),
  /** Initialisation vector of AES-256-GCM in base64; null if the file is not encrypted. */
  iv: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9+/]{16}$/))),
})
export type BackupHeader = z.output<typeof BackupHeader>

const digits = z.string().check(z.regex(/^\d{1,19}$/))
/** `first`, `last`: times of a log that is kept in months. */
const TableRecord = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
})
const EndRecord = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), digits),
})
const SecretRecord = z.object({ secretKey: z.string() })
const BackupRecord = z.union([TableRecord, EndRecord, SecretRecord])
export type TableRecord = z.output<typeof TableRecord>
export type BackupRecord = z.output<typeof BackupRecord>

/** The writer splits longer chunks, so that a reader never needs more memory than this. */
const maxChunkBytes = 1 << 20
const maxLineBytes = 1_000_000
const tagLength = 16

export const newIv = (): Buffer => randomBytes(12)

export const encodeLine = (record: BackupHeader | BackupRecord): string =>
  `${JSON.stringify(record)}\n`

/** Frames the rows of a table. */
export async function* encodeChunks(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
  for await (const chunk of rows)
    for (let start = 0; start < chunk.length; start += maxChunkBytes) {
      const part = chunk.subarray(start, start + maxChunkBytes)
      yield `${part.length}\n`
      yield part
    }
  yield '0\n'
}

/** Encrypts, and appends the tag that authenticates the header and every byte. */
export function createSealStream(key: BackupKey, iv: Buffer, headerLine: string): Transform {
  if (!key) return new PassThrough()
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(headerLine))
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

/** The last bytes are the authentication tag; a wrong one fails the stream. */
function createUnsealStream(key: Uint8Array, iv: string, headerLine: Buffer): Transform {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
    authTagLength: tagLength,
  }).setAAD(headerLine)
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([rest, chunk])
      rest = all.subarray(Math.max(0, all.length - tagLength))
      done(null, decipher.update(all.subarray(0, all.length - rest.length)))
    },
    flush(done) {
      try {
        decipher.setAuthTag(rest)
        done(null, decipher.final())
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** A file that was read to its end, authenticated if there is a key. */
export type CheckedBackup = {
  file: string
  header: BackupHeader
  headerLine: Buffer
  key: BackupKey
}

/**
 * Reads the whole file before any of it is used. With a key only a file sealed with it is accepted:
 * an attacker who can write to the folder of the backups must not choose what is restored. Throws
 * BackupError if the file is incomplete, damaged, forged, or sealed otherwise.
 */
export async function checkBackup(file: string, key: BackupKey): Promise<CheckedBackup> {
  const headerLine = await readHeaderLine(file)
  const header = parseHeader(headerLine)
  if (!header) throw new BackupError(`${file} is not a backup that this version can read.`)
  if (header.iv !== null && !key)
    throw new BackupError(`${file} is encrypted. Set BACKUP_KEY to the key that it was made with.`)
  if (header.iv === null && key)
    throw new BackupError(
      `${file} is not encrypted, and BACKUP_KEY is set: then only files encrypted with that key are restored, since anybody could have made this one. If you trust it, unset BACKUP_KEY.`,
    )
  const backup = { file, header, headerLine, key }
  await readRecords(backup, async (_, chunks) => {
    let rows = 0
    for await (const chunk of chunks) rows += countRows(chunk)
    return rows
  })
  return backup
}

/** Number of rows that end in a part of COPY's output, which escapes line breaks inside of values. */
export function countRows(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
  return rows
}

async function readHeaderLine(file: string): Promise<Buffer> {
  const reader = createReader(createReadStream(file))
  try {
    return await reader.readLine()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error
    return Buffer.alloc(0)
  } finally {
    reader.close()
  }
}

function parseHeader(line: Buffer): BackupHeader | undefined {
  try {
    return BackupHeader.parse(JSON.parse(line.toString()))
  } catch {
    return undefined
  }
}

/** Stores the rows of a table from its chunks and returns how many there are. */
type FillTable = (record: TableRecord, chunks: AsyncIterable<Buffer>) => Promise<number>

/**
 * Reads all records. Returns only after the tag was checked, so that the caller may commit then.
 * Throws BackupError if the file is incomplete or damaged.
 */
export async function readRecords(
  { file, header, headerLine, key }: CheckedBackup,
  fillTable: FillTable,
): Promise<{
  rows: Record<string, number>
  sequences: Record<string, string>
  secretKey: string | undefined
}> {
  const plain = createReadStream(file, { start: headerLine.length + 1 })
  const source =
    header.iv === null || !key ? plain : plain.pipe(createUnsealStream(key, header.iv, headerLine))
  const body = source.pipe(createGunzip())
  plain.on('error', (error) => body.destroy(error))
  source.on('error', (error: Error) => body.destroy(error))
  const reader = createReader(body)
  const rows: Record<string, number> = {}
  let secretKey: string | undefined
  try {
    for (;;) {
      const record = BackupRecord.parse(JSON.parse((await reader.readLine()).toString()))
      if ('secretKey' in record) secretKey = record.secretKey
      else if ('table' in record) {
        if (Object.hasOwn(rows, record.table)) throw new SyntaxError('a table comes twice')
        rows[record.table] = await fillTable(record, reader.readChunks())
      } else {
        if (!hasSameCounts(record.rows, rows)) throw new SyntaxError('row counts differ')
        await reader.requireEnd()
        return { rows, sequences: record.sequences, secretKey }
      }
    }
  } catch (error) {
    throw isDamaged(error)
      ? new BackupError(
          `${file} is ${header.iv === null ? 'damaged or incomplete' : 'damaged, incomplete, or encrypted with another key'}.`,
        )
      : error
  } finally {
    plain.destroy()
    body.destroy()
  }
}

/** Damaged content shows as broken compression, as a record of no known form, or as a wrong tag. */
const isDamaged = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  error instanceof z.core.$ZodError ||
  (error instanceof Error &&
    (/^Z_|ERR_CRYPTO/.test(String((error as NodeJS.ErrnoException).code)) ||
      error.message.includes('unable to authenticate data')))

/** Reads lines and chunks from a stream. */
function createReader(stream: Readable) {
  // An error before the first read is thrown by that read.
  stream.on('error', () => {})
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let buffer: Buffer = Buffer.alloc(0)
  const readMore = async () => {
    const next = await chunks.next()
    if (next.done) throw new SyntaxError('the file ends early')
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value])
  }
  const consume = (length: number) => {
    const part = buffer.subarray(0, length)
    buffer = buffer.subarray(length)
    return part
  }
  const readLine = async (): Promise<Buffer> => {
    let end: number
    while ((end = buffer.indexOf('\n')) < 0) {
      if (buffer.length > maxLineBytes) throw new SyntaxError('no line')
      await readMore()
    }
    return consume(end + 1).subarray(0, end)
  }
  return {
    readLine,
    async *readChunks(): AsyncGenerator<Buffer> {
      for (;;) {
        const length = Number((await readLine()).toString())
        if (!Number.isInteger(length) || length < 0 || length > maxChunkBytes)
          throw new SyntaxError('not a length')
        if (length === 0) return
        while (buffer.length < length) await readMore()
        yield consume(length)
      }
    },
    /** Reads to the end, which checks the authentication tag. Throws if more content follows. */
    async requireEnd(): Promise<void> {
      if (buffer.length > 0 || !(await chunks.next()).done)
        throw new SyntaxError('more than the end')
    },
    close: () => stream.destroy(),
  }
}

const hasSameCounts = (a: Record<string, number>, b: Record<string, number>) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name])
