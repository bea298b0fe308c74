/** `npm run build`: the front end into dist/web and the server into dist/server, unless they are there already. */
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './build.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: false })
ensureBuilt()
