/** `npm test`: everything CI runs, in order, up to the first thing that fails. The last line counts the tests. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'

const results = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' }
const written = ['src', 'landing', 'locales', 'resources', 'mocks', 'tests', 'public', 'index.html', 'vite.config.ts', '!src/server/db/migrations']

const steps = [
  { name: 'Types', run: () => node(bin('typescript/bin/tsc'), '-p', '.') },
  { name: 'Lint', run: () => node(bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings') },
  { name: 'Format', run: () => node(bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '--ignore-unknown', ...written) },
  { name: 'Dependencies', run: () => node('src/commands/dependencies.mjs') },
  { name: 'Unit, server, contract and component tests', run: () => node(bin('vitest/vitest.mjs'), 'run') },
  { name: 'Build', run: () => node('src/commands/build-now.mjs') },
  { name: 'Browser tests', run: browserTests },
]

process.chdir(root)
ensureInstalled({ dev: true })
for (const file of Object.values(results)) rmSync(file, { force: true })

let failed
for (const { name, run } of steps) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}\n`)
  const began = Date.now()
  const status = run()
  console.log(`\n${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (status !== 0) {
    failed = { name, status }
    break
  }
}
const counted = count()
// A step that is no test counts as one when it fails, so that nothing failed never reads as all passed.
if (failed && counted.failed === 0) counted.failed = 1
if (failed) console.log(`\nStopped at: ${failed.name}`)
console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(failed?.status ?? 0)

function browserTests() {
  return node({ PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright }, bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e', '--reporter=list,json')
}

/** Runs a program by Node; a first argument that is an object adds to its environment. Tells its exit code. */
function node(...args) {
  const env = typeof args[0] === 'object' ? args.shift() : {}
  const { status } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  return status ?? 1
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
