/** Rounds of opening and closing all streams, and what the server keeps in memory after each. */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/open.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { keepOpen, until, type Tab } from '#tests/bench/stream-tabs.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const rounds = 5
/** Megabytes of heap by which the last round may exceed the first. */
const maxGrowth = 2

type BenchDeps = {
  env: Record<string, string>
  tabs: readonly Tab[]
  database: Database
  notifyAll: (title: string) => Promise<void>
}
type Usage = { heapUsed: number; sockets: number }

export async function streamRounds(
  { env, tabs, database, notifyAll }: BenchDeps,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  const server = serverProcess(env, 'tests/bench/measured-server.ts')
  try {
    const port = Number(new URL(await server.address()).port)
    const connections = async () =>
      Number(
        (
          await database.db.execute<{ n: string }>(
            sql`select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
          )
        ).rows[0]!.n,
      )
    const before = await usageOf(server)
    const after: (Usage & { opened: Usage; connections: number })[] = []
    for (let round = 1; round <= rounds; round++) {
      onProgress(`Opening and closing, round ${round} of ${rounds} …`)
      for (const tab of tabs) Object.assign(tab, { received: [], failures: 0 })
      for (const tab of tabs) keepOpen(tab, port)
      await until(() => tabs.every(({ isOpen }) => isOpen))
      await notifyAll(`round ${round}`)
      await until(() => tabs.every(({ received }) => received.length > 0))
      const opened = await usageOf(server)
      for (const tab of tabs) {
        tab.stop()
        tab.isOpen = false
      }
      let closed = await usageOf(server)
      for (let attempt = 0; closed.sockets > before.sockets && attempt < 100; attempt++)
        closed = await usageOf(server)
      after.push({ ...closed, opened, connections: await connections() })
    }
    const growth = after.at(-1)!.heapUsed - after[0]!.heapUsed
    return [
      ...after.map(({ opened, ...closed }, index) => ({
        what: `round ${index + 1}: ${tabs.length.toLocaleString('en')} opened, notified, closed`,
        value: `${megabytes(opened.heapUsed)} → ${megabytes(closed.heapUsed)} MB heap, ${opened.sockets} → ${closed.sockets} sockets, ${closed.connections} connections`,
      })),
      {
        what: `heap after round ${rounds} beside round 1`,
        value: `${megabytes(growth)} MB`,
        goal: `≤ ${maxGrowth} MB`,
        met: growth <= maxGrowth * 2 ** 20,
      },
      {
        what: 'sockets left',
        value: String(after.at(-1)!.sockets - before.sockets),
        goal: '0',
        met: after.at(-1)!.sockets <= before.sockets,
      },
    ]
  } finally {
    await server.end('SIGKILL')
  }
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

/** Heap after a garbage collection, and sockets, which the process prints after SIGUSR2. */
async function usageOf({ child, output }: ServerProcess): Promise<Usage> {
  const reports = () => output().split('"event":"measured"').length
  const earlier = reports()
  child.kill('SIGUSR2')
  await until(() => reports() > earlier && output().endsWith('\n'))
  const line = output()
    .trimEnd()
    .split('\n')
    .findLast((one) => one.includes('"event":"measured"'))
  return JSON.parse(line!) as Usage
}
