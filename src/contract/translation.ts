/** Translating: languages, one text, and the log of what was translated and what it cost. */
import * as z from 'zod/mini'
import { ClientType, DeductionMode } from '#contract/codes.ts'
import { get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { ChannelId, Count, Id, LangCode, Text, WireTime } from '#contract/vocabulary.ts'

/** 3.14 */
export const Language = z.object({ id: Id, langCode: LangCode, chineseName: Text, englishName: Text })
export type Language = z.output<typeof Language>

/** 3.13: `wordCount` is what was deducted, in characters. */
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
})
export type TranslationLogRow = z.output<typeof TranslationLogRow>

export const translationLog = {
  page: get(
    '/translationLog/page',
    pageQuery({
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
      tranChannelId: z.optional(ChannelId),
      sourceLangCode: z.optional(LangCode),
      targetLangCode: z.optional(LangCode),
      clientType: z.optional(ClientType),
    }),
    pageOf(TranslationLogRow),
    { spec: '7.39', access: 'member', does: 'Lists one’s own translations, newest first.' },
  ),
}

export const translation = {
  languages: get('/translationLanguages/list', Nothing, z.object({ sourceList: z.array(Language), targetList: z.array(Language) }), {
    spec: '7.40',
    access: 'member',
    does: 'Lists the languages one’s channel can translate from and to.',
  }),

  text: post(
    '/translation/text',
    z.object({ source: LangCode, target: LangCode, text: z.string().check(z.minLength(1), z.maxLength(limits.translation.max * 2)) }),
    z.object({ translated: Text }),
    { spec: '7.41', access: 'member', moves: true, does: 'Translates a text and charges its characters when that succeeds.' },
  ),
}
