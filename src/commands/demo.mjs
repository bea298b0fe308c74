/** `npm run demo`: builds and serves the demo, which runs entirely in the browser. */
import { endWithNpm } from './end-with-npm.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: true })
endWithNpm()

const { readSettingsOrExit } = await import('./settings.mjs')
const { host, port } = readSettingsOrExit()
const { build, preview } = await import('vite')
const { createDemoBanner } = await import('#server/seed/demo.ts')

const mode = 'demo'
console.log('Building the demo …')
// Hides warnings, which concern the database package.
await build({ mode, logLevel: 'error' })
const { resolvedUrls } = await preview({ mode, preview: { host, port, strictPort: true } })
console.log(createDemoBanner(resolvedUrls.local[0].replace(/\/$/, '')))
