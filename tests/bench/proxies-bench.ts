/**
 * 4,000 notice streams through each proxy of `deploy/`, with two servers behind it: how many open,
 * are reset and stay, the time until a notice has reached all, and the proxy's memory.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { freePort } from '#tests/bench/rolling-restart.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { notifyAll } from '#tests/bench/streams-bench.ts'
import { keepOpen, signedInTabs, type Tab } from '#tests/bench/stream-tabs.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

const streams = Number(process.env['BENCH_STREAMS'] ?? 4_000)
/**
 * Seconds over which they are opened, until all are open at the latest, for which they have to stay,
 * and for a notice to reach them.
 */
const times = { ramp: 30, open: 180, stay: 60, notice: 120 }

type Addresses = { site: number; servers: [number, number]; folder: string }
type Proxy = { name: string; start: (addresses: Addresses) => ChildProcess }

const deployed = (file: string) =>
  readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
const run = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawn(program, args, {
    env: { PATH: `${process.env['PATH']}:/usr/sbin`, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Each without TLS, which the figures leave out. */
const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    start({ site, servers: [one, two], folder }) {
      const site80 = /server \{\n\tlisten 80;[^]*?\n\}\n/
      const config = deployed('nginx/yiqiao.conf')
        .replace(site80, '')
        .replace(/listen 443 ssl http2/, `listen 127.0.0.1:${site}`)
        .replace(/\tlisten \[::\]:443.*\n|\tssl_.*\n/g, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${two}`)
      const main = join(folder, 'nginx.conf')
      writeFileSync(
        main,
        `daemon off; worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
${deployed('nginx/limits.conf')}
events { worker_connections ${/worker_connections (\d+)/.exec(deployed('README.md'))![1]}; }
http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${config}}`,
      )
      return run('nginx', ['-c', main])
    },
  },
  {
    name: 'Caddy',
    start({ site, servers, folder }) {
      const config = join(folder, 'Caddyfile')
      const to = servers.map((port) => `127.0.0.1:${port}`).join(' ')
      writeFileSync(
        config,
        deployed('caddy/Caddyfile')
          .replace('{\n', '{\n\tadmin off\n')
          .replace('log default {\n', `log default {\n\t\toutput file ${folder}/caddy.log\n`)
          .replace(/\t\t# Every container[^]*?\t\t\}\n/, `\t\tto ${to}\n`),
      )
      return run('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
        DOMAIN: `http://127.0.0.1:${site}`,
        HOME: folder,
      })
    },
  },
  {
    name: 'HAProxy',
    start: ({ site, servers: [one, two], folder }) => {
      const config = join(folder, 'haproxy.cfg')
      writeFileSync(config, deployed('haproxy/haproxy.cfg'))
      return run('haproxy', ['-f', config, '-db'], {
        SITE_ADDRESS: `127.0.0.1:${site}`,
        SERVER_ONE: `127.0.0.1:${one}`,
        SERVER_TWO: `127.0.0.1:${two}`,
      })
    },
  },
]

/** Takes some minutes per proxy. Needs the three programs; leaves nothing behind. */
export async function proxiesBench(onProgress: (sentence: string) => void): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-proxies-'))
  // The workers of nginx are not root.
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const database = openDb(postgres.url('bench'))
  const env = { DATABASE_URL: postgres.url('bench'), DATA_DIR: folder, TRUST_PROXY: '1' }
  const launch = () => serverProcess(env, 'dist/server/main.mjs')
  const first = launch()
  const ports: number[] = [Number(new URL(await first.address()).port)]
  const second = launch()
  ports.push(Number(new URL(await second.address()).port))
  try {
    const lines: BenchLine[] = []
    for (const proxy of proxies) {
      const site = await freePort()
      const child = proxy.start({ site, servers: [ports[0]!, ports[1]!], folder })
      try {
        lines.push(...(await measure(proxy.name, { child, site, database, onProgress })))
      } finally {
        child.kill('SIGTERM')
      }
    }
    return lines
  } finally {
    await first.end('SIGKILL')
    await second.end('SIGKILL')
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  name: string,
  {
    child,
    site,
    database,
    onProgress,
  }: {
    child: ChildProcess
    site: number
    database: Database
    onProgress: (sentence: string) => void
  },
): Promise<BenchLine[]> {
  await reached(30, async () => {
    const answer = await fetch(`http://127.0.0.1:${site}/healthz`).catch(() => undefined)
    return answer?.status === 200
  })
  const before = memoryOf(child.pid!)
  const tabs = await signedInTabs(database, streams)
  onProgress(`${name}: opening ${streams.toLocaleString('en')} streams …`)
  try {
    const began = performance.now()
    for (const [n, tab] of tabs.entries()) {
      keepOpen(tab, site)
      const ahead = (n / streams) * times.ramp * 1_000 - (performance.now() - began)
      if (ahead > 20) await new Promise((resolve) => setTimeout(resolve, ahead))
    }
    await reached(times.open, async () => tabs.every(({ isOpen }) => isOpen))
    const opening = (performance.now() - began) / 1_000
    const opened = count(tabs, ({ isOpen }) => isOpen)
    const resetWhileOpening = sum(tabs.map(({ reopened }) => reopened))
    const perStream = (memoryOf(child.pid!) - before) / Math.max(1, opened)
    await new Promise((resolve) => setTimeout(resolve, times.stay * 1_000))
    const resetLater = sum(tabs.map(({ reopened }) => reopened)) - resetWhileOpening
    const noticedAt = performance.now()
    await notifyAll(database, tabs, name)
    await reached(times.notice, async () => tabs.every(({ received }) => received.length > 0))
    const delivery = (performance.now() - noticedAt) / 1_000
    const informed = count(tabs, ({ received }) => received.length === 1)
    const all = (what: string, value: number, detail: string): BenchLine => ({
      what: `${name}: ${what}`,
      value: `${value.toLocaleString('en')}${detail}`,
      goal: String(streams),
      met: value === streams,
    })
    const none = (what: string, value: number): BenchLine => ({
      what: `${name}: ${what}`,
      value: String(value),
      goal: '0',
      met: value === 0,
    })
    return [
      all('streams opened', opened, `, in ${opening.toFixed(1)} s`),
      none('reset or refused while opening', resetWhileOpening),
      none(`reset within ${times.stay} s`, resetLater),
      all('have a notice, once', informed, `, the last after ${delivery.toFixed(1)} s`),
      {
        what: `${name}: memory of the proxy, and per stream`,
        value: `${Math.round(memoryOf(child.pid!) / 2 ** 20)} MB, ${(perStream / 1024).toFixed(1)} kB`,
      },
    ]
  } finally {
    for (const tab of tabs) tab.stop()
    await database.db.execute('delete from sessions')
  }
}

/** Whether it came true within the seconds. */
async function reached(seconds: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + seconds * 1_000
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Resident bytes of a process and its children. */
function memoryOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid), '--ppid', String(pid)])
  return sum(stdout.toString().trim().split(/\s+/).map(Number)) * 1024
}

const count = (tabs: readonly Tab[], matches: (tab: Tab) => boolean): number =>
  tabs.filter((tab) => matches(tab)).length
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
