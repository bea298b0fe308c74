/**
 * Logical backups: all rows of one snapshot in one file, written while the server runs. The
 * embedded PostgreSQL includes no pg_dump, so the rows are copied by COPY and the tables come from
 * the program's own migrations.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { InvalidSettingsError } from '#server/platform/config/settings.ts'
import { describeError } from '#server/platform/log.ts'

/** First line of the file, in plain text. */
type BackupHeader = {
  format: 'yiqiao-backup'
  version: 1
  createdAt: string
  /** Names of the migrations whose tables the file fills. */
  migrations: string[]
  /** Initialisation vector of AES-256-GCM in base64; null if the file is not encrypted. */
  iv: string | null
}

type BackupResult = { tables: number; rows: number; bytes: number }
/** AES-256-GCM key, which is limited to 64 GiB of compressed data; null: no encryption. */
export type BackupKey = Uint8Array | null

/** Thrown with a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Report of a failed backup or restore for the terminal, one reason per line. */
export function formatFailure(heading: string, error: unknown): string {
  const reasons =
    error instanceof InvalidSettingsError
      ? error.sentences
      : [error instanceof BackupError ? error.message : describeError(error)]
  return `${heading}\n${reasons.map((reason) => `  - ${reason}\n`).join('')}`
}

const tagLength = 16

type TableHeader = { table: string; columns: string[]; first: string | null; last: string | null }
type BackupEnd = { end: true; rows: Record<string, number>; sequences: Record<string, string> }
type BackupSecret = { secretKey: string }

/**
 * Writes the file under another name first, so that no incomplete file has the final one.
 * `secretKey` is the text of the key file beside an embedded database, without which its encrypted
 * secrets would be lost.
 */
export async function writeBackup(
  url: string,
  file: string,
  { key, secretKey }: { key: BackupKey; secretKey?: string | undefined },
): Promise<BackupResult> {
  const client = await connectClient(url)
  const partFile = `${file}.part`
  try {
    await client.query('begin isolation level repeatable read, read only')
    await openSnapshots(url, client)
    const { rows } = await client.query<{ name: string }>(
      'select name from migrations order by name',
    )
    const iv = key && randomBytes(12)
    const header: BackupHeader = {
      format: 'yiqiao-backup',
      version: 1,
      createdAt: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      iv: iv && iv.toString('base64'),
    }
    const counts = { tables: 0, rows: 0 }
    const out = createWriteStream(partFile, { mode: 0o600 })
    out.write(`${JSON.stringify(header)}\n`)
    await pipeline(
      Readable.from(createBody(client, secretKey, counts)),
      createGzip({ level: 4 }),
      key && iv ? createEncryptStream(key, iv, header) : new PassThrough(),
      out,
    )
    await syncFile(partFile)
    await rename(partFile, file)
    return { ...counts, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(partFile, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Each machine of a cluster has a snapshot of its own, taken by the first statement there. A
 * transaction on several machines always writes a reference table too, so a brief lock on these
 * tables makes the snapshots consistent.
 */
async function openSnapshots(url: string, client: Client): Promise<void> {
  const lockClient = await connectClient(url)
  try {
    const { rows } = await lockClient.query<{ split: boolean }>(
      "select to_regclass('pg_catalog.pg_dist_partition') is not null as split",
    )
    if (!rows[0]!.split) return
    const { rows: tables } = await lockClient.query<{ name: string }>(
      "select logicalrelid::text as name from pg_dist_partition where partmethod = 'n' and repmodel = 't'",
    )
    if (tables.length === 0) return
    await lockShared(
      lockClient,
      tables.map(({ name }) => name),
    )
    // One connection to each machine, so that all statements have its snapshot.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1')
    await client.query('select from users limit 1')
  } finally {
    await lockClient.end()
  }
}

const maxLockTries = 100

/** Waits for a lock for less than PostgreSQL's deadlock_timeout, so that no writer is cancelled. */
async function lockShared(client: Client, tables: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query("begin; set local lock_timeout = '500ms'")
      await client.query(`lock table ${tables.join()} in share mode`)
      return
    } catch (error) {
      await client.query('rollback')
      if (tries === maxLockTries || (error as { code?: string }).code !== '55P03') throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()))
    }
  }
}

/** Reads the first line. Throws BackupError if the file is no backup. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const source = createReader(createReadStream(file))
  try {
    const header = JSON.parse(await source.readLine()) as BackupHeader
    if (header.format === 'yiqiao-backup' && header.version === 1) return header
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error
  } finally {
    source.close()
  }
  throw new BackupError(`${file} is not a backup that this version can read.`)
}

/** Throws BackupError if the database has accounts. It need not be migrated. */
export async function requireEmpty(url: string): Promise<void> {
  const client = await connectClient(url)
  try {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      "select to_regclass('users') is not null as exists",
    )
    if (!tables[0]!.exists) return
    const { rows } = await client.query<{ accounts: string }>(
      'select count(*) as accounts from users',
    )
    if (rows[0]!.accounts !== '0')
      throw new BackupError(
        `The database is not empty: it has ${rows[0]!.accounts} accounts. Restore into an empty DATA_DIR or database.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * Fills the tables of a migrated database without users, all or nothing. Throws BackupError if the
 * file is incomplete, damaged, or encrypted with another key.
 */
export async function readBackup(
  url: string,
  file: string,
  key: BackupKey,
): Promise<BackupResult & { secretKey: string | undefined }> {
  const header = await readHeader(file)
  if (header.iv !== null && !key)
    throw new BackupError(`${file} is encrypted. Set BACKUP_KEY to the key that it was made with.`)
  const client = await connectClient(url)
  const plain = createReadStream(file, { start: JSON.stringify(header).length + 1 })
  const source = header.iv === null || !key ? plain : plain.pipe(createDecryptStream(key, header))
  const body = source.pipe(createGunzip())
  const reader = createReader(body)
  plain.on('error', (error) => body.destroy(error))
  source.on('error', (error: Error) => body.destroy(error))
  try {
    await client.query('begin')
    const result = await fillTables(client, reader)
    await client.query('commit')
    return { ...result, bytes: (await stat(file)).size }
  } catch (error) {
    throw isDamaged(error)
      ? new BackupError(
          `${file} is ${header.iv === null ? 'damaged or incomplete' : 'damaged, incomplete, or encrypted with another key'}. Nothing was restored.`,
        )
      : error
  } finally {
    plain.destroy()
    await client.end()
  }
}

async function* createBody(
  client: Client,
  secretKey: string | undefined,
  counted: { tables: number; rows: number },
): AsyncGenerator<Buffer | string> {
  const rows: Record<string, number> = {}
  if (secretKey !== undefined) yield jsonLine({ secretKey } satisfies BackupSecret)
  for (const { table, columns, partitionKey } of await listTables(client)) {
    const [range] = partitionKey
      ? (
          await client.query<{ first: string | null; last: string | null }>(
            `select min(${partitionKey})::text as first, max(${partitionKey})::text as last from ${table}`,
          )
        ).rows
      : []
    yield jsonLine({
      table,
      columns,
      first: range?.first ?? null,
      last: range?.last ?? null,
    } satisfies TableHeader)
    const copy = client.query(copyTo(`copy (select ${columns.join()} from ${table}) to stdout`))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      yield `${chunk.length}\n`
      yield chunk
    }
    yield '0\n'
    rows[table] = copy.rowCount
    counted.tables++
    counted.rows += copy.rowCount
  }
  // Sequences are outside the snapshot: read last, they are past every number in it.
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select format('%I', sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  )
  yield jsonLine({
    end: true,
    rows,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  } satisfies BackupEnd)
}

type BackupReader = ReturnType<typeof createReader>

async function fillTables(
  client: Client,
  source: BackupReader,
): Promise<Omit<BackupResult, 'bytes'> & { secretKey: string | undefined }> {
  // Deletes the rows that migrations inserted; the file contains them.
  for (const { table } of (await listTables(client)).toReversed())
    await client.query(`delete from ${table}`)
  const filled: Record<string, number> = {}
  let secretKey: string | undefined
  for (;;) {
    const next = JSON.parse(await source.readLine()) as TableHeader | BackupEnd | BackupSecret
    if ('secretKey' in next) secretKey = next.secretKey
    else if ('table' in next) filled[next.table] = await fillTable(client, next, source)
    else {
      if (!hasSameCounts(next.rows, filled)) throw new SyntaxError('row counts differ')
      for (const [name, last] of Object.entries(next.sequences))
        await client.query('select setval($1, $2)', [name, last])
      await source.requireEnd()
      const rows = Object.values(filled).reduce((sum, count) => sum + count, 0)
      return { tables: Object.keys(filled).length, rows, secretKey }
    }
  }
}

async function fillTable(
  client: Client,
  { table, columns, first, last }: TableHeader,
  source: BackupReader,
): Promise<number> {
  if (first !== null && last !== null)
    await client.query('select make_log_months($1, $2::timestamptz, $3::timestamptz)', [
      table,
      first,
      last,
    ])
  const copy = client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin`))
  const chunks = async function* () {
    for (;;) {
      const length = Number(await source.readLine())
      if (!Number.isSafeInteger(length)) throw new SyntaxError('not a length')
      if (length === 0) return
      yield await source.readBytes(length)
    }
  }
  await pipeline(Readable.from(chunks()), copy)
  return copy.rowCount
}

/** Tables to copy, each after those that it refers to; partitions are copied with their table. */
async function listTables(
  client: Client,
): Promise<{ table: string; columns: string[]; partitionKey: string | null }[]> {
  const { rows } = await client.query<{
    table: string
    columns: string[]
    refers: string[]
    partitionKey: string | null
  }>(`select format('%I', c.relname) as table,
      array(select format('%I', a.attname) from pg_attribute a where a.attrelid = c.oid
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct format('%I', o.relname) from pg_constraint f join pg_class o on o.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and o.oid <> c.oid) as refers,
      (select format('%I', a.attname) from pg_partitioned_table p join pg_attribute a
        on a.attrelid = c.oid and a.attnum = p.partattrs[0] where p.partrelid = c.oid) as "partitionKey"
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'migrations' order by c.relname`)
  const ordered: typeof rows = []
  while (ordered.length < rows.length) {
    const placed = new Set(ordered.map(({ table }) => table))
    const ready = rows.filter(
      ({ table, refers }) => !placed.has(table) && refers.every((other) => placed.has(other)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...ready)
  }
  return ordered
}

async function connectClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'yiqiao backup' })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/** The header is authenticated with the content. */
const toAuthenticatedData = (header: BackupHeader) => Buffer.from(JSON.stringify(header))

function createEncryptStream(key: Uint8Array, iv: Buffer, header: BackupHeader): Transform {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(toAuthenticatedData(header))
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

/** The last bytes are the authentication tag; a wrong one fails the stream. */
function createDecryptStream(key: Uint8Array, header: BackupHeader): Transform {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(header.iv!, 'base64'), {
    authTagLength: tagLength,
  }).setAAD(toAuthenticatedData(header))
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

/** Damaged content shows as broken compression, as text that is no JSON, or as a wrong tag. */
const isDamaged = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error &&
    (/^Z_|ERR_CRYPTO/.test(String((error as NodeJS.ErrnoException).code)) ||
      error.message.includes('unable to authenticate data')))

const maxLineBytes = 1_000_000

/** Reads lines and numbers of bytes from a stream. */
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
  return {
    async readLine(): Promise<string> {
      let end: number
      while ((end = buffer.indexOf('\n')) < 0) {
        if (buffer.length > maxLineBytes) throw new SyntaxError('no line')
        await readMore()
      }
      return consume(end + 1)
        .subarray(0, end)
        .toString()
    },
    async readBytes(length: number): Promise<Buffer> {
      while (buffer.length < length) await readMore()
      return consume(length)
    },
    /** Reads to the end, which checks the authentication tag. Throws if more content follows. */
    async requireEnd(): Promise<void> {
      if (buffer.length > 0 || !(await chunks.next()).done)
        throw new SyntaxError('more than the end')
    },
    close: () => stream.destroy(),
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}

const jsonLine = (value: object) => `${JSON.stringify(value)}\n`
const hasSameCounts = (a: Record<string, number>, b: Record<string, number>) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name])
