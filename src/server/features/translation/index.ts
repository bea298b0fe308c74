/** What other features may use of translation. */
export { listOfferedChannels } from './offered-channels.ts'
export { allCodes, createLanguageSupport, listLanguages } from './translator.ts'
export { readUsageByDay } from './usage/queries.ts'
