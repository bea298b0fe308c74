/** Validation errors of invalid settings. */
import { readSettings, InvalidSettingsError } from '#server/platform/config/settings.ts'

export function settingsErrors(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.sentences
    throw error
  }
  return []
}
