/**
 * A folder for a whole test run (Vitest's globalSetup), where the first test that wants the demo's
 * world keeps it for the others.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/platform/db/embedded/postmaster.ts'

const variable = 'TEST_FIRST_WORLD'
const prefix = 'yq-world-'

/** What it returns removes it. */
export function setup(): () => void {
  clearLeftBehind()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  process.env[variable] = join(folder, 'demo.tar')
  return () => remove(folder)
}

/** Of runs that were killed. */
function clearLeftBehind(): void {
  for (const name of readdirSync(tmpdir()).filter((file) => file.startsWith(prefix)))
    if (!isAlive(Number.parseInt(name.slice(prefix.length)))) remove(join(tmpdir(), name))
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
