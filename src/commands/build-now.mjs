/** `npm run build`: builds dist/web and dist/server unless they are up to date. */
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBuilt, isBuilt } from './build.mjs'
import { root } from './root.mjs'

process.chdir(root)
loadEnvFile()
ensureInstalled({ dev: !isBuilt() })
ensureBuilt()
