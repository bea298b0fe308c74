/** `npm test`: everything CI runs, up to what fails. The last line counts the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'

const results = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' }
const written = ['src', 'landing', 'locales', 'resources', 'mocks', 'tests', 'public', 'index.html', 'vite.config.ts', '!src/server/db/migrations']

/** What stands together runs at the same time, and then the next. */
const steps = [
  [
    { name: 'Types', args: [bin('typescript/bin/tsc'), '-p', '.'] },
    { name: 'Lint', args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
    { name: 'Format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '--ignore-unknown', ...written] },
    { name: 'Dependencies', args: ['src/commands/dependencies.mjs'] },
    { name: 'Build', args: ['src/commands/build-now.mjs'] },
  ],
  [{ name: 'Unit, server, contract and component tests', args: [bin('vitest/vitest.mjs'), 'run'] }],
  [
    {
      name: 'Browser tests',
      args: [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright },
    },
  ],
]

process.chdir(root)
ensureInstalled({ dev: true })
for (const file of Object.values(results)) rmSync(file, { force: true })

let failed = []
for (const together of steps) {
  const statuses = await Promise.all(together.map((step) => run(step, together.length === 1)))
  failed = together.flatMap(({ name }, at) => (statuses[at] === 0 ? [] : [{ name, status: statuses[at] }]))
  if (failed.length > 0) break
}
const counted = count()
// A step that is no test counts as one when it fails, so that nothing failed never reads as all passed.
if (failed.length > 0 && counted.failed === 0) counted.failed = failed.length
if (failed.length > 0) console.log(`\nStopped at: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(failed[0]?.status ?? 0)

/** Runs a step by Node and tells its exit code. What it says is shown at once where it is alone, else when it has ended. */
async function run({ name, args, env }, alone) {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}\n`
  const began = Date.now()
  if (alone) console.log(heading)
  const output = alone ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  const [code] = await once(child, 'close')
  const status = code ?? 1
  if (!alone) console.log(heading + (said.length > 0 ? `\n${Buffer.concat(said).toString().trimEnd()}` : ''))
  console.log(`\n${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return status
}

function count() {
  const vitest = read(results.vitest)
  const playwright = read(results.playwright)?.stats
  return {
    passed: (vitest?.numPassedTests ?? 0) + (playwright?.expected ?? 0) + (playwright?.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (playwright?.unexpected ?? 0),
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
