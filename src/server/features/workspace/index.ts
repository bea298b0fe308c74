/** What other features may use of workspace. */
export { readFanData } from './fan-data.ts'
export { transferOwnership } from './transfer-ownership.ts'
