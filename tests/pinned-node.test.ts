/** The scripts of package.json on a machine whose Node is older than the pinned one. */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'yq-pinned-'))
/** A version that every machine's Node is older than. */
const version = '999.0.0'
const packageName = `node-${process.platform}-${process.arch}`
const archive = join(folder, 'node.tgz')
const nodeScript = `#!/bin/sh
trap 'echo ends in order; exit 3' TERM
echo "runs $2 $3 by $(basename "$(command -v node | xargs dirname)")"
while :; do sleep 0.1; done
`
const registry = createServer(({ url = '' }, response) => {
  if (url.endsWith('.tgz')) return response.end(readFileSync(archive))
  const tarball = `${registryUrl()}node.tgz`
  const versions = { [version]: { name: packageName, version, dist: { tarball } } }
  return response.end(JSON.stringify({ name: packageName, 'dist-tags': {}, versions }))
})
const registryUrl = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`

beforeAll(async () => {
  mkdirSync(join(folder, 'package/bin'), { recursive: true })
  writeFileSync(join(folder, 'package/bin/node'), nodeScript, { mode: 0o755 })
  const manifest = JSON.stringify({ name: packageName, version })
  writeFileSync(join(folder, 'package/package.json'), manifest)
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a script goes on with the pinned Node of the registry, says so and ends with it', async () => {
  const project = createProject(checksumOf(archive))
  const { child, output, ended } = run(project)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toEqual([3, null])
  expect(output.stdout).toBe(`runs greet you by node-${version}\nends in order\n`)
  expect(output.stderr).toMatch(
    /^Node [\d.]+ is older than 999: going on with Node 999\.0\.0 of the npm registry, in .*\n$/,
  )
})

test('a file with another checksum than the locked one is not run', async () => {
  const project = createProject(checksumOf(import.meta.filename))
  const { output, ended } = run(project)
  expect(await ended).toEqual([1, null])
  expect(output.stdout).toBe('')
  expect(output.stderr).toContain('has another checksum: install Node 999.')
  expect(existsSync(join(project, `.cache/node-${version}/node`))).toBe(false)
})

test.each([
  ['NODE_ENV=production', ''],
  ['APP_MODE=production in .env', 'APP_MODE=production'],
])('with %s an older Node is refused and nothing is fetched', async (_where, settings) => {
  const project = createProject(checksumOf(archive))
  writeFileSync(join(project, '.env'), settings)
  const { output, ended } = run(project, settings ? {} : { NODE_ENV: 'production' })
  expect(await ended).toEqual([1, null])
  expect(output.stderr).toMatch(/^Production needs Node 999 or newer, and this is Node .*\n$/)
  expect(existsSync(join(project, '.cache'))).toBe(false)
})

test('Node 24 is the version of every file that states one', () => {
  const major = /^\d+/.exec(readFileSync('.nvmrc', 'utf8'))![0]
  const versions = {
    'package.json': [/"node": ">=(\d+)"/, /"@types\/node": "(\d+)/],
    'deploy/Dockerfile': [/^FROM node:(\d+)/m],
    'deploy/README.md': [/Node (\d+) as/, /node_(\d+)\.x/],
    'src/commands/build-server.mjs': [/target: 'node(\d+)'/],
    'README.md': [/Node (\d+)/],
  }
  for (const [file, patterns] of Object.entries(versions))
    for (const pattern of patterns)
      expect(pattern.exec(readFileSync(file, 'utf8'))?.[1], `${file}: ${pattern}`).toBe(major)
})

function createProject(checksum: string): string {
  const project = mkdtempSync(join(folder, 'project-'))
  cpSync('src/commands', join(project, 'src/commands'), { recursive: true })
  writeFileSync(join(project, '.nvmrc'), `${version}\n`)
  const checksums = { [packageName]: checksum }
  writeFileSync(join(project, 'src/commands/pinned-node.json'), JSON.stringify(checksums))
  return project
}

const checksumOf = (file: string) =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

function run(project: string, settings: Record<string, string> = {}) {
  const { NODE_ENV: _test, ...env } = process.env
  const child = spawn(process.execPath, ['src/commands/run.mjs', 'greet', 'you'], {
    cwd: project,
    env: {
      ...env,
      npm_config_registry: registryUrl(),
      npm_config_cache: join(folder, 'cache'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  return { child, output, ended: once(child, 'close') }
}
