/** Three machines with etcd, Patroni and PostgreSQL, at addresses of the loopback network. */
import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findAccount } from '#server/platform/db/postmaster.ts'

export const path = `${process.env['PATH']}:/usr/sbin:/usr/lib/postgresql/15/bin`
const configOf = (file: string) =>
  fileURLToPath(new URL(`../../../deploy/patroni/${file}`, import.meta.url))
const password = 'password-of-bench'

/**
 * `machine`: all its processes are killed. `postmaster`: only PostgreSQL's first process. `frozen`:
 * all processes are stopped, so that connections stay open without responses.
 */
export const failures = ['machine', 'postmaster', 'frozen'] as const
export type Failure = (typeof failures)[number]

type Cluster = {
  /** URL of the primary through HAProxy. */
  url: (database: string) => string
  /** Resolves when there are a primary and a synchronous replica, and all three are up. */
  untilHealthy: () => Promise<void>
  /** Returns the name of the failed machine. */
  failPrimary: (failure: Failure) => Promise<string>
  /** Restarts the processes that the failure has ended. */
  repair: () => void
  stop: () => Promise<void>
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/** Needs `etcd`, `patroni`, `haproxy` and PostgreSQL 15. */
export async function startCluster(folder: string, primaryPort: number): Promise<Cluster> {
  const account = findAccount(folder)
  const nodes = ['one', 'two', 'three'].map((name, index) => {
    const host = `127.0.0.${index + 11}`
    const home = join(folder, name)
    const data = join(home, 'data')
    for (const made of [home, data]) {
      mkdirSync(made, { mode: 0o700 })
      if (account) chownSync(made, account.uid, account.gid)
    }
    return { name, host, home, data, running: new Set<ChildProcess>() }
  })
  type Node = (typeof nodes)[number]
  const config = join(folder, 'patroni')
  mkdirSync(config)
  copyFileSync(configOf('patroni.yml'), join(config, '1.yml'))
  // All nodes run on one machine, where a shared socket folder would collide.
  const sockets = "postgresql: { parameters: { unix_socket_directories: '..' } }\n"
  writeFileSync(join(config, '2.yml'), sockets)
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)

  const run = (node: Node, program: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, {
      ...account,
      cwd: node.home,
      env: { PATH: path, HOME: node.home, LC_ALL: 'C.UTF-8', ...env },
      stdio: process.env['BENCH_LOG'] ? 'inherit' : 'ignore',
    })
    node.running.add(child)
    child.once('exit', () => node.running.delete(child))
  }
  const etcd = (node: Node) =>
    run(node, 'etcd', [], {
      ETCD_NAME: node.name,
      ETCD_DATA_DIR: join(node.home, 'etcd'),
      ETCD_LOG_LEVEL: 'error',
      ETCD_LISTEN_CLIENT_URLS: `http://${node.host}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${node.host}:2379`,
      ETCD_LISTEN_PEER_URLS: `http://${node.host}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${node.host}:2380`,
      ETCD_INITIAL_CLUSTER: nodes.map(({ name, host }) => `${name}=http://${host}:2380`).join(','),
    })
  const patroni = (node: Node) =>
    run(node, 'patroni', [config], {
      PATRONI_NAME: node.name,
      PATRONI_ETCD3_HOSTS: nodes.map(({ host }) => `${host}:2379`).join(','),
      PATRONI_RESTAPI_LISTEN: `${node.host}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${node.host}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${node.host}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${node.host}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_PGPASS: join(node.home, '.pgpass-patroni'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_LOG_LEVEL: 'WARNING',
    })

  const members = async (): Promise<Member[]> => {
    for (const { host } of nodes) {
      try {
        const signal = AbortSignal.timeout(2_000)
        const answer = await fetch(`http://${host}:8008/cluster`, { signal })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // The next node has the same information.
      }
    }
    return []
  }
  const isHealthy = async () => {
    const all = await members()
    const isUp = ({ state, lag = 0 }: Member) => /^(running|streaming)$/.test(state) && lag === 0
    const has = (role: string) => all.some((member) => member.role === role)
    return all.length === 3 && all.every(isUp) && has('leader') && has('sync_standby')
  }

  nodes.forEach(etcd)
  nodes.forEach(patroni)
  const proxy = spawn('haproxy', ['-f', configOf('haproxy.cfg'), '-db'], {
    env: {
      PATH: path,
      PRIMARY_ADDRESS: `127.0.0.1:${primaryPort}`,
      NODE_ONE: `${nodes[0]!.host}:5432`,
      NODE_TWO: `${nodes[1]!.host}:5432`,
      NODE_THREE: `${nodes[2]!.host}:5432`,
    },
    stdio: 'ignore',
  })
  let failed: { node: Node; failure: Failure; pids: number[] } | undefined

  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${primaryPort}/${database}`,
    async untilHealthy() {
      const end = Date.now() + 180_000
      while (!(await isHealthy())) {
        if (Date.now() > end)
          throw new Error(`The cluster is not healthy: ${JSON.stringify(await members())}`)
        await pause(0.5)
      }
    },
    async failPrimary(failure) {
      const leader = (await members()).find(({ role }) => role === 'leader')
      const node = nodes.find(({ name }) => name === leader?.name)
      if (!node) throw new Error('The cluster has no primary.')
      const postmaster = postmasterOf(node.data)!
      const everything = [
        ...[...node.running].map(({ pid }) => pid!),
        postmaster,
        ...childrenOf(postmaster),
      ]
      const pids = failure === 'postmaster' ? [postmaster] : everything
      failed = { node, failure, pids }
      for (const pid of pids) signalTo(pid, failure === 'frozen' ? 'SIGSTOP' : 'SIGKILL')
      return node.name
    },
    repair() {
      if (!failed) return
      const { node, failure, pids } = failed
      failed = undefined
      // Patroni itself starts PostgreSQL again.
      if (failure === 'postmaster') return
      for (const pid of pids) signalTo(pid, 'SIGKILL')
      etcd(node)
      patroni(node)
    },
    async stop() {
      for (const { running } of nodes)
        for (const child of running) {
          signalTo(child.pid!, 'SIGCONT')
          child.kill('SIGTERM')
        }
      await pause(5)
      proxy.kill('SIGTERM')
      for (const { running, data } of nodes) {
        for (const child of running) child.kill('SIGKILL')
        const postmaster = postmasterOf(data)
        if (postmaster !== undefined)
          for (const pid of [postmaster, ...childrenOf(postmaster)]) signalTo(pid, 'SIGKILL')
      }
    },
  }
}

/** Undefined if there is none, or another program has its number by now. */
function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'))
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return Number(/^PPid:\t(\d+)/m.exec(status)?.[1]) === parent
      } catch {
        return false
      }
    })
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000))
