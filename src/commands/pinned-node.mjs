/** Fetches the Node of .nvmrc from the npm registry, for development where the machine's is older. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { npm } from './npm.mjs'
import { root } from './root.mjs'

export const pinnedVersion = readFileSync(`${root}/.nvmrc`, 'utf8').trim()

/**
 * Folder with the pinned `node`, which is fetched once. Exits with a sentence if there is none for
 * this platform, the registry is out of reach, or the checksum is not the one in pinned-node.json.
 */
export function fetchNode() {
  const folder = `${root}/.cache/node-${pinnedVersion}`
  if (existsSync(`${folder}/node`)) return folder
  mkdirSync(folder, { recursive: true })
  const temporary = mkdtempSync(`${folder}/`)
  const problem = unpackNode(temporary, folder)
  rmSync(temporary, { recursive: true })
  if (!problem) return folder
  console.error(
    `This needs Node ${pinnedVersion}, and the machine has ${process.versions.node}. ${problem}: install Node ${Number.parseInt(pinnedVersion)}.`,
  )
  return process.exit(1)
}

/** Says what went wrong. The file is moved last, so that an interrupted fetch leaves none. */
function unpackNode(temporary, folder) {
  const checksums = JSON.parse(readFileSync(`${root}/src/commands/pinned-node.json`, 'utf8'))
  const name = `node-${process.platform}-${process.arch}`
  if (!checksums[name]) return `There is none for ${process.platform} on ${process.arch}`
  const packed = npm(
    ['pack', `${name}@${pinnedVersion}`, '--loglevel=error', '--pack-destination', temporary],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (packed.status !== 0) return 'npm could not fetch it'
  const archive = `${temporary}/${name}-${pinnedVersion}.tgz`
  const checksum = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (`sha512-${checksum}` !== checksums[name]) return 'What npm fetched has another checksum'
  const member = 'package/bin/node'
  const unpacked = spawnSync('tar', ['-xzf', archive, '-C', temporary, member], {
    stdio: 'inherit',
  })
  if (unpacked.status !== 0) return 'tar could not unpack it'
  renameSync(`${temporary}/${member}`, `${folder}/node`)
  return undefined
}
