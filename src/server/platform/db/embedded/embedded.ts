/** Embedded PostgreSQL with data in DATA_DIR; starts, stops and restarts with this process. */
import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { accountFor } from './account.ts'
import { claim, Claimed, type Claim } from './claim.ts'
import { ensureCluster } from './cluster.ts'
import { askToStop, port, runningOn, startOn, stopOn } from './postmaster.ts'
import { findProgram, type Program } from './program.ts'

export type Embedded = {
  /** Address of one of its databases. */
  url: (database: string) => string
  /** Creates a database, empty or from a template. Returns false if it exists. */
  create: (database: string, template?: string) => Promise<boolean>
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** As in postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /** Called after PostgreSQL died: it was restarted, or could not be. */
  onTrouble?: (what: 'restarted' | 'gone', why?: unknown) => void
  /** Milliseconds to wait for another process to release the data. */
  patience?: number
}

/** Milliseconds for a start; restarted while PostgreSQL answers that it is recovering. */
const startTime = 20_000
const durable = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: '1.1',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
}

/**
 * Connects by a socket inside the data folder and takes over a server left running by a killed
 * process. Throws an error with cause and remedy.
 */
export async function startEmbedded(
  dataDir: string,
  { settings = {}, onTrouble = () => {}, patience = 3_000 }: EmbeddedOptions = {},
): Promise<Embedded> {
  const home = join(resolve(dataDir), 'postgres')
  const { program, cluster } = await prepare(home).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall && error.path
      ? new Error(
          `This user can’t keep data in ${home} (${error.message}). Start as the user who made it, or set DATA_DIR to another folder.`,
        )
      : error
  })
  const log = join(home, 'log')
  const sockets = socketFolder(cluster)
  const get = () => running(cluster, program, { ...durable, ...settings }, log, sockets, patience)

  let locked = await get().catch((error: unknown) => {
    throw error instanceof Claimed
      ? new Error(
          `The data in ${resolve(dataDir)} is in use by ${error.message}. Stop that, or set DATA_DIR to another folder.`,
        )
      : error
  })
  let stopping = false
  const onExit = () => void askToStop(cluster)
  process.on('exit', onExit)

  const watch = () => locked.onLost(() => void startAgain())
  const startAgain = async () => {
    if (stopping) return
    try {
      locked = await get()
      onTrouble('restarted')
      watch()
    } catch (error) {
      onTrouble('gone', error)
    }
  }
  watch()

  return {
    url: (database) => addressOf(sockets, database),
    create: (database, template) => createDatabase(locked, database, template),
    async stop() {
      stopping = true
      process.off('exit', onExit)
      await stopOn(cluster)
      await locked.release()
    },
  }
}

async function prepare(home: string): Promise<{ program: Program; cluster: string }> {
  const account = accountFor(join(home, 'cluster'))
  const program = findProgram(account)
  return { program, cluster: await ensureCluster(home, program, account) }
}

/** Address of a database served by another process from this folder; undefined if none runs. */
export function addressOfRunning(dataDir: string, database: string): string | undefined {
  const cluster = join(resolve(dataDir), 'postgres', 'cluster')
  return runningOn(cluster) ? addressOf(socketFolder(cluster), database) : undefined
}

const addressOf = (sockets: string, database: string) =>
  `postgres://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&port=${port}&sslmode=disable`

/** Resolves when PostgreSQL runs on the cluster and this process has the claim. */
async function running(
  cluster: string,
  program: Program,
  settings: Record<string, string>,
  log: string,
  sockets: string,
  timeout: number,
): Promise<Claim> {
  let child: ChildProcess | undefined
  for (let until = Date.now() + startTime; ; await wait(15)) {
    if (!runningOn(cluster) && !(child && isRunning(child))) {
      if (child && Date.now() > until)
        throw new Error(
          `PostgreSQL does not start in ${cluster}. Its log ${log} ends with:\n${tail(log)}`,
        )
      if (child) await wait(200)
      child = startOn(cluster, program, settings, log)
    }
    try {
      return await claim(sockets, port, timeout)
    } catch (error) {
      if (error instanceof Claimed) throw error
      if (isRecovering(error)) until = Date.now() + startTime
      else if (Date.now() > until)
        throw new Error(
          `PostgreSQL does not answer in ${cluster}. Its log ${log} ends with:\n${tail(log)}`,
          { cause: error },
        )
    }
  }
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

/** “the database system is starting up”. */
const isRecovering = (error: unknown) => (error as { code?: string }).code === '57P03'

async function createDatabase(
  locked: Claim,
  database: string,
  template?: string,
): Promise<boolean> {
  try {
    await locked.query(`create database "${database}"${template ? ` template "${template}"` : ''}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '42P04') return false
    throw error
  }
}

/**
 * A socket path is limited to 107 bytes (103 on macOS). On Linux a longer one is reached through
 * the short path of an open file descriptor.
 */
function socketFolder(cluster: string): string {
  const length = Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`))
  if (length <= (process.platform === 'linux' ? 107 : 103)) return cluster
  if (process.platform !== 'linux')
    throw new Error(
      `The path of DATA_DIR is too long for PostgreSQL's socket: ${cluster}. Set DATA_DIR to a shorter one.`,
    )
  return `/proc/${process.pid}/fd/${openSync(cluster, 'r')}`
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
