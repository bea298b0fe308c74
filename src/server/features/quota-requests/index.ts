/** What other features may use of quota requests. */
export { endOpenRequests } from './open-request.ts'
