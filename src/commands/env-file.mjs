/** Reads .env, if there is one; variables of the environment take precedence. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { root } from './root.mjs'

const file = `${root}/.env`

export function loadEnvFile() {
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Its variables, without setting them. */
export const readEnvFile = () => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {})
