/**
 * The settings as the server reads them, for commands that serve pages beside it. To be imported
 * once everything is installed.
 */
import { register } from 'tsx/esm/api'

register()
const { readSettings } = await import('../server/platform/config/settings.ts')

/** What is wrong is said in a sentence each, and ends the command. */
export function readOrEnd() {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(
      `Can’t start:\n${error.sentences.map((sentence) => `  - ${sentence}`).join('\n')}`,
    )
    process.exit(1)
  }
}
