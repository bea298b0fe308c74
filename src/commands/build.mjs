/** Builds the front end and the server, each if its sources have changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bin, root } from './root.mjs'

const sourcePaths = [
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
/** Sources that are not part of the pages. */
const serverOnly = /^src\/(server|commands\/(?!build-site))/
const serverPaths = ['src/server', 'src/contract', 'src/commands', 'locales', 'package-lock.json']

const frontEnd = {
  name: 'front end',
  results: ['web/index.html', 'site/site.mjs'],
  /** File with the hash of the sources that the last build was made of. */
  stamp: `${root}/dist/web.made-of`,
  sources: () => sourcePaths.flatMap(listFiles).filter((name) => !serverOnly.test(name)),
  steps: [
    [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    ['src/commands/build-site.mjs'],
  ],
  finish: () => compress(`${root}/dist/web`),
}

const server = {
  name: 'server',
  results: ['server/main.mjs'],
  stamp: `${root}/dist/server.made-of`,
  sources: () => serverPaths.flatMap(listFiles),
  steps: [['src/commands/build-server.mjs']],
  finish: () => {},
}

/** Whether no build is needed. Only a build requires the development dependencies. */
export const isBuilt = () => isUpToDate(frontEnd) && isUpToDate(server)
export const isServerBuilt = () => isUpToDate(server)

export function ensureBuilt() {
  ensurePart(frontEnd)
  ensurePart(server)
}

export const ensureServerBuilt = () => ensurePart(server)

function isUpToDate({ results, stamp, sources }) {
  return (
    results.every((file) => existsSync(`${root}/dist/${file}`)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashSources(sources())
  )
}

function ensurePart(part) {
  if (isUpToDate(part)) return
  // Standard output belongs to the command that needs the build.
  console.error(`Building the ${part.name} …`)
  rmSync(part.stamp, { force: true })
  const sourcesHash = hashSources(part.sources())
  for (const args of part.steps) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  part.finish()
  writeFileSync(part.stamp, sourcesHash)
}

/** Smaller files fit into one network packet anyway. */
const minCompressedBytes = 1_000

/** Writes precompressed copies next to the files, which the server sends unchanged. */
export function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json|txt|xml|webmanifest)$/.test(entry.name))
      continue
    const file = `${entry.parentPath}/${entry.name}`
    const content = readFileSync(file)
    if (content.length < minCompressedBytes) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
  }
}

/** Hash of the files and of the environment variables that a build reads. */
function hashSources(files) {
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

function listFiles(path) {
  if (!existsSync(`${root}/${path}`)) return []
  if (statSync(`${root}/${path}`).isFile()) return [path]
  return readdirSync(`${root}/${path}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length + 1)}/${entry.name}`)
    .sort()
}
