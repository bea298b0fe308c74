/** Reads .env, if there is one; variables of the environment take precedence. */
import { existsSync } from 'node:fs'
import { root } from './root.mjs'

export function loadEnvFile() {
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`)
}
