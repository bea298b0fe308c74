/** A folder for a whole test run (Vitest's globalSetup), where the first test that wants the demo's world keeps it for the others. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const variable = 'TEST_FIRST_WORLD'

/** What it returns removes it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'yq-world-'))
  process.env[variable] = join(folder, 'demo.tar')
  return () => rmSync(folder, { recursive: true, force: true })
}
