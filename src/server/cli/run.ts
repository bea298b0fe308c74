/** Runs one operator command; returns its output, error message and exit code. */
import { databaseTime } from '#server/platform/db/database-clock.ts'
import { withServersDatabase } from '#server/platform/db/operator-connection.ts'
import { describeError } from '#server/platform/log/error-text.ts'
import { ValidationError, UsageError } from '#server/cli/command.ts'
import { help } from '#server/cli/commands.ts'
import { execute, parseCommandLine } from '#server/cli/execute.ts'
import { asJson, asText } from '#server/cli/format.ts'
import { readSettings } from '#server/platform/config/settings.ts'

export type Ran = { code: number; said: string; complained: string }

const exit = { done: 0, refused: 1, notUnderstood: 2, waits: 3 }

/** `now` overrides the database's time. */
export async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now?: Date,
): Promise<Ran> {
  try {
    const line = parseCommandLine(args)
    if ('helpOn' in line) return { code: exit.done, said: `${help(line.helpOn)}\n`, complained: '' }
    const settings = readSettings(env)
    const { told, done } = await withServersDatabase(settings, async ({ db, events }) => {
      const ended = await execute(db, line, settings.timeZone, now ?? (await databaseTime(db)))
      if (ended.done && ended.told.kind === 'change') events.publish(ended.told.changed)
      return ended
    })
    return {
      code: done ? exit.done : exit.waits,
      said: `${(line.json ? asJson : asText)(told, done)}\n`,
      complained: '',
    }
  } catch (error) {
    const known = error instanceof ValidationError || error instanceof UsageError
    const complained = known ? error.message : `Failed: ${describeError(error)}`
    return {
      code: error instanceof ValidationError ? exit.refused : exit.notUnderstood,
      said: '',
      complained: `${complained}\n`,
    }
  }
}
