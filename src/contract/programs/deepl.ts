/**
 * Calls in the shape of DeepL's API, so that its client libraries work with another address and key.
 * Unknown fields are ignored. A known one that the channel can't follow is refused, apart from
 * `context` and the `prefer_…` values, which are hints.
 */
import * as z from 'zod/mini'
import { get, Nothing, post } from '#contract/endpoint.ts'
import { programLimits } from '#contract/programs/limits.ts'
import { Count, Text } from '#contract/vocabulary.ts'

/** Yes or no: JSON has booleans, forms 0 and 1. */
const Switch = z.pipe(
  z.union([z.boolean(), z.enum(['0', '1', 'true', 'false'])]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
)
/** Names of elements: a list, or a text with commas. */
const TagNames = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((names) =>
    [names]
      .flat()
      .flatMap((name) => name.split(',').map((part) => part.trim()))
      .filter(Boolean),
  ),
)

/** Such as `EN`, `en-gb` or `ZH-HANS`, in any case. */
const LanguageCode = z.string().check(z.minLength(2), z.maxLength(35))

/**
 * `quality_optimized` is served by channels of language models and by DeepL, `latency_optimized` by
 * the others and by DeepL; the key's channel decides, and the other value is refused.
 * `prefer_quality_optimized` takes what the channel has. The answer's `model_type_used` says which.
 */
export const deeplModelTypes = [
  'quality_optimized',
  'latency_optimized',
  'prefer_quality_optimized',
] as const

/** Of texts and of documents. */
export const translationParameters = {
  /** Detected where the channel can, if absent. */
  source_lang: z.optional(LanguageCode),
  target_lang: LanguageCode,
  formality: z.optional(z.enum(['default', 'more', 'less', 'prefer_more', 'prefer_less'])),
  /** Needs `source_lang`. */
  glossary_id: z.optional(z.union([z.string(), z.int()])),
  /** Refused: see `unavailableParameters`. */
  glossary_ids: z.optional(z.unknown()),
  style_id: z.optional(z.unknown()),
  custom_instructions: z.optional(z.unknown()),
  translation_memory_id: z.optional(z.unknown()),
}

const TranslateInput = z.object({
  text: z.array(z.string()).check(z.minLength(1), z.maxLength(programLimits.texts)),
  ...translationParameters,
  /** Helps to translate where the channel can use it, and is not charged. */
  context: z.optional(z.string().check(z.maxLength(programLimits.context))),
  show_billed_characters: z.optional(Switch),
  /** Where sentences end: `0` nowhere, `1` at punctuation and line breaks, `nonewlines`. */
  split_sentences: z.optional(z.enum(['0', '1', 'nonewlines'])),
  preserve_formatting: z.optional(Switch),
  model_type: z.optional(z.enum(deeplModelTypes)),
  tag_handling: z.optional(z.enum(['xml', 'html'])),
  tag_handling_version: z.optional(z.enum(['v1', 'v2'])),
  outline_detection: z.optional(Switch),
  splitting_tags: z.optional(TagNames),
  non_splitting_tags: z.optional(TagNames),
  ignore_tags: z.optional(TagNames),
})

/** Parameters of DeepL that are not offered. */
export const unavailableParameters = [
  'glossary_ids',
  'style_id',
  'custom_instructions',
  'translation_memory_id',
] as const

const DeeplTranslation = z.object({
  detected_source_language: Text,
  text: z.string(),
  /** Characters charged; 0 when billed by time. */
  billed_characters: z.optional(Count),
  model_type_used: z.optional(Text),
})

const Usage = z.object({
  /** Used in this calendar month, and that with what is left. */
  character_count: Count,
  character_limit: Count,
  /** Of the key, if it has a cap. */
  api_key_character_count: z.optional(Count),
  api_key_character_limit: z.optional(Count),
})

const DeeplLanguage = z.object({
  language: Text,
  name: Text,
  /** Of targets only. */
  supports_formality: z.optional(z.boolean()),
})

const Feature = z.object({ status: z.literal('stable') })
const DeeplLanguageFeatures = z.object({
  lang: Text,
  name: Text,
  status: z.literal('stable'),
  usable_as_source: z.boolean(),
  usable_as_target: z.boolean(),
  features: z.object({
    formality: z.optional(Feature),
    tag_handling: z.optional(Feature),
    auto_detection: z.optional(Feature),
  }),
})

export const deepl = {
  translate: post(
    '/v2/translate',
    TranslateInput,
    z.object({ translations: z.array(DeeplTranslation) }),
    { access: 'member', scope: 'translate', mutatesBalance: true },
  ),
  usage: get('/v2/usage', Nothing, Usage, { access: 'member', scope: 'usage' }),
  languages: get(
    '/v2/languages',
    z.object({ type: z._default(z.enum(['source', 'target']), 'source') }),
    z.array(DeeplLanguage),
    { access: 'member' },
  ),
  /** The call that follows `/v2/languages`. */
  languageFeatures: get(
    '/v3/languages',
    z.object({ resource: z._default(z.enum(['translate_text']), 'translate_text') }),
    z.array(DeeplLanguageFeatures),
    { access: 'member' },
  ),
}
