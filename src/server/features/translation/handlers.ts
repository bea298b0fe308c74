/** Handlers of languages and channels, of the translation log and its usage totals. */
import type { translation as calls, translationLog as logCalls } from '#contract/translation.ts'
import { listOfferedChannels } from '#server/features/translation/offered-channels.ts'
import {
  readTranslationLogPage,
  resolveLogOwner,
} from '#server/features/translation/read-translation-log.ts'
import { readMembership } from '#server/features/packages/index.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import { listLanguages } from '#server/features/translation/translator.ts'
import {
  readTranslationUsage,
  readUsageByDay,
  readUsageByPerson,
} from '#server/features/translation/usage/queries.ts'
import type { usage as usageCalls } from '#contract/usage.ts'
import { forecastUsage } from '#server/features/translation/usage/forecast.ts'
import { compareChannels } from '#server/features/translation/compare-channels.ts'
import { translateText } from '#server/features/translation/translate-text.ts'

/** A channel without a configured engine has no languages. */
const translationLanguages: Handler<typeof calls.languages> = async (
  _,
  { reads, me, translators },
) => {
  const translator = translators.get((await readMembership(reads, me)).engine)
  await translator?.languages.load?.()
  return translator ? listLanguages(translator.languages) : { sourceList: [], targetList: [] }
}

const translationChannels: Handler<typeof calls.channels> = async (_, call) => {
  const { channelId } = await readMembership(call.reads, call.me)
  return (await listOfferedChannels(call)).map(
    ({ id, name, enName, centsPerMillion, translator }) => ({
      id,
      name,
      enName,
      centsPerMillion,
      current: id === channelId ? 1 : 0,
      demo: translator.demo ? 1 : 0,
    }),
  )
}

const pageTranslationLog: Handler<typeof logCalls.page> = async (
  query,
  { db, reads, me, settings, clock },
) => {
  const owner = await resolveLogOwner(db, me, query.childUserId)
  const page = await readTranslationLogPage({ db, reads }, owner, query, settings.timeZone, clock())
  return me.actor ? { ...page, rows: page.rows.map(withoutKey) } : page
}

/** Those with a role learn nothing of the keys of others. */
const withoutKey = <R extends { apiKeyId?: unknown; apiKeyTitle?: unknown }>({
  apiKeyId: _id,
  apiKeyTitle: _title,
  ...row
}: R) => row

const getTranslationUsage: Handler<typeof logCalls.usage> = async (
  query,
  { db, me, settings, clock },
) => {
  const owner = await resolveLogOwner(db, me, query.childUserId)
  const used = await readTranslationUsage(db, owner, query, settings.timeZone, clock())
  const { byKey: _keys, ...withoutKeys } = used
  return me.actor ? withoutKeys : used
}

const getDailyUsage: Handler<typeof usageCalls.daily> = async (
  { childUserId, ...query },
  { db, me, settings, clock },
) => {
  const { ownerId, userId } = await resolveLogOwner(db, me, childUserId)
  const user = { ownerId, userId: userId ?? me.userId }
  return readUsageByDay(db, user, query, settings.timeZone, clock())
}

export const usageHandlers: Handlers['usage'] = {
  daily: getDailyUsage,
  forecast: (_, { db, me, settings, clock }) => forecastUsage(db, me, settings.timeZone, clock()),
  people: ({ limit }, { db, me, settings, clock }) =>
    readUsageByPerson(db, me.ownerId, limit, settings.timeZone, clock()),
}

export const translationHandlers: Handlers['translation'] = {
  languages: translationLanguages,
  channels: translationChannels,
  text: translateText,
  compare: compareChannels,
}

export const translationLogHandlers: Handlers['translationLog'] = {
  page: pageTranslationLog,
  usage: getTranslationUsage,
}
