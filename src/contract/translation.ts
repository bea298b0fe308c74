/** Translation: languages, texts, channel comparison, and the translation log with its costs. */
import * as z from 'zod/mini'
import { apiKeys } from '#contract/api-keys.ts'
import { glossaries } from '#contract/glossaries.ts'
import { reference } from '#contract/reference.ts'
import { LangCode, Day } from '#contract/field-constructors.ts'
import {
  clientTypes,
  TranslationChannelId,
  Count,
  Flag,
  Id,
  localized,
  fieldTypeRegistry,
  Text,
  WireTime,
  openCode,
} from '#contract/vocabulary.ts'
import { get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { sortableBy } from '#contract/sorting.ts'

/** `childUserId` for a main account and all its sub-accounts. */
export const allUsers = 'all'

/**
 * `concurrent`: concurrent translations per user. `compare`: channels and characters per
 * comparison, comparisons per account group and hour. `usageRows`: rows of `TranslationUsage`.
 */
export const translationLimits = {
  concurrent: 40,
  compare: { channels: 6, characters: 500, perHour: 120 },
  usageRows: 200,
} as const

/** Spec 3.13: how a translation was charged; other backends may add more. */
const DeductionMode = openCode('deductionMode', [
  'char',
  'time',
  'unlimited',
  'enable',
  'disable',
  'distribute',
  'modify',
  'reset',
])

/** `api`: a program with a key. */
const TranslatingClient = openCode('clientType', [...clientTypes, 'api'])

/** A language that a channel translates (spec 3.14). */
export const Language = z.object({
  id: Id,
  langCode: LangCode,
  chineseName: Text,
  englishName: Text,
})
export type Language = z.output<typeof Language>

/**
 * Spec 3.13. `wordCount`: characters charged; under billing by time, characters counted.
 * Extensions: `userId` and `userName`, the user who translated; `apiKeyId` and `apiKeyTitle`, the key
 * by which a program did, which has no title once it is deleted; `fallbackChannelId`, the channel
 * that translated while `tranChannelId` was down, at whose price it was charged.
 */
export const TranslationLogRow = z.object({
  id: z.optional(Id),
  createDateTime: WireTime,
  wordCount: Count,
  translationBillingMode: DeductionMode,
  tranChannelId: z.nullish(TranslationChannelId),
  ip: z.nullish(Text),
  clientType: z.nullish(TranslatingClient),
  sourceLangCode: LangCode,
  targetLangCode: LangCode,
  userId: z.optional(Id),
  userName: z.nullish(Text),
  apiKeyId: z.nullish(reference(apiKeys.calls, { title: 'name' })),
  apiKeyTitle: z.nullish(Text),
  fallbackChannelId: z.nullish(TranslationChannelId),
})
export type TranslationLogRow = z.output<typeof TranslationLogRow>

/** Id of a sub-account of the user, or `all`. */
const UserFilter = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])
fieldTypeRegistry.add(UserFilter, { kind: 'person' })

/** Any code that a backend uses, or `auto`. */
const SourceLangCode = z.string().check(z.minLength(1), z.maxLength(limits.langCode.max))
fieldTypeRegistry.add(SourceLangCode, { kind: 'language', detect: true })

/** Extensions. `langCode`: the language on either side. */
const filters = {
  createDateTimeBegin: z.optional(WireTime),
  createDateTimeEnd: z.optional(WireTime),
  childUserId: z.optional(UserFilter),
  tranChannelId: z.optional(TranslationChannelId),
  langCode: z.optional(LangCode),
  sourceLangCode: z.optional(SourceLangCode),
  targetLangCode: z.optional(LangCode),
  clientType: z.optional(TranslatingClient),
  apiKeyId: z.optional(reference(apiKeys.calls, { title: 'name' })),
}

const usageFields = { chars: Count, count: Count }
/**
 * Usage by user, channel and language pair: `count` translations with `chars` characters charged.
 */
const UsageRow = z.object({
  userId: Id,
  tranChannelId: TranslationChannelId,
  sourceLangCode: LangCode,
  targetLangCode: LangCode,
  ...usageFields,
})
type UsageRow = z.output<typeof UsageRow>

export const TranslationUsage = z.object({
  firstDay: Day,
  lastDay: Day,
  ...usageFields,
  /** All days from the first to the last, without gaps. */
  byDay: z.array(z.object({ day: Day, ...usageFields })),
  byChannel: z.array(z.object({ tranChannelId: TranslationChannelId, ...usageFields })),
  byLanguages: z.array(
    z.object({ sourceLangCode: LangCode, targetLangCode: LangCode, ...usageFields }),
  ),
  /** `name` is null for a deleted user. */
  byUser: z.array(z.object({ userId: Id, name: z.nullish(Text), ...usageFields })),
  /** `apiKeyId` null: without a key; `name` null: a deleted one. */
  byKey: z.optional(
    z.array(z.object({ apiKeyId: z.nullable(Id), name: z.nullable(Text), ...usageFields })),
  ),
  /** Most used first. */
  rows: z.array(UsageRow),
})
export type TranslationUsage = z.output<typeof TranslationUsage>

export const translationLog = {
  page: get(
    '/translationLog/page',
    pageQuery({ ...filters, ...sortableBy(['createDateTime', 'wordCount']) }),
    pageOf(TranslationLogRow),
    {
      spec: '7.39',
      access: 'member',
      accountRoles: ['deputy'],
      accountRolesWhen: 'childUserId',
      support: 'shown',
      extensionParameters: [...Object.keys(filters), 'sortBy', 'sortOrder'],
      extensionFields: ['userId', 'userName', 'apiKeyId', 'apiKeyTitle', 'fallbackChannelId'],
    },
  ),

  usage: get('/translationLog/usage', z.object(filters), TranslationUsage, {
    access: 'member',
    accountRoles: ['deputy'],
    accountRolesWhen: 'childUserId',
    support: 'shown',
  }),
}

/**
 * A channel available for translation. `demo`: uses the built-in phrase book, because the vendor's
 * key is missing.
 */
export const TranslatingChannel = z.object({
  id: TranslationChannelId,
  name: localized('enName'),
  enName: Text,
  /** 1 for the user's current channel. */
  current: Flag,
  demo: Flag,
  /**
   * Fen per million characters. A text costs its characters × this ÷ the value of the current
   * channel, rounded up.
   */
  centsPerMillion: Count,
})
export type TranslatingChannel = z.output<typeof TranslatingChannel>

/**
 * Extensions: `detected`, the source language if the channel reports it; `chars`, characters
 * charged; `tranChannelId`; `fallbackChannelId`, the channel that translated while that one was
 * down; `demo`; `terms`, those of the glossary that the text has, as they were translated.
 */
export const Translation = z.object({
  translated: Text,
  detected: z.optional(LangCode),
  chars: z.optional(Count),
  tranChannelId: z.optional(TranslationChannelId),
  fallbackChannelId: z.optional(TranslationChannelId),
  demo: z.optional(z.boolean()),
  terms: z.optional(z.array(z.object({ source: Text, target: Text }))),
})
export type Translation = z.output<typeof Translation>

/**
 * Result of one channel: a translation with its cost, or an error, which is free. `ms`: duration.
 */
export const ComparisonResult = z.object({
  tranChannelId: TranslationChannelId,
  ms: Count,
  chars: Count,
  translated: z.optional(Text),
  detected: z.optional(LangCode),
  demo: z.optional(z.boolean()),
  code: z.optional(Text),
  msg: z.optional(Text),
})
export type ComparisonResult = z.output<typeof ComparisonResult>

/** Zod counts UTF-16 units, so the limit is doubled; the server counts characters exactly. */
const sourceText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max * 2))

export const translation = {
  languages: get(
    '/translationLanguages/list',
    Nothing,
    z.object({ sourceList: z.array(Language), targetList: z.array(Language) }),
    {
      spec: '7.40',
      access: 'member',
      support: 'shown',
    },
  ),

  channels: get('/translation/channels', Nothing, z.array(TranslatingChannel), {
    access: 'member',
    support: 'shown',
  }),

  text: post(
    '/translation/text',
    z.object({
      source: LangCode,
      target: LangCode,
      text: sourceText(limits.translation.max),
      glossaryId: z.optional(reference(glossaries.calls, { title: 'name' })),
    }),
    Translation,
    {
      spec: '7.41',
      access: 'member',
      mutatesBalance: true,
      extensionParameters: ['glossaryId'],
    },
  ),

  compare: post(
    '/translation/compare',
    z.object({
      source: LangCode,
      target: LangCode,
      text: sourceText(translationLimits.compare.characters),
      channelIds: z
        .array(TranslationChannelId)
        .check(z.minLength(1), z.maxLength(translationLimits.compare.channels)),
    }),
    z.object({ results: z.array(ComparisonResult) }),
    {
      access: 'member',
      mutatesBalance: true,
    },
  ),
}
