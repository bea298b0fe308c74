/** `npm run build`: the front end into dist/web, unless it is there already. */
import { ensureInstalled } from './install.mjs'
import { ensureBuilt } from './build.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: false })
ensureBuilt()
