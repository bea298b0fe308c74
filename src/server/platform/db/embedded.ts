/** The embedded PostgreSQL: one cluster per data directory, started, claimed and stopped. */
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import type { ChildProcess } from 'node:child_process'
import {
  openSync,
  readFileSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  findAccount,
  type Account,
  requestStop,
  port,
  findServerPid,
  startServer,
  stopServer,
  isAlive,
  findProgram,
  type Program,
} from '#server/platform/db/postmaster.ts'
import { Client } from 'pg'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Name of the server's database in the embedded PostgreSQL. */
export const databaseName = 'app'

/** Embedded PostgreSQL with data in DATA_DIR; starts, stops and restarts with this process. */
export type EmbeddedDatabase = {
  /** Address of one of its databases. */
  url: (database: string) => string
  /** Creates a database, empty or from a template. Returns false if it exists. */
  create: (database: string, template?: string) => Promise<boolean>
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  /** As in postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /**
   * Called after PostgreSQL died. `down`: it does not start yet, as with a full disk, and is tried
   * again. `restarted`: it runs again. `gone`: another process has taken the data.
   */
  onStateChange?: (state: 'down' | 'restarted' | 'gone', error?: unknown) => void
  /** Milliseconds to wait for another process to release the data. */
  timeout?: number
}

/**
 * Milliseconds for a start; the time begins anew while PostgreSQL reports that it is recovering.
 */
const startTimeout = 20_000
/** Milliseconds between attempts to start a PostgreSQL that died. */
const restartDelay = 2_000
const defaultSettings = {
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
  { settings = {}, onStateChange = () => {}, timeout = 3_000 }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const home = join(resolve(dataDir), 'postgres')
  const { program, cluster } = await prepareCluster(home).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall && error.path
      ? new Error(
          `This user can’t keep data in ${home} (${error.message}). Start as the user who made it, or set DATA_DIR to another folder.`,
        )
      : error
  })
  const log = join(home, 'log')
  const socketFolder = findSocketFolder(cluster)
  let isStopping = false
  const startAndClaimCluster = () =>
    startUntilClaimed(
      cluster,
      program,
      { ...defaultSettings, ...settings },
      { log, socketFolder, timeout, isStopping: () => isStopping },
    )

  let claim = await startAndClaimCluster().catch((error: unknown) => {
    throw error instanceof ClusterInUse
      ? new Error(
          `The data in ${resolve(dataDir)} is in use by ${error.message}. Stop that, or set DATA_DIR to another folder.`,
        )
      : error
  })
  const onExit = () => void requestStop(cluster)
  process.on('exit', onExit)

  let restarting: Promise<void> | undefined
  const watch = () => claim.onLost(() => void (restarting = startAgain()))
  const startAgain = async () => {
    for (let isDown = false; ;) {
      if (isStopping) return
      try {
        claim = await startAndClaimCluster()
        if (isStopping) return
        onStateChange('restarted')
        return watch()
      } catch (error) {
        if (isStopping) return
        if (error instanceof ClusterInUse) return onStateChange('gone', error)
        if (!isDown) onStateChange('down', error)
        isDown = true
        await wait(restartDelay)
      }
    }
  }
  watch()

  return {
    url: (database) => toAddress(socketFolder, database),
    create: (database, template) => createDatabase(claim, database, template),
    async stop() {
      isStopping = true
      process.off('exit', onExit)
      await restarting
      await stopServer(cluster)
      await claim.release()
    },
  }
}

async function prepareCluster(home: string): Promise<{ program: Program; cluster: string }> {
  const account = findAccount(join(home, 'cluster'))
  const program = findProgram(account)
  return { program, cluster: await ensureCluster(home, program, account) }
}

/** Address of a database served by another process from this folder; undefined if none runs. */
export function findRunningAddress(dataDir: string, database: string): string | undefined {
  const cluster = join(resolve(dataDir), 'postgres', 'cluster')
  return findServerPid(cluster) ? toAddress(findSocketFolder(cluster), database) : undefined
}

const toAddress = (socketFolder: string, database: string) =>
  `postgres://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}&port=${port}&sslmode=disable`

/** Resolves when PostgreSQL runs on the cluster and this process has the claim. */
async function startUntilClaimed(
  cluster: string,
  program: Program,
  settings: Record<string, string>,
  {
    log,
    socketFolder,
    timeout,
    isStopping,
  }: { log: string; socketFolder: string; timeout: number; isStopping: () => boolean },
): Promise<ClusterClaim> {
  let child: ChildProcess | undefined
  for (let until = Date.now() + startTimeout; ; await wait(15)) {
    if (isStopping()) throw new Error('The process is ending.')
    if (!findServerPid(cluster) && !(child && isRunning(child))) {
      if (child && Date.now() > until)
        throw new Error(
          `PostgreSQL does not start in ${cluster}. Its log ${log} ends with:\n${readLogEnd(log)}`,
        )
      if (child) await wait(200)
      child = startServer(cluster, program, settings, log)
    }
    try {
      return await claimCluster(socketFolder, timeout)
    } catch (error) {
      if (error instanceof ClusterInUse) throw error
      if (isRecovering(error)) until = Date.now() + startTimeout
      else if (Date.now() > until)
        throw new Error(
          `PostgreSQL does not answer in ${cluster}. Its log ${log} ends with:\n${readLogEnd(log)}`,
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
  clusterClaim: ClusterClaim,
  database: string,
  template?: string,
): Promise<boolean> {
  try {
    await clusterClaim.query(
      `create database "${database}"${template ? ` template "${template}"` : ''}`,
    )
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
function findSocketFolder(cluster: string): string {
  const length = Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`))
  if (length <= (process.platform === 'linux' ? 107 : 103)) return cluster
  if (process.platform !== 'linux')
    throw new Error(
      `The path of DATA_DIR is too long for PostgreSQL's socket: ${cluster}. Set DATA_DIR to a shorter one.`,
    )
  return `/proc/${process.pid}/fd/${openSync(cluster, 'r')}`
}

function readLogEnd(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}

const claimLock = advisoryLocks.embeddedCluster

/** Exclusive claim on a cluster: an advisory lock held by an open connection of this process. */
type ClusterClaim = {
  /** Called once if the connection breaks without `release`. */
  onLost: (listener: () => void) => void
  query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>
  release: () => Promise<void>
}

/** Thrown if another live process has the claim. */
class ClusterInUse extends Error {
  override name = 'ClusterInUse'
}

/**
 * Throws ClusterInUse if another process still has the claim after `timeout` milliseconds, or the
 * driver's error if it cannot connect.
 */
async function claimCluster(socketFolder: string, timeout: number): Promise<ClusterClaim> {
  const client = new Client({
    host: socketFolder,
    port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: `process ${process.pid}`,
  })
  let isReleased = false
  let isLost = false
  let listener = () => {}
  client.on('error', () => {})
  client.on('end', () => {
    isLost = true
    if (!isReleased) listener()
  })
  await client.connect()
  try {
    for (const until = Date.now() + timeout; !(await tryLock(client)); await wait(50)) {
      if (Date.now() > until) throw new ClusterInUse(await findLockHolder(client))
    }
  } catch (error) {
    isReleased = true
    await client.end().catch(() => {})
    throw error
  }
  return {
    onLost(newListener) {
      listener = newListener
      if (isLost && !isReleased) newListener()
    },
    query: (sql) => client.query(sql),
    async release() {
      isReleased = true
      await client.end().catch(() => {})
    },
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(
    `select pg_try_advisory_lock(${claimLock}) as ok`,
  )
  return rows[0]!.ok
}

async function findLockHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${claimLock} and granted`,
  )
  return rows[0]?.name ?? 'a process'
}

const initOptions = [
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Returns the path of the cluster in `home`, creating it if necessary. It is created in a temporary
 * folder and renamed when complete, so that an interrupted start leaves all of it or nothing. Only
 * PostgreSQL's account can enter it, which also protects the socket inside: that needs no password.
 */
async function ensureCluster(home: string, program: Program, account: Account): Promise<string> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const cluster = join(realpathSync(home), 'cluster')
  removeUnfinished(home)
  if (!existsSync(cluster)) await createCluster(home, cluster, program, account)
  const majorVersion = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (majorVersion !== program.major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${majorVersion}, and this version of the program brings ${program.major}. ${Number(majorVersion) < Number(program.major) ? describeMove(home, majorVersion) : 'Run the version that brought it.'}`,
    )
  }
  return cluster
}

/** PostgreSQL cannot read data of another major version. */
const describeMove = (home: string, majorVersion: string) =>
  `With the version that ran before, run npm run backup -- FILE; then mv ${home} ${home}-${majorVersion}, and with this version run npm run restore -- FILE.`

async function createCluster(
  home: string,
  cluster: string,
  program: Program,
  account: Account,
): Promise<void> {
  const temporaryFolder = join(home, `new-${process.pid}`)
  rmSync(temporaryFolder, { recursive: true, force: true })
  mkdirSync(temporaryFolder, { mode: 0o700 })
  if (account) chownSync(temporaryFolder, account.uid, account.gid)
  const child = program.run(
    'initdb',
    temporaryFolder,
    [...initOptions, '--no-instructions'],
    ['ignore', 'ignore', 'pipe'],
  )
  const [output, [code]] = await Promise.all([
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== 0)
    throw new Error(
      `PostgreSQL could not make a database in ${home}: ${output.trim() || `initdb ended with ${code}`}`,
    )
  try {
    renameSync(temporaryFolder, cluster)
    syncFolder(home)
  } catch (error) {
    rmSync(temporaryFolder, { recursive: true, force: true })
    // Another process created the cluster first.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Removes unfinished clusters of dead processes. */
function removeUnfinished(home: string) {
  for (const name of readdirSync(home)) {
    const creatorPid = /^new-(\d+)$/.exec(name)?.[1]
    if (creatorPid && Number(creatorPid) !== process.pid && !isAlive(Number(creatorPid)))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
