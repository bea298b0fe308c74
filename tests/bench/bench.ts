/**
 * `npm run bench`: measures the server and the pages, and prints a table. `npm run bench sizes`
 * measures one part, `npm run bench -- --help` lists the parts.
 */
import { collectionsBench } from '#tests/bench/collections-bench.ts'
import { ledgerBench } from '#tests/bench/ledger-bench.ts'
import { listBench } from '#tests/bench/list-bench.ts'
import { neighboursBench } from '#tests/bench/neighbours-bench.ts'
import { operatorsBench } from '#tests/bench/operators-bench.ts'
import { ordersBench } from '#tests/bench/orders-bench.ts'
import { programsBench } from '#tests/bench/programs-bench.ts'
import { proxiesBench } from '#tests/bench/proxies-bench.ts'
import { rollingRestart } from '#tests/bench/rolling-restart.ts'
import { serverBench, type BenchLine } from '#tests/bench/server-bench.ts'
import { translationBench } from '#tests/bench/translation-bench.ts'
import { shiftBench } from '#tests/bench/shift-bench.ts'
import { siteBench } from '#tests/bench/site-bench.ts'
import { sizesBench } from '#tests/bench/sizes.ts'
import { streamsBench } from '#tests/bench/streams-bench.ts'
import { availableParallelism, loadavg } from 'node:os'
import { failover } from '#tests/bench/failover/failover.ts'

type Bench = (onProgress: (sentence: string) => void) => Promise<BenchLine[]>

const parts: Record<string, Bench> = {
  server: serverBench,
  ledger: ledgerBench,
  translation: translationBench,
  programs: programsBench,
  orders: ordersBench,
  collections: collectionsBench,
  operators: operatorsBench,
  neighbours: neighboursBench,
  sizes: sizesBench,
  list: listBench,
  site: siteBench,
  shift: shiftBench,
  streams: streamsBench,
  proxies: proxiesBench,
  rolling: rollingRestart,
  failover,
}
/** Parts that need programs from Debian, so they run only if named. */
const onlyIfNamed = ['proxies', 'rolling', 'failover']
const names = process.argv.slice(2)
if (names.includes('--help')) {
  const defaults = Object.keys(parts).filter((name) => !onlyIfNamed.includes(name))
  process.stdout.write(
    `npm run bench [part …]\n  all of these without a part: ${defaults.join(', ')}\n  only if named: ${onlyIfNamed.join(', ')}\n`,
  )
  process.exit(0)
}
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}.`,
  )

// A part's figures are printed when it ends, so that they are not lost if a later one fails.
for (const [name, bench] of Object.entries(parts)) {
  if (!names.includes(name) && (names.length > 0 || onlyIfNamed.includes(name))) continue
  // Other work on the machine makes all figures worse.
  const value = `${loadavg()[0]!.toFixed(1)}, ${availableParallelism()}`
  try {
    const lines = await bench((sentence) => process.stderr.write(`${sentence}\n`))
    const load = { what: `${name}: load average before, cores`, value }
    process.stdout.write(`\n${table([load, ...lines])}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(
      `${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
  }
}

function table(rows: readonly BenchLine[]): string {
  const cells = rows.map(({ what, value, goal = '', met }) => [
    what,
    value,
    goal,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ])
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]!.length)))
  return cells
    .map(
      ([what, value, goal, met]) =>
        `${what!.padEnd(widths[0]!)}  ${value!.padStart(widths[1]!)}  ${goal!.padEnd(widths[2]!)}  ${met}`,
    )
    .join('\n')
}
