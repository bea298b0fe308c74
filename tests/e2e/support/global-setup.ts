/** Starts one PostgreSQL for the run, with a demo template. Needs the pages of `npm run build`. */
import { prepareDemo } from '#tests/support/server/product.ts'
import { setup } from '#tests/support/server/postgres.ts'

export default async function start(): Promise<() => Promise<void>> {
  const stop = await setup()
  await prepareDemo()
  return stop
}
