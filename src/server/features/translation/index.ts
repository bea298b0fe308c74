/** What other features may use of translation. */
export { countCharacters } from './charge-translations.ts'
export {
  chargeCall,
  releaseOnError,
  reserveForMembership,
  type Payer,
  type TranslationCall,
} from './charged-call.ts'
export { type MarkupOptions } from './markup/units.ts'
export { listOfferedChannels } from './offered-channels.ts'
export { readTranslationLogPage, resolveLogOwner } from './read-translation-log.ts'
export { translateTexts } from './translate-texts.ts'
export {
  findCallChannel,
  prepareTexts,
  priceOf,
  sumOf,
  translateUncharged,
  type CallChannel,
  type TextsRequest,
} from './translate-uncharged.ts'
export {
  allCodes,
  canChooseFormality,
  detectCode,
  type LanguageSupport,
  type ModelType,
  type TranslationHints,
  type Translator,
} from './translator.ts'
export { readCharsByMonth, readMonthlyChars } from './usage/monthly-chars.ts'
export { readUsageByDay } from './usage/queries.ts'
