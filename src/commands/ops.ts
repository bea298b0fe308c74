/** `npm run ops -- …`: operator commands, as deploy/OPERATORS.md lists them. */
import { runCommand } from '#server/cli/run.ts'

const { code, stdout, stderr } = await runCommand(process.argv.slice(2), process.env)
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
