/**
 * Translating: languages, one text, several channels side by side, and the log of what was
 * translated and what it cost.
 */
import * as z from 'zod/mini'
import { ClientType } from '#contract/base-codes.ts'
import { DeductionMode } from '#contract/codes.ts'
import { get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { sortableBy } from '#contract/sorting.ts'
import {
  ChannelId,
  Count,
  Day,
  Flag,
  Id,
  LangCode,
  localized,
  fieldType,
  Text,
  WireTime,
} from '#contract/vocabulary.ts'

/** The source language that stands for detection. */
export const detectSource = 'auto'
/** `childUserId` of a main account that wants to see everybody: itself and all its sub-accounts. */
export const everybody = 'all'

/**
 * Translations of one user at once; channels in one comparison, characters of its text, and
 * comparisons of one family in an hour.
 */
export const translationLimits = {
  atOnce: 10,
  compare: { channels: 6, max: 500, perHour: 120 },
  combinations: 200,
} as const

/** 3.14 */
export const Language = z.object({
  id: Id,
  langCode: LangCode,
  chineseName: Text,
  englishName: Text,
})
export type Language = z.output<typeof Language>

/**
 * 3.13: `wordCount` is what was deducted, in characters; by time, when nothing is, what was
 * counted. `userId` and `userName` are ours: whose it was, in a list of several people's.
 */
export const TranslationLogRow = z.object({
  id: z.optional(Id),
  createDateTime: WireTime,
  wordCount: Count,
  translationBillingMode: DeductionMode,
  tranChannelId: z.nullish(ChannelId),
  ip: z.nullish(Text),
  clientType: z.nullish(ClientType),
  sourceLangCode: LangCode,
  targetLangCode: LangCode,
  userId: z.optional(Id),
  userName: z.nullish(Text),
})
export type TranslationLogRow = z.output<typeof TranslationLogRow>

/** A sub-account of one's own, or `all`. */
const Whose = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])
fieldType.add(Whose, { kind: 'person' })

/** `childUserId` is ours. */
const filters = {
  createDateTimeBegin: z.optional(WireTime),
  createDateTimeEnd: z.optional(WireTime),
  tranChannelId: z.optional(ChannelId),
  sourceLangCode: z.optional(LangCode),
  targetLangCode: z.optional(LangCode),
  clientType: z.optional(ClientType),
  childUserId: z.optional(Whose),
}

const used = { chars: Count, count: Count }
/**
 * What was translated in one direction, by one channel, for one user: `count` translations with
 * `chars` characters deducted.
 */
export const UsedFor = z.object({
  userId: Id,
  tranChannelId: ChannelId,
  sourceLangCode: LangCode,
  targetLangCode: LangCode,
  ...used,
})
export type UsedFor = z.output<typeof UsedFor>

export const TranslationUsage = z.object({
  firstDay: Day,
  lastDay: Day,
  ...used,
  /** Every day from the first to the last. */
  byDay: z.array(z.object({ day: Day, ...used })),
  byChannel: z.array(z.object({ tranChannelId: ChannelId, ...used })),
  byLanguages: z.array(z.object({ sourceLangCode: LangCode, targetLangCode: LangCode, ...used })),
  /** `name` is null for a deleted user. */
  byUser: z.array(z.object({ userId: Id, name: z.nullish(Text), ...used })),
  /** Most used first. */
  rows: z.array(UsedFor),
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
      extensions: ['sortBy', 'sortOrder'],
      summary:
        'Lists the user’s translations, newest first by default; a main account can list those of a sub-account or of all.',
    },
  ),

  usage: get('/translationLog/usage', z.object(filters), TranslationUsage, {
    access: 'member',
    summary: `Returns translation usage per day in a time range, by default the last ${limits.usage.days} days, by channel, languages and user.`,
  }),
}

/**
 * A channel that translates here. `demo`: by the demo’s phrase book, for want of the vendor’s key.
 */
export const TranslatingChannel = z.object({
  id: ChannelId,
  name: localized('enName'),
  enName: Text,
  /** 1 for the channel one translates with. */
  current: Flag,
  demo: Flag,
  /**
   * Characters of one’s balance that a text costs: its characters × this ÷ that of the current
   * channel, rounded up. Cents for a million.
   */
  centsPerMillion: Count,
})
export type TranslatingChannel = z.output<typeof TranslatingChannel>

/**
 * `detected`, `chars`, `tranChannelId` and `demo` are ours. `detected`: the source language, where
 * the channel tells it. `chars`: what was deducted.
 */
export const Translation = z.object({
  translated: Text,
  detected: z.optional(LangCode),
  chars: z.optional(Count),
  tranChannelId: z.optional(ChannelId),
  demo: z.optional(z.boolean()),
})
export type Translation = z.output<typeof Translation>

/**
 * One channel’s answer: a translation with what it cost, or why there is none, which costs nothing.
 * `ms`: how long the channel took.
 */
export const Compared = z.object({
  tranChannelId: ChannelId,
  ms: Count,
  chars: Count,
  translated: z.optional(Text),
  detected: z.optional(LangCode),
  demo: z.optional(z.boolean()),
  code: z.optional(Text),
  msg: z.optional(Text),
})
export type Compared = z.output<typeof Compared>

/**
 * In UTF-16 units, which is what a schema counts: the server counts characters and refuses more
 * than the limit.
 */
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max * 2))

export const translation = {
  languages: get(
    '/translationLanguages/list',
    Nothing,
    z.object({ sourceList: z.array(Language), targetList: z.array(Language) }),
    {
      spec: '7.40',
      access: 'member',
      summary: 'Lists the source and target languages of the user’s channel.',
    },
  ),

  channels: get('/translation/channels', Nothing, z.array(TranslatingChannel), {
    access: 'member',
    summary: 'Lists the available channels and the price of each compared with the user’s channel.',
  }),

  text: post(
    '/translation/text',
    z.object({ source: LangCode, target: LangCode, text: text(limits.translation.max) }),
    Translation,
    {
      spec: '7.41',
      access: 'member',
      mutatesBalance: true,
      summary: 'Translates text and charges its characters if it succeeds.',
    },
  ),

  compare: post(
    '/translation/compare',
    z.object({
      source: LangCode,
      target: LangCode,
      text: text(translationLimits.compare.max),
      channelIds: z
        .array(ChannelId)
        .check(z.minLength(1), z.maxLength(translationLimits.compare.channels)),
    }),
    z.object({ results: z.array(Compared) }),
    {
      access: 'member',
      mutatesBalance: true,
      summary:
        'Translates a short text with several channels; each success is charged once, at that channel’s price in characters of the user’s channel.',
    },
  ),
}
