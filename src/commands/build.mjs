/** Builds the front end and the server, each if its sources have changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bin, root } from './root.mjs'

const parts = [
  'src',
  'landing',
  'locales',
  'resources',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** Sources that no page contains. */
const serverSide = /^src\/(server|commands\/(?!build-site))/
const serverParts = ['src/server', 'src/contract', 'src/commands', 'locales', 'package-lock.json']

export function ensureBuilt() {
  ensurePart({
    name: 'front end',
    results: ['web/index.html', 'site/site.mjs'],
    stamp: `${root}/dist/web.made-of`,
    made: fingerprint(parts.flatMap(filesIn).filter((name) => !serverSide.test(name))),
    steps: [
      [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      ['src/commands/build-site.mjs'],
    ],
    finish: () => compress(`${root}/dist/web`),
  })
  ensureServerBuilt()
}

export function ensureServerBuilt() {
  ensurePart({
    name: 'server',
    results: ['server/main.mjs'],
    stamp: `${root}/dist/server.made-of`,
    made: fingerprint(serverParts.flatMap(filesIn)),
    steps: [['src/commands/build-server.mjs']],
  })
}

function ensurePart({ name, results, stamp, made, steps, finish = () => {} }) {
  if (
    results.every((file) => existsSync(`${root}/dist/${file}`)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === made
  )
    return
  console.log(`Building the ${name} …`)
  rmSync(stamp, { force: true })
  for (const args of steps) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  finish()
  writeFileSync(stamp, made)
}

/** Writes precompressed copies next to the files, which the server sends as they are. */
export function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json|txt|xml|webmanifest)$/.test(entry.name))
      continue
    const file = `${entry.parentPath}/${entry.name}`
    const content = readFileSync(file)
    if (content.length < 1_000) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
  }
}

/** Hash of the files and of the environment variables that a build reads. */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const name of files)
    hash
      .update(`${name}\0`)
      .update(readFileSync(`${root}/${name}`))
      .update('\0')
  for (const [name, value] of Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_') || name === 'TIME_ZONE')
    .sort(([a], [b]) => a.localeCompare(b)))
    hash.update(`${name}=${value}\0`)
  return hash.digest('hex')
}

function filesIn(part) {
  if (!existsSync(`${root}/${part}`)) return []
  if (statSync(`${root}/${part}`).isFile()) return [part]
  return readdirSync(`${root}/${part}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length + 1)}/${entry.name}`)
    .sort()
}
