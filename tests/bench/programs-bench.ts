/** Calls of programs: their time over a channel that answers at once, and their transactions. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { programContract } from '#contract/programs/contract.ts'
import { programLimits } from '#contract/programs/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { fundedOwner } from '#tests/bench/distribution-bench.ts'
import { startInProcessServer } from '#tests/bench/in-process-server.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { percentile } from '#tests/support/fuzz/send-requests.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'

const keyCount = 50
const perSecond = 100
/** Seconds in which Node compiles the server's code, and seconds that are measured. */
const seconds = { warmUp: 10, measured: 20 }
/** Odd. A stall of the disk or of another process spoils one run: the median of the runs counts. */
const runs = 3

/** Takes two minutes; leaves nothing behind. `onProgress` receives sentences. */
export async function programsBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const server = await startInProcessServer({ translators: scriptedTranslators(echo).translators })
  const load = new Worker(new URL('./programs-worker.mjs', import.meta.url))
  try {
    const { db } = server.services
    const keys: string[] = []
    for (let index = 0; index < keyCount; index++) {
      const ownerId = await fundedOwner(db, `program${index}`)
      keys.push(await addKey(db, { ownerId, userId: ownerId }))
    }
    const measure = async (texts: number, duration: number) => {
      const body = JSON.stringify({
        text: Array.from({ length: texts }, (_, at) => `A text of some words, number ${at}.`),
        source_lang: 'EN',
        target_lang: 'ZH',
      })
      const { path } = programContract.deepl.translate
      const before = await countCommits(db)
      const cpu = process.threadCpuUsage()
      load.postMessage({ port: server.port, path, keys, body, perSecond, seconds: duration })
      const [{ durations, failed }] = (await once(load, 'message')) as [
        { durations: number[]; failed: number },
      ]
      if (failed > 0) throw new Error(`${failed} calls were refused.`)
      const { user, system } = process.threadCpuUsage(cpu)
      const commits = (await countCommits(db)) - before
      const count = durations.length
      return { durations, commits: commits / count, cpu: (user + system) / 1_000 / count }
    }
    onProgress(
      `${perSecond} calls a second by ${keyCount} keys, ${runs} times ${seconds.measured} s …`,
    )
    await measure(1, seconds.warmUp)
    const measured = []
    for (let run = 0; run < runs; run++) measured.push(await measure(1, seconds.measured))
    const p99s = measured.map(({ durations }) => percentile(durations, 99)).sort((a, b) => a - b)
    const [lowest, p99, highest] = [p99s[0]!, p99s[(runs - 1) / 2]!, p99s.at(-1)!]
    const one = measured.at(-1)!
    onProgress(`The same with ${programLimits.texts} texts in each call …`)
    const many = await measure(programLimits.texts, seconds.measured)
    const difference = many.commits - one.commits
    return [
      {
        what: `/v2/translate, ${perSecond} calls a second, a channel that answers at once: p99`,
        value: `${p99.toFixed(1)} ms (${lowest.toFixed(1)}–${highest.toFixed(1)})`,
        goal: '≤ 10 ms',
        met: p99 <= 10,
      },
      { what: 'the same: p50', value: `${percentile(one.durations, 50).toFixed(1)} ms` },
      {
        what: `with ${programLimits.texts} texts a call: p99`,
        value: `${percentile(many.durations, 99).toFixed(1)} ms`,
      },
      { what: 'processor time of the server’s thread per call', value: `${one.cpu.toFixed(2)} ms` },
      {
        what: `the same with ${programLimits.texts} texts`,
        value: `${many.cpu.toFixed(2)} ms`,
      },
      { what: 'transactions of a call with one text', value: one.commits.toFixed(2) },
      {
        what: `further ones with ${programLimits.texts} texts`,
        value: difference.toFixed(2),
        goal: '0',
        met: Math.abs(difference) < 0.5,
      },
    ]
  } finally {
    await load.terminate()
    await server.close()
  }
}

/** PostgreSQL reports its connections' commits a second after their last statement. */
async function countCommits(db: Db): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const { rows } = await db.execute<{ commits: string }>(
    sql`select xact_commit::text as commits from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]!.commits)
}
