/** Runs a command of the built server, such as `ops`, building the server first if needed. */
import { spawnSync } from 'node:child_process'
import { ensureServerBuilt, isServerBuilt } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

const [name, ...args] = process.argv.slice(2)

loadEnvFile()
ensureInstalled({ dev: !isServerBuilt() })
ensureServerBuilt()
const { status } = spawnSync(process.execPath, [`${root}/dist/server/${name}.mjs`, ...args], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
