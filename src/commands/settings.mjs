/** Settings for commands that serve pages; import it after dependencies are installed. */
import { readSettings } from '../server/platform/config/settings.ts'

/** Exits with one message per invalid setting. */
export function readSettingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(
      `Can’t start:\n${error.sentences.map((sentence) => `  - ${sentence}`).join('\n')}`,
    )
    process.exit(1)
  }
}
