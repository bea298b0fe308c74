/** PgBouncer in transaction mode in front of the tests' PostgreSQL, if it is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { programPath } from '../../../src/commands/test-programs.ts'
import { findAccount } from '#server/platform/db/postmaster.ts'

export type Pooler = {
  /** Folder of its socket, see `throughPooler`. */
  sockets: string
  stop: () => Promise<void>
}

const port = 6432

export const hasPooler = (): boolean =>
  spawnSync('pgbouncer', ['--version'], { env: { PATH: programPath } }).status === 0

/** Starts PgBouncer for every database of the PostgreSQL at `target`, under the same names. */
export async function startPooler(target: string): Promise<Pooler> {
  const sockets = mkdtempSync(join(tmpdir(), `yq-pooler-`))
  const { searchParams } = new URL(target.replace('@/', '@localhost/'))
  const host = searchParams.get('host')!
  const account = findAccount(host)
  // The pooler runs as the account of PostgreSQL, which reaches its own folder only.
  for (const folder of [dirname(host), dirname(dirname(host))])
    chmodSync(folder, statSync(folder).mode | 0o111)
  writeFileSync(join(sockets, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    join(sockets, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${searchParams.get('port')}
[pgbouncer]
unix_socket_dir = ${sockets}
listen_port = ${port}
auth_type = trust
auth_file = ${join(sockets, 'users.txt')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
server_idle_timeout = 2
server_login_retry = 1
`,
  )
  if (account) chownSync(sockets, account.uid, account.gid)
  const child = spawn('pgbouncer', ['-q', join(sockets, 'pgbouncer.ini')], {
    env: { PATH: programPath },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  for (let tries = 1; ; tries++) {
    const client = new Client({
      connectionString: throughPooler(target, sockets),
      connectionTimeoutMillis: 3_000,
    })
    const isUp = await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
    if (isUp) break
    if (child.exitCode !== null || tries > 100)
      throw new Error(`PgBouncer did not start: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    sockets,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      rmSync(sockets, { recursive: true, force: true })
    },
  }
}

/** URL of the same database and role through the pooler. */
export const throughPooler = (url: string, sockets: string): string =>
  url
    .replace(/([?&]host=)[^&]*/, `$1${encodeURIComponent(sockets)}`)
    .replace(/([?&]port=)\d+/, `$1${port}`)
