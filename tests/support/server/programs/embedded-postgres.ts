/** Process that runs embedded PostgreSQL in a given folder and reports events line by line. */
import { startEmbedded } from '#server/platform/db/embedded.ts'

const report = (line: string) => process.stdout.write(`${line}\n`)

try {
  const postgres = await startEmbedded(process.argv[2]!, {
    onStateChange: (what, why) => report(why instanceof Error ? `${what} ${why.message}` : what),
    timeout: 300,
  })
  await postgres.create('app')
  process.once('SIGTERM', () => void postgres.stop())
  report(`ready ${postgres.url('app')}`)
} catch (error) {
  report(`refused ${(error as Error).message}`)
  process.exitCode = 1
}
