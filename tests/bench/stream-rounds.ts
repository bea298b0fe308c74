/**
 * Streams opened and closed again and again: what the server still holds after each round, its
 * garbage collected.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/open.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { keepOpen, until, type Tab } from '#tests/bench/stream-tabs.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const rounds = 5
/**
 * Megabytes of heap by which the last round may differ from the first, in which code and
 * connections are made that stay.
 */
const slack = 2

type BenchDeps = {
  env: Record<string, string>
  tabs: readonly Tab[]
  database: Database
  tellAll: (title: string) => Promise<void>
}
type Held = { heapUsed: number; sockets: number }

export async function streamRounds(
  { env, tabs, database, tellAll }: BenchDeps,
  say: (sentence: string) => void,
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
    const before = await locked(server)
    const after: (Held & { open: Held; connections: number })[] = []
    for (let round = 1; round <= rounds; round++) {
      say(`Opening and closing, round ${round} of ${rounds} …`)
      for (const tab of tabs) Object.assign(tab, { got: [], failures: 0 })
      for (const tab of tabs) keepOpen(tab, port)
      await until(() => tabs.every(({ open }) => open))
      await tellAll(`round ${round}`)
      await until(() => tabs.every(({ got }) => got.length > 0))
      const open = await locked(server)
      for (const tab of tabs) {
        tab.stop()
        tab.open = false
      }
      let now = await locked(server)
      for (let times = 0; now.sockets > before.sockets && times < 100; times++)
        now = await locked(server)
      after.push({ ...now, open, connections: await connections() })
    }
    const grown = after.at(-1)!.heapUsed - after[0]!.heapUsed
    return [
      ...after.map(({ open, ...closed }, index) => ({
        what: `round ${index + 1}: ${tabs.length.toLocaleString('en')} opened, notified, closed`,
        value: `${mega(open.heapUsed)} → ${mega(closed.heapUsed)} MB heap, ${open.sockets} → ${closed.sockets} sockets, ${closed.connections} connections`,
      })),
      {
        what: `heap after round ${rounds} beside round 1`,
        value: `${mega(grown)} MB`,
        goal: `≤ ${slack} MB`,
        met: grown <= slack * 2 ** 20,
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

const mega = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

/** Asks the process, which answers with a line. */
async function locked({ child, output }: ServerProcess): Promise<Held> {
  const report = () => output().split('"event":"measured"').length
  const sofar = report()
  child.kill('SIGUSR2')
  await until(() => report() > sofar && output().endsWith('\n'))
  const line = output()
    .trimEnd()
    .split('\n')
    .findLast((one) => one.includes('"event":"measured"'))
  return JSON.parse(line!) as Held
}
