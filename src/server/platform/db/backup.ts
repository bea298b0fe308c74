/**
 * Logical backups: all rows of one snapshot in one file, written while the server runs. The
 * embedded PostgreSQL includes no pg_dump, so the rows are copied by COPY and the tables come from
 * the program's own migrations.
 */
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  type BackupKey,
  countRows,
  createSealStream,
  encodeChunks,
  encodeLine,
  newIv,
} from '#server/platform/db/backup-file.ts'

type BackupResult = { tables: number; rows: number; bytes: number }

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
    const iv = newIv()
    const headerLine = encodeLine({
      format: 'yiqiao-backup',
      version: 1,
      createdAt: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      iv: key && iv.toString('base64'),
    })
    const counts = { tables: 0, rows: 0 }
    const out = createWriteStream(partFile, { mode: 0o600 })
    out.write(headerLine)
    await pipeline(
      Readable.from(createBody(client, secretKey, counts)),
      createGzip({ level: 4 }),
      createSealStream(key, iv, headerLine.trimEnd()),
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

async function* createBody(
  client: Client,
  secretKey: string | undefined,
  counted: { tables: number; rows: number },
): AsyncGenerator<Buffer | string> {
  const rows: Record<string, number> = {}
  if (secretKey !== undefined) yield encodeLine({ secretKey })
  for (const { table, columns, partitionKey } of await listTables(client)) {
    const [range] = partitionKey
      ? (
          await client.query<{ first: string | null; last: string | null }>(
            `select min(${partitionKey})::text as first, max(${partitionKey})::text as last from ${table}`,
          )
        ).rows
      : []
    yield encodeLine({
      table,
      columns,
      first: range?.first ?? null,
      last: range?.last ?? null,
    })
    const copy = client.query(copyTo(`copy (select ${columns.join()} from ${table}) to stdout`))
    // The stream's own count may arrive after its end.
    rows[table] = 0
    const countAll = async function* () {
      for await (const chunk of copy as AsyncIterable<Buffer>) {
        rows[table]! += countRows(chunk)
        yield chunk
      }
    }
    yield* encodeChunks(countAll())
    counted.tables++
    counted.rows += rows[table]
  }
  // Sequences are outside the snapshot: read last, they are past every number in it.
  const sequences = await listSequences(client)
  yield encodeLine({
    end: true,
    rows,
    sequences: Object.fromEntries(
      sequences.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])),
    ),
  })
}

/** `partitionKey`: the time of a log that is kept in months. Names are quoted where necessary. */
export type CopiedTable = { table: string; columns: string[]; partitionKey: string | null }

/** Tables to copy, each after those that it refers to; partitions are copied with their table. */
export async function listTables(client: ClientBase): Promise<CopiedTable[]> {
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

/** `last`: null if the sequence was never used. */
export async function listSequences(
  client: ClientBase,
): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select format('%I', sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = current_schema()`,
  )
  return rows
}

async function connectClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'yiqiao backup' })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}
