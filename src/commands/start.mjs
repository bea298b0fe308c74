/** `npm start`: from a fresh clone to a running server. What is done already is not done again. */
import { ensureBuilt } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { supervise } from './supervise.mjs'

process.chdir(root)
ensureInstalled({ dev: false })
ensureBuilt()
endWithNpm()
supervise()
