/** `npm run bench`: runs the benchmarks of tests/bench, or those that its arguments name. */
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './build.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: true })
ensureBuilt()
const { status } = spawnSync(process.execPath, ['tests/bench/bench.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
