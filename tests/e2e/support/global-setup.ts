/**
 * One PostgreSQL for the whole run, with the demo to copy from. The pages are built before the run,
 * by `npm test` or `npm run build`.
 */
import { prepareDemo } from '#tests/support/server/product.ts'
import { setupInMemory } from '#tests/support/server/postgres.ts'

export default async function start(): Promise<() => Promise<void>> {
  const stop = await setupInMemory()
  await prepareDemo()
  return stop
}
