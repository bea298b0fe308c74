/** What other features may use of quota requests. */
export { endOpenRequest } from './open-request.ts'
