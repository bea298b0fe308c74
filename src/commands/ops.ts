/** The command `npm run ops -- …`: what staff change without a release, and balances by hand. */
import { run } from '#server/cli/run.ts'

const { code, said, complained } = await run(process.argv.slice(2), process.env)
process.stdout.write(said)
process.stderr.write(complained)
process.exitCode = code
