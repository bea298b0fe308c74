/** Vitest globalSetup: a folder that caches the demo database snapshot for the test run. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/platform/db/postmaster.ts'

const snapshotVariable = 'TEST_DEMO_SNAPSHOT'
const prefix = 'yq-demo-snapshot-'

/** Returns the teardown function. */
export function setup(): () => void {
  if (process.env[snapshotVariable]) return () => {}
  removeFoldersOfKilledRuns()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  process.env[snapshotVariable] = join(folder, 'demo.tar')
  return () => remove(folder)
}

/** Removes folders of killed runs. */
function removeFoldersOfKilledRuns(): void {
  for (const name of readdirSync(tmpdir()).filter((file) => file.startsWith(prefix)))
    if (!isAlive(Number.parseInt(name.slice(prefix.length)))) remove(join(tmpdir(), name))
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
