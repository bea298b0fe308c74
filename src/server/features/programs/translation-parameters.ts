/** The parameters that translations of texts and of documents share, as the channel knows them. */
import type * as z from 'zod/mini'
import { unavailableParameters, type translationParameters } from '#contract/programs/deepl.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { findLanguage } from '#server/features/programs/language-codes.ts'
import {
  canChooseFormality,
  detectCode,
  type TranslationHints,
  type Translator,
} from '#server/features/translation/index.ts'
import { findTermMatcher, type FindTerms } from '#server/features/glossaries/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'

type Parameters = {
  [K in keyof typeof translationParameters]?: z.output<(typeof translationParameters)[K]>
} & { target_lang: string }

/** Languages in the product's codes. */
export type ReadParameters = {
  source: string
  target: string
  hints: Pick<TranslationHints, 'variant' | 'formality'>
  findTerms: FindTerms | undefined
}

/** Throws ApiError `invalid`, `languagePair` and `notFound`, which name the parameter. */
export async function readTranslationParameters(
  input: Parameters,
  { db, me: { ownerId } }: SignedCall<ProgramUser>,
  { languages, abilities }: Translator,
): Promise<ReadParameters> {
  const unavailable = unavailableParameters.find((parameter) => input[parameter] !== undefined)
  if (unavailable)
    throw new ApiError('invalid', {
      reason: { key: 'unavailableParameter', values: { parameter: unavailable } },
    })
  const found = findLanguage(input.target_lang, languages.targets)
  if (!found) throw unknownLanguage(input.target_lang, 'target_lang')
  const { code: target, variant } = found
  const source = findSource(input.source_lang, languages)
  if (!languages.supports(source, target)) throw new ApiError('languagePair')
  const formality = findFormality(input, target, abilities)
  const { glossary_id: glossaryId } = input
  if (glossaryId !== undefined && source === detectCode)
    throw new ApiError('invalid', { reason: reasonWith('glossarySource', {}) })
  const findTerms =
    glossaryId === undefined
      ? undefined
      : await findTermMatcher(db, { ownerId, glossaryId, source, target })
  return { source, target, hints: { variant, formality }, findTerms }
}

function findSource(parameter: string | undefined, languages: Translator['languages']): string {
  if (parameter === undefined) {
    if (!languages.detects) throw new ApiError('invalid', { reason: reasonWith('noDetection', {}) })
    return detectCode
  }
  const found = findLanguage(parameter, languages.sources)
  if (!found) throw unknownLanguage(parameter, 'source_lang')
  return found.code
}

const unknownLanguage = (language: string, parameter: string) =>
  new ApiError('languagePair', {
    reason: { key: 'unknownLanguage', values: { language, parameter } },
  })

/** A preference has no effect where the channel can't follow it. */
function findFormality(
  { formality = 'default', target_lang: language }: Parameters,
  target: string,
  abilities: Translator['abilities'],
): TranslationHints['formality'] {
  if (formality === 'default') return undefined
  const canChoose = canChooseFormality(abilities, target)
  const isPreference = formality.startsWith('prefer_')
  if (!canChoose && !isPreference)
    throw new ApiError('invalid', { reason: { key: 'noFormality', values: { language } } })
  return canChoose ? (formality.replace('prefer_', '') as 'more' | 'less') : undefined
}
