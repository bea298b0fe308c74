/** `npm run demo`: builds the product that runs in the browser alone, and serves its files. */
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'

process.chdir(root)
ensureInstalled({ dev: true })
const vite = (...args) => spawnSync(process.execPath, [bin('vite/bin/vite.js'), ...args], { stdio: 'inherit' }).status ?? 1
const status = vite('build', '--mode', 'demo', '--outDir', 'dist/demo', '--logLevel', 'warn')
process.exit(status || vite('preview', '--outDir', 'dist/demo', '--host', process.env.HOST || '127.0.0.1', '--port', process.env.PORT || '4173'))
