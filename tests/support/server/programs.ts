/** Vitest globalSetup: bundles the programs that tests run as processes, for a faster start. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '#server/platform/db/postmaster.ts'

const folderVariable = 'TEST_PROGRAMS'
const parent = 'test-results'
const prefix = 'programs-'
const entries = [
  'src/server/main.ts',
  'src/commands/migrate.ts',
  'src/commands/ops.ts',
  'src/commands/backup.ts',
  'src/commands/restore.ts',
  'tests/support/server/programs/charging-server.ts',
  'tests/support/server/programs/crashing-server.ts',
  'tests/support/server/programs/embedded-postgres.ts',
]

/** Returns the teardown function. */
export async function setup(): Promise<() => void> {
  removeFoldersOfKilledRuns()
  const folder = `${parent}/${prefix}${process.pid}`
  const args = ['src/commands/build-server.mjs', folder, ...entries]
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  process.env[folderVariable] = folder
  // Compiled code of the programs: a start takes a third less processor time.
  process.env['NODE_COMPILE_CACHE'] = `${folder}/compiled`
  return () => remove(folder)
}

/** Arguments for Node to run a program: its bundle, or outside of such tests the file itself. */
export function programArgs(entry: string): string[] {
  const folder = process.env[folderVariable]
  if (!folder || !entries.includes(entry)) return [entry]
  return [`${folder}/${basename(entry, '.ts')}.mjs`]
}

/** Removes folders of killed runs. */
function removeFoldersOfKilledRuns(): void {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent).filter((file) => file.startsWith(prefix)))
    if (!isAlive(Number.parseInt(name.slice(prefix.length)))) remove(`${parent}/${name}`)
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
