/**
 * Translations over HTTP beside the same transactions sent by the driver alone, and the translation
 * log with 10,000,000 rows beside 10,000.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { translation } from '#contract/translation.ts'
import type { Dependencies } from '#server/dependencies.ts'
import {
  createAccountGroup,
  fund,
  fundedOwner,
  ratePerSecond,
  sessionOf,
} from '#tests/bench/distribution-bench.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import { startInProcessServer } from '#tests/bench/in-process-server.ts'
import { rowSizes } from '#tests/bench/row-sizes.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { translateByHand } from '#tests/bench/translate-by-hand.ts'
import { translationLogBench } from '#tests/bench/translation-log-bench.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'

const clients = 16
const rounds = Number(process.env['TRANSLATION_ROUNDS'] ?? 7)
/** Milliseconds. */
const roundLength = 2_000
/** Rounds in which Node compiles the server's code, which are not counted. */
const warmUpRounds = 3

/** Takes some minutes and 4 GB of disk; leaves nothing behind. `onProgress` receives sentences. */
export async function translationBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const server = await startInProcessServer({ translators: scriptedTranslators(echo).translators })
  const { services, databaseUrl, port } = server
  try {
    return [
      ...(await translationRates(services, databaseUrl, port, onProgress)),
      ...(await capCosts(services, port, onProgress)),
      ...(await rowSizes(services.db, ['translation_log', 'account_log'])),
      ...(await translationLogBench(services, port, onProgress)),
    ]
  } finally {
    await server.close()
  }
}

/** Translations a second; by hand with and without idempotency key and signature. */
type Round = { withoutKeys: number; http: number; byHand: number }

async function translationRates(
  services: Dependencies,
  url: string,
  port: number,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  const pool = new Pool({ connectionString: url, max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const load = new Worker(new URL('./moves-worker.mjs', import.meta.url))
  try {
    onProgress(
      `Translating with ${clients} clients, a channel that answers at once, ${rounds} rounds …`,
    )
    const owners: string[] = []
    for (let index = 0; index < clients; index++)
      owners.push(await fundedOwner(services.db, `translates${index}`))
    const tokens = await Promise.all(owners.map((ownerId) => sessionOf(services, ownerId)))
    const measured: Round[] = []
    for (let round = 0 - warmUpRounds; round < rounds; round++) {
      const byHand = (withKeys: boolean) =>
        ratePerSecond(
          roundLength,
          owners.map((ownerId) => () => translateByHand(pool, ownerId, 2, withKeys)),
        )
      measured.push({
        withoutKeys: await byHand(false),
        http: await rateOverHttp(load, port, tokens),
        byHand: await byHand(true),
      })
    }
    const median = (rateOfRound: (round: Round) => number) =>
      measured
        .slice(warmUpRounds)
        .map(rateOfRound)
        .toSorted((a, b) => a - b)[rounds >> 1]!
    const ratio = median((round) => round.http / round.byHand)
    return [
      {
        what: `translating over HTTP, ${clients} owners`,
        value: perSecond(median((round) => round.http)),
      },
      { what: 'the same transactions by hand', value: perSecond(median((round) => round.byHand)) },
      { what: 'over HTTP / by hand', value: ratio.toFixed(2), goal: '≥ 0.60', met: ratio >= 0.6 },
      {
        what: 'over HTTP / by hand without key and signature',
        value: median((round) => round.http / round.withoutKeys).toFixed(2),
      },
    ]
  } finally {
    await load.terminate()
    await pool.end()
  }
}

/** Sub-accounts with a cap per day and month beside ones without, in alternating rounds. */
async function capCosts(
  { db, crypto, clock }: Dependencies,
  port: number,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  const load = new Worker(new URL('./moves-worker.mjs', import.meta.url))
  try {
    onProgress(`The same by sub-accounts, without caps and with caps, ${rounds} rounds …`)
    const createSubAccounts = (name: string, caps?: Record<string, number>) =>
      Promise.all(
        Array.from({ length: clients }, async (_, index) => {
          const { ownerId, subId: userId } = await createAccountGroup(db, `${name}${index}`)
          await fund(db, ownerId, userId)
          if (caps)
            await db
              .insert(subAccountBudgets)
              .values({ ownerId, userId, hasOwnRule: true, ...caps })
          return sessionOf({ db, crypto, clock }, userId, ownerId)
        }),
      )
    const free = await createSubAccounts('free')
    const caps = { dailyCharNum: 1_000_000_000, monthlyCharNum: 1_000_000_000 }
    const capped = await createSubAccounts('capped', caps)
    const measure = async (tokens: string[]) => {
      const cpu = process.threadCpuUsage()
      const rate = await rateOverHttp(load, port, tokens)
      const { user, system } = process.threadCpuUsage(cpu)
      return { rate, cpu: (user + system) / (rate * (roundLength / 1_000)) }
    }
    const measured: Record<'rate' | 'cpu', number>[] = []
    for (let round = 0 - warmUpRounds; round < rounds; round++) {
      const without = await measure(free)
      const withCaps = await measure(capped)
      measured.push({ rate: without.rate / withCaps.rate, cpu: withCaps.cpu / without.cpu })
    }
    const growthOf = (figure: 'rate' | 'cpu') =>
      measured
        .slice(warmUpRounds)
        .map((round) => round[figure] - 1)
        .toSorted((a, b) => a - b)[rounds >> 1]!
    const percent = (growth: number) => `${(growth * 100).toFixed(1)} %`
    return [
      {
        what: 'time of a translation with caps of the day and month, more than without',
        value: percent(growthOf('rate')),
        goal: '≤ 10 %',
        met: growthOf('rate') <= 0.1,
      },
      { what: 'the same, processor time of the server’s thread', value: percent(growthOf('cpu')) },
    ]
  } finally {
    await load.terminate()
  }
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`

async function rateOverHttp(load: Worker, port: number, tokens: string[]): Promise<number> {
  const bodies = tokens.map(() => JSON.stringify({ source: 'zh', target: 'en', text: 'ab' }))
  const began = performance.now()
  load.postMessage({
    port,
    path: `/api${translation.text.path}`,
    tokens,
    bodies,
    milliseconds: roundLength,
  })
  const [counts] = (await once(load, 'message')) as [{ succeeded: number; failed: number }]
  if (counts.failed > 0) throw new Error(`${counts.failed} translations were refused.`)
  return (counts.succeeded / (performance.now() - began)) * 1_000
}
