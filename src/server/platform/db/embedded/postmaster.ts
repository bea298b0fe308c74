/** The PostgreSQL server process of a cluster: find, start and stop. */
import { execFileSync, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Program } from './program.ts'

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

/** Pid of the server running on this cluster. Ignores a pid reused by another process. */
export function runningOn(cluster: string): number | undefined {
  const pid = Number(firstLine(join(cluster, 'postmaster.pid')))
  return pid > 0 && isAlive(pid) && serves(pid, cluster) ? pid : undefined
}

/**
 * Starts the server detached, so that it survives a kill of this process and the next start finds
 * it. `settings` as in postgresql.conf.
 */
export function startOn(
  cluster: string,
  program: Program,
  settings: Readonly<Record<string, string>>,
  log: string,
): ChildProcess {
  for (const name of ['postmaster.pid', `.s.PGSQL.${port}.lock`])
    disown(join(cluster, name), cluster)
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
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
export function askToStop(cluster: string): number | undefined {
  const pid = runningOn(cluster)
  if (pid) process.kill(pid, 'SIGINT')
  return pid
}

/**
 * Resolves when the server has stopped. After `timeout` milliseconds it is shut down immediately,
 * which costs a recovery at the next start.
 */
export async function stopOn(cluster: string, timeout = 20_000): Promise<void> {
  const pid = askToStop(cluster)
  if (!pid || (await ended(cluster, pid, timeout))) return
  process.kill(pid, 'SIGQUIT')
  await ended(cluster, pid, 5_000)
}

async function ended(cluster: string, pid: number, timeout: number): Promise<boolean> {
  for (const until = Date.now() + timeout; runningOn(cluster) === pid; await wait(10))
    if (Date.now() > until) return false
  return true
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

function serves(pid: number, cluster: string): boolean {
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
function disown(file: string, cluster: string) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  if (!pid && Date.now() - stat.mtimeMs > 1_000) rmSync(file)
  else if (isAlive(Number(pid)) && !serves(Number(pid), cluster))
    writeFileSync(file, [process.pid, ...rest].join('\n'))
}
