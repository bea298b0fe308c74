/** `npm run env:example`: writes .env.example. */
import { writeFileSync } from 'node:fs'
import { register } from 'tsx/esm/api'
import { root } from './root.mjs'

register()
const { createEnvExample } = await import('../server/platform/config/env-example.ts')
writeFileSync(`${root}/.env.example`, createEnvExample())
