/** `npm test`: runs all CI steps up to the first failure, retries and names flaky tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'

const results = {
  vitest: 'test-results/vitest.json',
  again: 'test-results/vitest-again.json',
  playwright: 'test-results/playwright.json',
}
/** Maximum number of failed files to retry; more are not flakiness. */
const byChance = 3
const written = [
  'src',
  'landing',
  'locales',
  'resources',
  'mocks',
  'tests',
  'public',
  'index.html',
  'vite.config.ts',
  '!src/server/platform/db/migrations',
]

/**
 * Each inner array runs in parallel, one after the other. All tests run together, since many of them
 * wait: for deadlines, for debounced searches, for processes to start. Lint and format use that time.
 */
const steps = [
  [
    { name: 'Types', args: [bin('typescript/bin/tsc'), '-p', '.'] },
    { name: 'Dependencies', args: ['src/commands/dependencies.mjs'] },
    { name: 'Build', args: ['src/commands/build-now.mjs'] },
  ],
  [
    {
      name: 'Unit, server, contract and component tests',
      args: [bin('vitest/vitest.mjs'), 'run'],
      again: failedFiles,
      isStreamed: true,
    },
    { name: 'Lint', args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
    {
      name: 'Format',
      args: [
        bin('prettier/bin/prettier.cjs'),
        '--check',
        '--log-level',
        'warn',
        '--ignore-unknown',
        ...written,
      ],
    },
    {
      name: 'Browser tests',
      args: [
        bin('@playwright/test/cli.js'),
        'test',
        '-c',
        'tests/e2e',
        '--retries=1',
        '--reporter=list,json',
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright },
    },
  ],
]

process.chdir(root)
ensureInstalled({ dev: true })
if (process.platform === 'linux') {
  const shell = existsSync('/usr/bin/chromium-headless-shell')
  if (!shell && existsSync('/usr/bin/chromium'))
    console.log(
      '/usr/bin/chromium-headless-shell is not installed: Chromium takes twice the processor time.',
    )
  else if (!shell)
    console.log('No Chromium is installed: the browser tests use the older one of the npm package.')
  if (!existsSync('/usr/bin/firefox-esr'))
    console.log('/usr/bin/firefox-esr is not installed: the main job is not tried in Firefox.')
}
for (const file of Object.values(results)) rmSync(file, { force: true })

let failed = []
for (const together of steps) {
  const statuses = await Promise.all(together.map(attempt))
  failed = together.flatMap(({ name }, at) =>
    statuses[at] === 0 ? [] : [{ name, status: statuses[at] }],
  )
  if (failed.length > 0) break
}
const counted = count()
const unsteady = unsteadyTests()
if (unsteady.length > 0)
  console.log(
    `\nPassed only at the second attempt, and wants mending:\n${unsteady.map((name) => `  ${name}`).join('\n')}`,
  )
// A failed step without tests counts as one, so that a failure never reads as all passed.
if (failed.length > 0 && counted.failed === 0) counted.failed = failed.length
if (failed.length > 0) console.log(`\nStopped at: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(failed[0]?.status ?? 0)

/** Runs a step and retries its few failed files once. */
async function attempt(step) {
  const status = await run(step)
  const files = status === 0 ? [] : (step.again?.() ?? [])
  if (files.length === 0 || files.length > byChance) return status
  return run({
    ...step,
    name: `Second attempt of ${files.join(', ')}`,
    args: [...step.args, ...files, `--outputFile.json=${results.again}`],
  })
}

/** Runs a step in Node and returns its exit code. Output is streamed, or printed at its end. */
async function run({ name, args, env, isStreamed = false }) {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}\n`
  const began = Date.now()
  if (isStreamed) console.log(heading)
  const output = isStreamed ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  const [code] = await once(child, 'close')
  const status = code ?? 1
  if (!isStreamed)
    console.log(heading + (said.length > 0 ? `\n${Buffer.concat(said).toString().trimEnd()}` : ''))
  console.log(
    `\n${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return status
}

function count() {
  const vitest = read(results.vitest)
  const playwright = read(results.playwright)?.stats
  const mended = unsteadyOfVitest().length
  return {
    passed:
      (vitest?.numPassedTests ?? 0) +
      mended +
      (playwright?.expected ?? 0) +
      (playwright?.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) - mended + (playwright?.unexpected ?? 0),
  }
}

function failedFiles() {
  const files = read(results.vitest)?.testResults ?? []
  return files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
}

function testsOf(result) {
  return (result?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
}

function unsteadyOfVitest() {
  const passed = new Set(
    testsOf(read(results.again)).flatMap(({ status, fullName }) =>
      status === 'passed' ? fullName : [],
    ),
  )
  return testsOf(read(results.vitest)).flatMap(({ status, fullName }) =>
    status === 'failed' && passed.has(fullName) ? fullName : [],
  )
}

function unsteadyTests() {
  const within = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(within)]
  const specs = (read(results.playwright)?.suites ?? []).flatMap(within)
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...unsteadyOfVitest(), ...flaky.map(({ file, title }) => `${file}: ${title}`)]
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
