/** `npm run demo`: builds the product that runs in the browser alone, and serves its files. */
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: true })
endWithNpm()

const { readOrEnd } = await import('./settings.mjs')
const { host, port } = readOrEnd()
const { build, preview } = await import('vite')
const { greeting } = await import('../server/startup-banner.ts')

const mode = 'demo'
console.log('Building the demo …')
// What it would warn of is in the database's own package.
await build({ mode, logLevel: 'error' })
const { resolvedUrls } = await preview({ mode, preview: { host, port, strictPort: true } })
console.log(greeting(resolvedUrls.local[0].replace(/\/$/, '')))
