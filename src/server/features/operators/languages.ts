/** Operators' handler of the list of languages. */
import type { operatorLanguages } from '#contract/operator/languages.ts'
import type { OperatorHandler } from '#server/features/operators/operator.ts'
import {
  allCodes,
  createLanguageSupport,
  listLanguages,
} from '#server/features/translation/index.ts'

/** No channel narrows the list, because operators have none. */
export const allLanguages: OperatorHandler<typeof operatorLanguages.list> = () =>
  Promise.resolve(listLanguages(createLanguageSupport(allCodes)))
