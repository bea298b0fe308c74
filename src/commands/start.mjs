/** `npm start`: installs, builds and starts the server, skipping steps that are up to date. */
import { ensureBuilt, isBuilt } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { supervise } from './supervise.mjs'

process.chdir(root)
loadEnvFile()
ensureInstalled({ dev: !isBuilt() })
ensureBuilt()
endWithNpm()
supervise()
