/** What other features may use of API keys. */
export { hintOf } from './secret.ts'
export { enforceKeyCaps } from './caps.ts'
export { readKeyUser, type ProgramUser } from './authenticate.ts'
/** @public */
export { createKeyAuthenticator, requireScope } from './authenticate.ts'
