/** `npm run env:example`: writes .env.example. */
import { writeFileSync } from 'node:fs'
import { createEnvExample } from '../server/platform/config/env-example.ts'
import { root } from './root.mjs'

writeFileSync(`${root}/.env.example`, createEnvExample())
