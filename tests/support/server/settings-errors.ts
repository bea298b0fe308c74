/** Validation errors of invalid settings. */
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { readSettings } from '#server/platform/config/settings.ts'

export function settingsErrors(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.sentences
    throw error
  }
  return []
}
