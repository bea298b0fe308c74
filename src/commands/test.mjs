/** `npm test`: runs all checks up to the first failure, retries and names flaky tests; or one check. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'
import { describePrograms } from './test-programs.ts'

const results = {
  vitest: 'test-results/vitest.json',
  again: 'test-results/vitest-again.json',
  playwright: 'test-results/playwright.json',
}
/** Maximum number of failed files that are retried; more failures are not flaky. */
const maxRetriedFiles = 10
const formattedPaths = [
  'src',
  'landing',
  'locales',
  'resources',
  'mocks',
  'tests',
  'public',
  'index.html',
  'vite.config.ts',
]

const vitest = (...projects) => [
  bin('vitest/vitest.mjs'),
  'run',
  ...projects.map((project) => `--project=${project}`),
]
const oxfmt = bin('oxfmt/bin/oxfmt')
const knip = [bin('knip/bin/knip.js'), '--no-progress', '--include']
const playwright = [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e']

/** Checks by the name of their script, which adds its own arguments; `before` is run first. */
const scripts = {
  typecheck: { name: 'Types', args: [bin('typescript/bin/tsc'), '-b', '.', 'src/server'] },
  lint: { name: 'Lint', args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  format: { name: 'Format', args: [oxfmt, ...formattedPaths] },
  unused: {
    name: 'Unused code',
    args: [...knip, 'files,exports,types', '--production'],
    before: { name: 'Unused packages', args: [...knip, 'dependencies,unlisted'] },
  },
  unit: { name: 'Unit and component tests', args: vitest('node', 'dom') },
  server: { name: 'Server tests', args: vitest('built', 'postgres', 'collections') },
  e2e: {
    name: 'Browser tests',
    args: playwright,
    before: { name: 'Build', args: ['src/commands/build-now.mjs'] },
  },
}

/**
 * The steps of an inner array run in parallel, the arrays one after the other. Tests wait for a third
 * of their time and more, for databases, processes, debounced searches and deadlines: beside each
 * other they keep all cores busy. Their deadlines allow for it.
 */
const steps = [
  [
    scripts.typecheck,
    { name: 'Dependencies', args: ['src/commands/dependencies.mjs'] },
    scripts.e2e.before,
  ],
  [
    {
      name: 'Unit, server, contract and component tests',
      args: vitest(),
      listFilesToRetry: listFailedFiles,
      isStreamed: true,
    },
    scripts.lint,
    scripts.unused.before,
    scripts.unused,
    { name: 'Format', args: [oxfmt, '--list-different', ...formattedPaths] },
    {
      name: 'Browser tests',
      args: [...playwright, '--retries=1', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright },
    },
  ],
]

process.chdir(root)
ensureInstalled({ dev: true })
const [script, ...options] = process.argv.slice(2)
if (script) process.exit(await runScript(script, options))
console.log(
  `Programs as found:\n${describePrograms()
    .map((line) => `  ${line}`)
    .join('\n')}`,
)
for (const file of Object.values(results)) rmSync(file, { force: true })

let failed = []
for (const parallelSteps of steps) {
  const statuses = await Promise.all(parallelSteps.map(runWithRetry))
  failed = parallelSteps.flatMap(({ name }, index) =>
    statuses[index] === 0 ? [] : [{ name, status: statuses[index] }],
  )
  if (failed.length > 0) break
}
const totals = countResults()
const flaky = listFlakyTests()
if (flaky.length > 0)
  console.log(
    `\nPassed only at the second attempt; fix:\n${flaky.map((name) => `  ${name}`).join('\n')}`,
  )
// A failed step without tests counts as a failed test, so that the summary is never “0 failed”.
if (failed.length > 0 && totals.failed === 0) totals.failed = failed.length
if (failed.length > 0) console.log(`\nStopped at: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(failed[0]?.status ?? 0)

/** Runs one check as it is, and returns its exit code. */
async function runScript(script, options) {
  const { before, args } = scripts[script]
  const status = before ? await runHere(before.args) : 0
  return status || runHere([...args, ...options])
}

async function runHere(args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
  return code ?? 1
}

/** Runs a step and retries its few failed files once. */
async function runWithRetry(step) {
  const status = await run(step)
  const files = status === 0 ? [] : (step.listFilesToRetry?.() ?? [])
  if (files.length === 0 || files.length > maxRetriedFiles) return status
  return run({
    ...step,
    name: `Second attempt of ${files.join(', ')}`,
    args: [...step.args, ...files, `--outputFile.json=${results.again}`],
  })
}

/** Runs a step in Node and returns its exit code. Output is streamed, or printed at its end. */
async function run({ name, args, env, isStreamed = false }) {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}\n`
  const startedAt = Date.now()
  if (isStreamed) console.log(heading)
  const output = isStreamed ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  const status = code ?? 1
  if (!isStreamed)
    console.log(
      heading + (chunks.length > 0 ? `\n${Buffer.concat(chunks).toString().trimEnd()}` : ''),
    )
  console.log(
    `\n${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  return status
}

function countResults() {
  const vitest = readJson(results.vitest)
  const playwright = readJson(results.playwright)?.stats
  const passedOnRetry = listFlakyOfVitest().length
  return {
    passed:
      (vitest?.numPassedTests ?? 0) +
      passedOnRetry +
      (playwright?.expected ?? 0) +
      (playwright?.flaky ?? 0),
    failed: (vitest?.numFailedTests ?? 0) - passedOnRetry + (playwright?.unexpected ?? 0),
  }
}

function listFailedFiles() {
  const files = readJson(results.vitest)?.testResults ?? []
  return files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
}

function listTests(result) {
  return (result?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
}

function listFlakyOfVitest() {
  const passed = new Set(
    listTests(readJson(results.again)).flatMap(({ status, fullName }) =>
      status === 'passed' ? fullName : [],
    ),
  )
  return listTests(readJson(results.vitest)).flatMap(({ status, fullName }) =>
    status === 'failed' && passed.has(fullName) ? fullName : [],
  )
}

function listFlakyTests() {
  const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)]
  const specs = (readJson(results.playwright)?.suites ?? []).flatMap(listSpecs)
  const flakySpecs = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...listFlakyOfVitest(), ...flakySpecs.map(({ file, title }) => `${file}: ${title}`)]
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
