/** Process that runs embedded PostgreSQL in a given folder and reports events line by line. */
import { startEmbedded } from '#server/platform/db/embedded.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const postgres = await startEmbedded(process.argv[2]!, {
    onTrouble: (what, why) => say(why instanceof Error ? `${what} ${why.message}` : what),
    timeout: 300,
  })
  await postgres.create('app')
  process.once('SIGTERM', () => void postgres.stop())
  say(`ready ${postgres.url('app')}`)
} catch (error) {
  say(`refused ${(error as Error).message}`)
  process.exitCode = 1
}
