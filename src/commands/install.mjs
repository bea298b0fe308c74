/** Installs locked dependencies if node_modules is out of date; uses only Node's modules. */
import { existsSync, readFileSync } from 'node:fs'
import { npm } from './npm.mjs'
import { root } from './root.mjs'

/** @param {{ dev: boolean }} options `dev`: whether development dependencies are needed as well */
export function ensureInstalled({ dev }) {
  if (isInstalled({ dev })) return
  console.log('Installing dependencies …')
  const args = ['ci', '--no-audit', '--no-fund', ...(dev ? ['--include=dev'] : [])]
  const { status } = npm(args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(
    'npm ci did not succeed; what it says is above. It needs the npm registry, or a filled npm cache.',
  )
  process.exit(status ?? 1)
}

/** Compares npm's record of installed packages with the lockfile. */
function isInstalled({ dev }) {
  const installed = readPackages('node_modules/.package-lock.json')
  if (!installed) return false
  return Object.entries(readPackages('package-lock.json') ?? {}).every(([path, locked]) => {
    if (path === '') return true
    const found = installed[path]
    if (found)
      return (
        found.version === locked.version &&
        found.integrity === locked.integrity &&
        existsSync(`${root}/${path}`)
      )
    return locked.optional || locked.devOptional || (locked.dev && !dev)
  })
}

/** Packages of a lockfile by path; undefined if the file is missing or damaged. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages
  } catch {
    return undefined
  }
}
