/** The command `npm run ops -- …`: what staff change without a release, and balances by hand. */
import { reasonOf, withServersDatabase } from '#server/db/operator-connection.ts'
import { Nonsense, WrongUse } from '#server/ops/command.ts'
import { help } from '#server/ops/commands.ts'
import { operate, understood } from '#server/ops/operate.ts'
import { asJson, asText } from '#server/ops/tell.ts'
import { readSettings } from '#server/settings.ts'

const exit = { refused: 1, notUnderstood: 2, waits: 3 }

try {
  const line = understood(process.argv.slice(2))
  if ('helpOn' in line) process.stdout.write(`${help(line.helpOn)}\n`)
  else {
    const settings = readSettings(process.env)
    const { told, done } = await withServersDatabase(settings, (db) => operate(db, line, settings.timeZone, new Date()))
    process.stdout.write(`${(line.json ? asJson : asText)(told, done)}\n`)
    if (!done) process.exitCode = exit.waits
  }
} catch (error) {
  process.stderr.write(`${error instanceof Nonsense || error instanceof WrongUse ? error.message : `That can’t be done: ${reasonOf(error)}`}\n`)
  process.exitCode = error instanceof Nonsense ? exit.refused : exit.notUnderstood
}
