/** What other features may use of workspace. */
export { readFanData } from './fan-data/service.ts'
export { transferOwnership } from './service.ts'
