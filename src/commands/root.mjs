/** The folder of the project, wherever a command was started from. */
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A program of an installed package, for `node` to run. */
export const bin = (path) => `${root}/node_modules/${path}`
