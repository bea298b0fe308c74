/** Handlers of the calls in DeepL's shape. */
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { deepl as calls } from '#contract/programs/deepl.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { readBudgets } from '#server/features/budgets/index.ts'
import { listSources, listTargets, toSourceCode } from '#server/features/programs/language-codes.ts'
import { readTranslationParameters } from '#server/features/programs/translation-parameters.ts'
import {
  canChooseFormality,
  findCallChannel,
  readMonthlyChars,
  translateTexts,
  type MarkupOptions,
  type ModelType,
  type Translator,
} from '#server/features/translation/index.ts'
import { readMembership } from '#server/features/packages/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { externalHandler, type HandlerFor, type SignedCall } from '#server/http/handler.ts'

type TranslateInput = ParsedInputOf<typeof calls.translate>
type Abilities = Translator['abilities']

export const translateForProgram = externalHandler<typeof calls.translate, ProgramUser>(
  async (input, call) => {
    const channel = await findCallChannel(call, call.me.channelId)
    const { source, target, hints, findTerms } = await readTranslationParameters(
      input,
      call,
      channel.translator,
    )
    const model = findModel(input.model_type, channel.translator.abilities)
    return translateTexts(
      call,
      channel,
      {
        source,
        target,
        texts: input.text,
        hints: {
          ...hints,
          context: input.context,
          model: input.model_type && model,
          splitSentences: input.split_sentences,
          preserveFormatting: input.preserve_formatting,
        },
        markup: toMarkupOptions(input),
        findTerms,
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

/**
 * With automatic distribution, what the main account has left counts too. A sub-account has at most
 * what its caps leave.
 */
async function readCharsLeft(
  call: SignedCall<ProgramUser>,
  membership: Awaited<ReturnType<typeof readMembership>>,
): Promise<number> {
  const left = await readQuotaLeft(call, membership)
  if (!membership.isCapped) return left
  const { db, me, clock, settings } = call
  const time = { now: clock(), zone: settings.timeZone }
  const budgets = await readBudgets(db, me.ownerId, [me.userId], time, { unit: 'chars' })
  const caps = budgets.flatMap((budget) => budget.caps)
  return Math.min(left, ...caps.map((cap) => cap.left))
}

async function readQuotaLeft(
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
