/** Handlers of the translation log and its usage: the user’s own, or a sub-account’s. */
import type { translationLog as calls } from '#contract/translation.ts'
import type { Handler } from '#server/http/handler.ts'
import { translationLogPage, whoseLog } from '#server/features/translation/log-queries.ts'
import { translationUsage } from '#server/features/translation/usage-queries.ts'

export const pageTranslationLog: Handler<typeof calls.page> = async (
  query,
  { db, reads, me, settings, clock },
) =>
  translationLogPage(
    { db, reads },
    await whoseLog(db, me, query.childUserId),
    query,
    settings.timeZone,
    clock(),
  )

export const usageOfTranslations: Handler<typeof calls.usage> = async (
  query,
  { db, me, settings, clock },
) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(clock())
  return translationUsage(db, await whoseLog(db, me, query.childUserId), query, today)
}
