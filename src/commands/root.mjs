/** Path of the project folder. */
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Path of an installed package's script, for `node` to run. */
export const bin = (path) => `${root}/node_modules/${path}`
