/** `npm run dev`: pages with hot reload and the API in watch mode, under one address. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { endWithNpm } from './end-with-npm.mjs'
import { loadEnvFile } from './env-file.mjs'
import { ensureInstalled } from './install.mjs'
import { bin, root } from './root.mjs'

process.chdir(root)
loadEnvFile()
ensureInstalled({ dev: true })
endWithNpm()

const { readSettingsOrExit } = await import('./settings.mjs')
const settings = readSettingsOrExit()
const { host } = settings
const port = settings.port || (await findFreePort())
const apiPort = String(await findFreePort())
const address = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`

const children = [
  run(['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    PORT: apiPort,
    HOST: '127.0.0.1',
    PUBLIC_URL: address,
  }),
  run(
    [
      bin('vite/bin/vite.js'),
      '--host',
      host,
      '--port',
      String(port),
      '--strictPort',
      '--logLevel',
      'warn',
    ],
    {
      API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    },
  ),
]

let code = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (status) => {
    if (!child.isStopped) code = status || 1
    stop()
  })
}
await Promise.all(children.map((child) => once(child, 'exit')))
process.exit(code)

/** In its own process group, so that the terminal's Ctrl-C reaches it only once, through `stop`. */
function run(args, env) {
  return spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
}

function stop() {
  for (const child of children) {
    if (child.isStopped || child.exitCode !== null) continue
    child.isStopped = true
    child.kill('SIGTERM')
  }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
