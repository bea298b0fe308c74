/** What other features may use of API keys. */
export { demoSecret, hintOf } from './secret.ts'
/** @public */
export { createKeyAuthenticator, requireScope, type ProgramUser } from './authenticate.ts'
