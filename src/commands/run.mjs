/** Runs the command that a script of package.json names, on the pinned Node where this one is older. */
import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './end-with-npm.mjs'
import { readEnvFile } from './env-file.mjs'
import { fetchNode, pinnedVersion } from './pinned-node.mjs'

const [command, ...args] = process.argv.slice(2)
const pinnedMajor = Number.parseInt(pinnedVersion)

if (Number.parseInt(process.versions.node) >= pinnedMajor) await runHere()
else if (isProduction()) {
  console.error(
    `Production needs Node ${pinnedMajor} or newer, and this is Node ${process.versions.node}: install Node ${pinnedMajor}.`,
  )
  process.exit(1)
} else runOnPinnedNode()

function runHere() {
  const file = fileURLToPath(new URL(`${command}.mjs`, import.meta.url))
  process.argv.splice(1, 2, file)
  return import(`./${command}.mjs`)
}

function isProduction() {
  const { APP_MODE, NODE_ENV } = { ...readEnvFile(), ...process.env }
  return (APP_MODE || NODE_ENV) === 'production'
}

function runOnPinnedNode() {
  const folder = fetchNode()
  console.error(
    `Node ${process.versions.node} is older than ${pinnedMajor}: going on with Node ${pinnedVersion} of the npm registry, in ${folder}.`,
  )
  const child = spawn(`${folder}/node`, [fileURLToPath(import.meta.url), command, ...args], {
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    stdio: 'inherit',
  })
  child.on('exit', (code) => process.exit(code ?? 1))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to both.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  endWithNpm()
}
