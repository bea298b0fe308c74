/** The cluster: PostgreSQL's data folder, initialised once. */
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './account.ts'
import type { Program } from './program.ts'
import { isAlive } from './postmaster.ts'

const whole = [
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
export async function ensureCluster(
  home: string,
  program: Program,
  account: Account,
): Promise<string> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const cluster = join(realpathSync(home), 'cluster')
  clearHalfMade(home)
  if (!existsSync(cluster)) await make(home, cluster, program, account)
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (made !== program.major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this program brings ${program.major}. Set DATA_DIR to another folder, or move the data by pg_dump.`,
    )
  }
  return cluster
}

async function make(
  home: string,
  cluster: string,
  program: Program,
  account: Account,
): Promise<void> {
  const latest = join(home, `new-${process.pid}`)
  rmSync(latest, { recursive: true, force: true })
  mkdirSync(latest, { mode: 0o700 })
  if (account) chownSync(latest, account.uid, account.gid)
  const child = program.run(
    'initdb',
    latest,
    [...whole, '--no-instructions'],
    ['ignore', 'ignore', 'pipe'],
  )
  const [said, [code]] = await Promise.all([
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== 0)
    throw new Error(
      `PostgreSQL could not make a database in ${home}: ${said.trim() || `initdb ended with ${code}`}`,
    )
  try {
    renameSync(latest, cluster)
    sync(home)
  } catch (error) {
    rmSync(latest, { recursive: true, force: true })
    // Another process created the cluster first.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Removes unfinished clusters of dead processes. */
function clearHalfMade(home: string) {
  for (const name of readdirSync(home)) {
    const maker = /^new-(\d+)$/.exec(name)?.[1]
    if (maker && Number(maker) !== process.pid && !isAlive(Number(maker)))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function sync(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
