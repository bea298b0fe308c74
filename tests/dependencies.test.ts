/** The check of locked dependencies: licences, registries, checksums and advisories. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const program = resolve('src/commands/dependencies.mjs')
const integrity = `sha512-${'A'.repeat(86)}==`
const validPackage = { version: '1.0.0', license: 'MIT', integrity }
/** A cache of its own, since npm caches advisories. */
const cache = mkdtempSync(join(tmpdir(), 'yq-npm-'))
const folders = [cache]
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

test('the project’s own lock file passes, also where no registry is reached', async () => {
  const { code, output } = await runCheck(process.cwd())
  expect(output).toContain('nothing to object to')
  expect(output).toContain('Advisories: skipped')
  expect(code).toBe(0)
})

test('licences that are not on the list, addresses at one registry and no checksum are reported', async () => {
  const { code, output } = await runCheck(
    project({
      copyleft: { license: 'AGPL-3.0-only' },
      unlicensed: { license: undefined },
      both: { license: '(MIT AND GPL-2.0-only)' },
      either: { license: '(GPL-3.0-only OR MIT)' },
      addressed: { resolved: 'https://registry.example.com/x.tgz' },
      unchecked: { integrity: undefined },
    }),
  )
  for (const sentence of [
    'copyleft is under AGPL-3.0-only',
    'unlicensed is under none',
    'both is under (MIT AND GPL-2.0-only), which is not on the list',
    'addressed is locked to one registry',
    'unchecked is locked without a checksum',
    '6 packages locked, 5 to object to',
  ])
    expect(output).toContain(sentence)
  expect(code).toBe(1)
})

test.each([
  ['high', 1],
  ['moderate', 0],
])('a known vulnerability of severity %s exits with %i', async (severity, code) => {
  const registry = await registryWithAdvisory(severity)
  const { output, ...ended } = await runCheck(project({ 'left-alone': {} }), registry.address)
  registry.close()
  expect(ended.code, output).toBe(code)
  expect(output).toContain(`1 ${severity}`)
  if (code === 1) expect(output).toContain('left-alone: high: Anybody gets in')
})

/** A folder with a lock file of these packages, each a valid one with the changes. */
function project(changes: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'yq-lock-'))
  folders.push(folder)
  const names = Object.keys(changes)
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const manifest = { name: 'some', version: '1.0.0', dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const packages = {
    '': manifest,
    ...Object.fromEntries(
      names.map((name) => [`node_modules/${name}`, { ...validPackage, ...changes[name] }]),
    ),
  }
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
  )
  return folder
}

async function runCheck(
  cwd: string,
  registry = 'http://127.0.0.1:9/',
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [program], {
    cwd,
    env: { ...process.env, npm_config_registry: registry, npm_config_cache: cache },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

/** A registry for `npm audit`: an advisory of that severity, and the versions of the package. */
async function registryWithAdvisory(severity: string) {
  const advisories = {
    'left-alone': [
      {
        id: severity.length,
        url: 'https://example.com/1',
        title: 'Anybody gets in',
        severity,
        vulnerable_versions: '<2',
      },
    ],
  }
  const versions = {
    name: 'left-alone',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: 'left-alone', version: '1.0.0' } },
  }
  const server = createServer(({ url }, response) =>
    response.end(JSON.stringify(url?.includes('advisories') ? advisories : versions)),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
