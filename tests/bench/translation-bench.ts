/**
 * Translations over HTTP beside the same transactions sent by the driver alone, and the translation
 * log with 10,000,000 rows beside 10,000.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { translation } from '#contract/translation.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { fundedOwner, ratePerSecond, sessionOf } from '#tests/bench/distribution-bench.ts'
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
