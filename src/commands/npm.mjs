/** Runs npm: the one that runs this command, else the one on the path. */
import { spawnSync } from 'node:child_process'

export function npm(args, options) {
  const program = process.env.npm_execpath
  return program?.endsWith('.js')
    ? spawnSync(process.execPath, [program, ...args], options)
    : spawnSync('npm', args, { shell: process.platform === 'win32', ...options })
}
