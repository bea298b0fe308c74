/** `npm run ops -- …`: operator commands for configuration and manual balance changes. */
import { run } from '#server/cli/run.ts'

const { code, said, complained } = await run(process.argv.slice(2), process.env)
process.stdout.write(said)
process.stderr.write(complained)
process.exitCode = code
