/**
 * Costs of the ledger: distributions over HTTP beside the same statement by the driver alone, and
 * the calls that read a log of millions of rows.
 */
import { createJsonLog } from '#server/platform/log.ts'
import { distributionBench } from '#tests/bench/distribution-bench.ts'
import { startInProcessServer } from '#tests/bench/in-process-server.ts'
import { millionsBench } from '#tests/bench/millions-bench.ts'
import { rowSizes } from '#tests/bench/row-sizes.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** Takes some minutes and 3 GB of disk; leaves nothing behind. `onProgress` receives sentences. */
export async function ledgerBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  let log = ''
  const server = await startInProcessServer({ log: createJsonLog((lines) => (log += lines)) })
  const { services, databaseUrl, port } = server
  const requestTimes = () => {
    services.log.flush()
    const requests = log.split('\n').filter((line) => line.includes('"event":"request"'))
    log = ''
    return requests.map((line) => (JSON.parse(line) as { ms: number }).ms)
  }
  try {
    const distributed = await distributionBench(services, databaseUrl, port, onProgress)
    // Measured before the next part writes rows without names and transfers, which are smaller.
    const sizes = await rowSizes(services.db, ['account_log', 'notices', 'idempotency'])
    const read = await millionsBench(services, port, requestTimes, onProgress)
    return [...distributed, ...sizes, ...read]
  } finally {
    await server.close()
  }
}
