/** `npm start`: from a fresh clone to a running server. What is done already is not done again. */
import { ensureBuilt } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: false })
ensureBuilt()
endWithNpm()

// In this very process, so that a signal meant for it needs no passing on.
const { register } = await import('tsx/esm/api')
register()
await import('../server/main.ts')
