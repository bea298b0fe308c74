/** Builds the front end when what it is made of has changed since. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
/** Parts of src that no page contains. */
const serverSide = /^src\/(server|commands\/(?!build-site))/
const stamp = `${root}/dist/web.made-of`

export function ensureBuilt() {
  const made = fingerprint()
  if (
    existsSync(`${root}/dist/web/index.html`) &&
    existsSync(`${root}/dist/site/site.mjs`) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === made
  )
    return
  console.log('Building the front end …')
  rmSync(stamp, { force: true })
  for (const args of [
    [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    ['src/commands/build-site.mjs'],
  ]) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  compress(`${root}/dist/web`)
  writeFileSync(stamp, made)
}

/** Writes compressed copies beside the files of a folder, which the server sends as they are. */
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

/** Of every file that goes into the pages, and of the variables that the build reads. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const name of parts.flatMap(filesIn))
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
  if (part.includes('.')) return [part]
  return readdirSync(`${root}/${part}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length + 1)}/${entry.name}`)
    .filter((name) => !serverSide.test(name))
    .sort()
}
