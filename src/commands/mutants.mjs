/**
 * `npm run mutants [subject …]`: mutation testing by Stryker, which changes the code of a subject in
 * one place at a time and runs its tests. Lists the changes that no test notices, and fails below
 * 90 %. Takes minutes to an hour for each subject.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { subjects } from '../../tests/mutants/subjects.mjs'
import { ensureInstalled } from './install.mjs'
import { npm } from './npm.mjs'
import { root } from './root.mjs'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(subjects, name))
if (unknown.length > 0) {
  console.error(
    `There is no subject ${unknown.join(', ')}: the subjects are ${Object.keys(subjects).join(', ')}.`,
  )
  process.exit(1)
}

process.chdir(root)
ensureInstalled({ dev: true })
// Not among the development dependencies, since only this command needs its 250 packages.
const folder = resolve('node_modules/.cache/mutants')
mkdirSync(folder, { recursive: true })
cpSync('tests/mutants/package.json', `${folder}/package.json`)
const { status: installed } = npm(
  ['install', '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error'],
  { cwd: folder, stdio: 'inherit' },
)
if (installed !== 0) {
  console.error('npm install did not succeed, so nothing was tested; what it says is above.')
  process.exit(installed ?? 1)
}
for (const name of names.length > 0 ? names : Object.keys(subjects)) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}\n`)
  const { status } = spawnSync(
    process.execPath,
    [
      `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`,
      'run',
      'tests/mutants/stryker.config.mjs',
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTANTS_SUBJECT: name,
        MUTANTS_RUNNER: `${folder}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`,
      },
    },
  )
  if (status !== 0) process.exitCode = 1
}
