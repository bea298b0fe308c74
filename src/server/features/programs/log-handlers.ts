/** Handler of the translation log for programs. */
import type { programLog as calls } from '#contract/programs/translation-log.ts'
import type { ProgramUser } from '#server/features/api-keys/index.ts'
import { toSourceCode } from '#server/features/programs/language-codes.ts'
import { readTranslationLogPage, resolveLogOwner } from '#server/features/translation/index.ts'
import type { HandlerFor } from '#server/http/handler.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** Throws ApiError `notFound` for a user that is neither the key's nor a sub-account of it. */
export const listLoggedTranslations: HandlerFor<
  (typeof calls)['translations'],
  ProgramUser
> = async (
  { start_date: first, end_date: last, api_key_id: apiKeyId, user_id: user, page, page_size },
  { db, reads, me, settings: { timeZone }, clock },
) => {
  const owner = await resolveLogOwner(db, me, user)
  const { total, rows } = await readTranslationLogPage(
    { db, reads },
    owner,
    {
      pageNum: page,
      pageSize: page_size,
      ...(first && { createDateTimeBegin: `${first} 00:00:00` }),
      ...(last && { createDateTimeEnd: `${last} 23:59:59` }),
      ...(apiKeyId !== undefined && { apiKeyId }),
    },
    timeZone,
    clock(),
  )
  return {
    total_count: total,
    translations: rows.map((row) => ({
      created_at: toInstant(row.createDateTime, timeZone).toISOString(),
      source_lang: toSourceCode(row.sourceLangCode),
      target_lang: toSourceCode(row.targetLangCode),
      character_count: row.wordCount,
      billing_mode: row.translationBillingMode,
      channel_id: toText(row.tranChannelId),
      fallback_channel_id: toText(row.fallbackChannelId),
      client_type: row.clientType ?? null,
      ip: row.ip ?? null,
      api_key_id: toText(row.apiKeyId),
      api_key_name: row.apiKeyTitle ?? null,
      user_id: String(row.userId ?? owner.userId ?? me.userId),
    })),
  }
}

const toText = (id: string | number | null | undefined): string | null =>
  id === null || id === undefined ? null : String(id)

/** Instant of a date-time of the business time zone. */
function toInstant(wireTime: string, zone: string): Date {
  const parse = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const asUtc = parse(wireTime)
  const offsetAt = (moment: number) => parse(formatWireTime(new Date(moment), zone)) - moment
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}
