/** Vitest globalSetup: folder in which the demo database snapshot is cached for the test run. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/platform/db/postmaster.ts'

const variable = 'TEST_FIRST_WORLD'
const prefix = 'yq-world-'

/** Returns the teardown function. */
export function setup(): () => void {
  if (process.env[variable]) return () => {}
  clearLeftBehind()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  process.env[variable] = join(folder, 'demo.tar')
  return () => remove(folder)
}

/** Removes folders of killed runs. */
function clearLeftBehind(): void {
  for (const name of readdirSync(tmpdir()).filter((file) => file.startsWith(prefix)))
    if (!isAlive(Number.parseInt(name.slice(prefix.length)))) remove(join(tmpdir(), name))
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
