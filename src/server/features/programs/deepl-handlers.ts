/** Handlers of the calls in DeepL's shape. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { unavailableParameters, type deepl as calls } from '#contract/programs/deepl.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import {
  findLanguage,
  listSources,
  listTargets,
  toSourceCode,
} from '#server/features/programs/language-codes.ts'
import {
  canChooseFormality,
  detectCode,
  findCallChannel,
  readMonthlyChars,
  translateTexts,
  type MarkupOptions,
  type ModelType,
  type TranslationHints,
  type Translator,
} from '#server/features/translation/index.ts'
import { findTermMatcher, type FindTerms } from '#server/features/glossaries/index.ts'
import { readMembership } from '#server/features/packages/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import { externalHandler, type HandlerFor, type SignedCall } from '#server/http/handler.ts'

type TranslateInput = ParsedInputOf<typeof calls.translate>
type Abilities = Translator['abilities']

export const translateForProgram = externalHandler<typeof calls.translate, ProgramUser>(
  async (input, call) => {
    const unavailable = unavailableParameters.find((parameter) => input[parameter] !== undefined)
    if (unavailable)
      throw new ApiError('invalid', {
        reason: { key: 'unavailableParameter', values: { parameter: unavailable } },
      })
    const channel = await findCallChannel(call, call.me.channelId)
    const { abilities, languages } = channel.translator
    const target = findTarget(input.target_lang, channel.translator)
    const source = findSource(input.source_lang, channel.translator)
    if (!languages.supports(source, target.code)) throw new ApiError('languagePair')
    const model = findModel(input.model_type, abilities)
    const hints: TranslationHints = {
      variant: target.variant,
      context: input.context,
      formality: findFormality(input, target.code, abilities),
      model: input.model_type && model,
      splitSentences: input.split_sentences,
      preserveFormatting: input.preserve_formatting,
    }
    return translateTexts(
      call,
      channel,
      {
        source,
        target: target.code,
        texts: input.text,
        hints,
        markup: toMarkupOptions(input),
        findTerms: await findTerms(input.glossary_id, source, target.code, call),
      },
      (texts) => ({
        translations: texts.map(({ translated, source: detected, chars }) => ({
          detected_source_language: toSourceCode(detected),
          text: translated,
          ...(input.show_billed_characters && { billed_characters: chars }),
          ...(input.model_type && { model_type_used: model }),
        })),
      }),
    )
  },
  { reservesKeyInWork: true },
)

async function findTerms(
  glossaryId: string | number | undefined,
  source: string,
  target: string,
  { db, me: { ownerId } }: SignedCall<ProgramUser>,
): Promise<FindTerms | undefined> {
  if (glossaryId === undefined) return undefined
  if (source === detectCode)
    throw new ApiError('invalid', { reason: reasonWith('glossarySource', {}) })
  return findTermMatcher(db, { ownerId, glossaryId, source, target })
}

function findTarget(parameter: string, { languages }: Translator) {
  const found = findLanguage(parameter, languages.targets)
  if (!found) throw unknownLanguage(parameter, 'target_lang')
  return found
}

function findSource(parameter: string | undefined, { languages }: Translator): string {
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
  { formality = 'default', target_lang: language }: TranslateInput,
  target: string,
  abilities: Abilities,
): TranslationHints['formality'] {
  if (formality === 'default') return undefined
  const canChoose = canChooseFormality(abilities, target)
  const isPreference = formality.startsWith('prefer_')
  if (!canChoose && !isPreference)
    throw new ApiError('invalid', { reason: { key: 'noFormality', values: { language } } })
  return canChoose ? (formality.replace('prefer_', '') as 'more' | 'less') : undefined
}

/** The model that translates. */
function findModel(requested: TranslateInput['model_type'], { models }: Abilities): ModelType {
  if (requested === undefined || requested === 'prefer_quality_optimized') return models[0]!
  if (!models.includes(requested))
    throw new ApiError('invalid', { reason: { key: 'noModel', values: { model: requested } } })
  return requested
}

const toMarkupOptions = (input: TranslateInput): MarkupOptions | undefined =>
  input.tag_handling && {
    kind: input.tag_handling,
    splitting: input.splitting_tags ?? [],
    nonSplitting: input.non_splitting_tags ?? [],
    ignored: input.ignore_tags ?? [],
    detectsOutline: input.outline_detection ?? true,
  }

type ProgramHandler<C extends keyof typeof calls> = HandlerFor<(typeof calls)[C], ProgramUser>

/** DeepL's limit of an account without one. */
const unlimitedChars = 1_000_000_000_000

export const getProgramUsage: ProgramHandler<'usage'> = async (_, call) => {
  const { db, me, clock, settings } = call
  const [membership, used] = await Promise.all([
    readMembership(call.reads, me),
    readMonthlyChars(db, me, settings.timeZone, clock()),
  ])
  const left = await readCharsLeft(call, membership)
  return {
    character_count: used.user,
    character_limit: membership.mode === 'time' ? unlimitedChars : used.user + left,
    ...(me.monthlyChars !== null && {
      api_key_character_count: used.key,
      api_key_character_limit: me.monthlyChars,
    }),
  }
}

/** With automatic distribution, what the main account has left counts too. */
async function readCharsLeft(
  { reads, me }: SignedCall<ProgramUser>,
  { chars, usesMainQuota }: Awaited<ReturnType<typeof readMembership>>,
): Promise<number> {
  if (!usesMainQuota || me.userId === me.ownerId) return Math.max(0, chars)
  const main = await readMembership(reads, { ownerId: me.ownerId, userId: me.ownerId })
  return Math.max(0, chars) + Math.max(0, main.chars)
}

export const listProgramLanguages: ProgramHandler<'languages'> = async ({ type }, call) => {
  const { languages, abilities } = await findTranslator(call)
  if (type === 'source')
    return listSources(languages).map(({ code, name }) => ({ language: code, name }))
  return listTargets(languages).map(({ code, product, name }) => ({
    language: code,
    name,
    supports_formality: canChooseFormality(abilities, product),
  }))
}

export const listLanguageFeatures: ProgramHandler<'languageFeatures'> = async (_, call) => {
  const { languages, abilities } = await findTranslator(call)
  const sources = new Map(listSources(languages).map((language) => [language.code, language]))
  const targets = new Map(listTargets(languages).map((language) => [language.code, language]))
  const stable = { status: 'stable' } as const
  return [...new Map([...sources, ...targets]).values()].map(({ code, product, name }) => ({
    lang: toMixedCase(code),
    name,
    ...stable,
    usable_as_source: sources.has(code),
    usable_as_target: targets.has(code),
    features: {
      tag_handling: stable,
      ...(targets.has(code) && canChooseFormality(abilities, product) && { formality: stable }),
      ...(sources.has(code) && languages.detects && { auto_detection: stable }),
    },
  }))
}

/** As in BCP 47: `en-GB`, `zh-Hans`. */
function toMixedCase(code: string): string {
  const [language, region = ''] = code.split('-')
  if (region === '') return language!.toLowerCase()
  return `${language!.toLowerCase()}-${region.length === 4 ? region[0]! + region.slice(1).toLowerCase() : region}`
}

const findTranslator = async (call: SignedCall<ProgramUser>): Promise<Translator> =>
  (await findCallChannel(call, call.me.channelId)).translator
