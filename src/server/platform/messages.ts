/** Texts that the server sends, in the language of the request or in both. */
import { operatorMessages } from '#server/platform/operator-messages.ts'
import { parseAccept } from 'hono/utils/accept'
import type { Collection } from '#contract/collection.ts'
import { messageTraits } from '#contract/collections.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { businessValues } from '#contract/business-values.ts'
import { en as apiErrorsEn, zh as apiErrorsZh } from '#locales/api-errors.ts'
import { en as apiPageEn, zh as apiPageZh } from '#locales/api-page.ts'
import { en as fapiaoNoticesEn, zh as fapiaoNoticesZh } from '#locales/fapiao-notices.ts'
import { en as notificationsEn, zh as notificationsZh } from '#locales/notifications.ts'
import { en as cashierEn, zh as cashierZh } from '#locales/cashier.ts'
import { en as codesEn, zh as codesZh } from '#locales/codes.ts'
import { en as inputsEn, zh as inputsZh } from '#locales/inputs.ts'
import {
  en as registrationRulesEn,
  zh as registrationRulesZh,
} from '#locales/registration-rules.ts'
import { en as recordFieldsEn, zh as recordFieldsZh } from '#locales/record-fields.ts'
import { en as operatorRefusalsEn, zh as operatorRefusalsZh } from '#locales/operator-refusals.ts'
import { en as documentsEn, zh as documentsZh } from '#locales/document-refusals.ts'
import { en as fapiaosEn, zh as fapiaosZh } from '#locales/fapiao-refusals.ts'
import { en as programsEn, zh as programsZh } from '#locales/program-refusals.ts'
import { en as refundRequestsEn, zh as refundRequestsZh } from '#locales/refund-requests.ts'
import { en as resourcesEn, zh as resourcesZh } from '#locales/resources.ts'
import { en as collectionsEn, zh as collectionsZh } from '#locales/collections.ts'
import { en as auditBlocksEn, zh as auditBlocksZh } from '#locales/audit-collections.ts'
import { en as fapiaoBlocksEn, zh as fapiaoBlocksZh } from '#locales/fapiao-collections.ts'
import { en as programBlocksEn, zh as programBlocksZh } from '#locales/program-collections.ts'
import { en as collectionCallsEn, zh as collectionCallsZh } from '#locales/collection-calls.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { en as templatesEn, zh as templatesZh } from '#locales/collection-templates.ts'
import { en as securityAlertsEn, zh as securityAlertsZh } from '#locales/security-alerts.ts'
import { en as statementsEn, zh as statementsZh } from '#locales/statements.ts'
import { en as sharedEn, zh as sharedZh } from '#locales/shared.ts'
import { lastName, validationMessage, type FindMessage } from '#locales/validation-message.ts'
import { formatWait, numberFormat } from '#locales/numbers.ts'
import {
  isLongWait,
  formatMessage,
  type MessageKey,
  type Lang,
  type LocalizedText,
  type Values,
} from '#locales/messages.ts'
import type { ApiError, ErrorReason, FieldError } from '#server/http/errors.ts'
import {
  en as catalogueEn,
  zh as catalogueZh,
  type CatalogueNote,
} from '#locales/catalogue-refusals.ts'

const messages = {
  zh: {
    ...sharedZh,
    ...apiErrorsZh,
    reasons: {
      ...apiErrorsZh.reasons,
      ...operatorRefusalsZh.reasons,
      ...catalogueZh.reasons,
      ...programsZh.reasons,
      ...documentsZh.reasons,
      ...refundRequestsZh.reasons,
      ...fapiaosZh.reasons,
    },
    programs: programsZh,
    notes: catalogueZh.notes,
    ...notificationsZh,
    ...fapiaoNoticesZh,
    apiPage: apiPageZh,
    statements: statementsZh,
    refundRequests: refundRequestsZh,
    fields: { ...sharedZh.fields, ...recordFieldsZh.fields },
    rules: { ...sharedZh.rules, ...recordFieldsZh.rules, ...registrationRulesZh.rules },
    inputs: inputsZh,
    resources: {
      ...resourcesZh,
      ...collectionMessages(
        { ...collectionsZh, ...programBlocksZh, ...auditBlocksZh, ...fapiaoBlocksZh },
        templatesZh,
        messageTraits,
      ),
    },
    securityAlerts: securityAlertsZh,
    cashier: cashierZh,
    codes: codesZh,
  },
  en: {
    ...sharedEn,
    ...apiErrorsEn,
    reasons: {
      ...apiErrorsEn.reasons,
      ...operatorRefusalsEn.reasons,
      ...catalogueEn.reasons,
      ...programsEn.reasons,
      ...documentsEn.reasons,
      ...refundRequestsEn.reasons,
      ...fapiaosEn.reasons,
    },
    programs: programsEn,
    notes: catalogueEn.notes,
    ...notificationsEn,
    ...fapiaoNoticesEn,
    apiPage: apiPageEn,
    statements: statementsEn,
    refundRequests: refundRequestsEn,
    fields: { ...sharedEn.fields, ...recordFieldsEn.fields },
    rules: { ...sharedEn.rules, ...recordFieldsEn.rules, ...registrationRulesEn.rules },
    inputs: inputsEn,
    resources: {
      ...resourcesEn,
      ...collectionMessages(
        { ...collectionsEn, ...programBlocksEn, ...auditBlocksEn, ...fapiaoBlocksEn },
        templatesEn,
        messageTraits,
      ),
    },
    securityAlerts: securityAlertsEn,
    cashier: cashierEn,
    codes: codesEn,
  },
} as const

/** Best supported language of an `Accept-Language` header; Chinese by default (spec 9.11). */
export function parseLang(acceptLanguage: string | undefined): Lang {
  if (acceptLanguage === undefined || acceptLanguage.startsWith('zh')) return 'zh'
  if (acceptLanguage === 'en-US') return 'en'
  const accepted = parseAccept(acceptLanguage.slice(0, 200)).map(({ type }) =>
    type.slice(0, 2).toLowerCase(),
  )
  return accepted.find((tag) => tag === 'zh' || tag === 'en') === 'en' ? 'en' : 'zh'
}

/** Message keys of the API reference page. */
export type PageMessage = MessageKey<typeof apiPageZh>

export const t = (lang: Lang, key: MessageKey<(typeof messages)['zh']>, values?: Values): string =>
  formatMessage(messages[lang], lang, key, { ...businessValues[lang], ...values }) ?? key

/** Message of an error, with the details of its reason if there is one. */
export function formatError(lang: Lang, { code, seconds, reason }: ApiError): string {
  if (!reason && isLongWait(seconds) && (code === 'tooManyTries' || code === 'tooManyRequests')) {
    return t(lang, `later.${code}`, { time: formatWait(lang, seconds) })
  }
  return reason ? formatReason(lang, reason) : t(lang, `refusals.${code}`, { seconds })
}

export const formatReason = (lang: Lang, reason: ErrorReason): string =>
  t(lang, `reasons.${reason.key}`, formatValues(lang, toReasonValues(lang, reason)))

/** A note on the effect of an operator's change. */
export const formatNote = (lang: Lang, { key, values }: CatalogueNote): string =>
  t(lang, `notes.${key}`, formatValues(lang, values))

/** Values of a reason, with the words of the collection that it is about. */
function toReasonValues(lang: Lang, reason: ErrorReason): LocalizedValues {
  if (!('collection' in reason)) return reason.values
  const { values, collection } = reason
  const fields = 'fields' in reason ? reason.fields : []
  const names = fields.map((field) => findWord(lang, collection, `fields.${field}`) ?? field)
  return {
    ...values,
    ...namesOfRows(lang, collection),
    fields: listFormats[lang].format(
      lang === 'en' ? names.map((name) => name.toLowerCase()) : names,
    ),
  }
}

const collectionCalls = { zh: collectionCallsZh, en: collectionCallsEn }

/** Description of a call of a collection. */
export const describeCollectionCall = (
  lang: Lang,
  { name, config: { records } }: Collection,
  call: string,
): string =>
  formatMessage(
    collectionCalls[lang],
    lang,
    `${records ? 'records' : 'rows'}.${call}`,
    namesOfRows(lang, name),
  ) ?? call

/** Title of a collection in the API documentation. */
export const findCollectionTitle = (lang: Lang, name: string): string =>
  formatMessage(messages[lang], lang, `apiPage.groups.${name}`) ??
  formatMessage(messages[lang], lang, `resources.${name}.title`) ??
  name

const findWord = (lang: Lang, collection: string, key: string): string | undefined =>
  formatMessage(
    Object.hasOwn(operatorCollections, collection) ? operatorMessages[lang] : messages[lang],
    lang,
    `resources.${collection}.${key}`,
  )

/** What people call a row of the collection, and several. */
const namesOfRows = (lang: Lang, collection: string) => ({
  one: findWord(lang, collection, 'one') ?? collection,
  many: findWord(lang, collection, 'many') ?? collection,
})

type LocalizedValues = Readonly<Record<string, string | number | LocalizedText>>

/** Formats numbers, and picks the texts, of the language. */
const formatValues = (lang: Lang, values: LocalizedValues): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number'
        ? numberFormat('plain', lang).format(value)
        : typeof value === 'string'
          ? value
          : value[lang],
    ]),
  )

const listFormats: Record<Lang, Intl.ListFormat> = {
  zh: new Intl.ListFormat('zh'),
  en: new Intl.ListFormat('en'),
}
const units = ['chars', 'voices', 'images'] as const

/** Formats a quota, omitting units with zero. */
export const formatQuota = (lang: Lang, quota: Record<(typeof units)[number], number>): string =>
  listFormats[lang].format(
    units
      .filter((unit) => quota[unit] > 0)
      .map((unit) =>
        t(lang, `received.${unit}`, {
          count: quota[unit],
          amount: numberFormat('plain', lang).format(quota[unit]),
        }),
      ),
  )

/** Formats quota of an order: characters, or minutes in billing by time. */
export const formatOrderQuota = (lang: Lang, mode: 'char' | 'time', count: number): string =>
  t(lang, `refundUnit.${mode === 'char' ? 'chars' : 'minutes'}`, {
    count,
    amount: numberFormat('plain', lang).format(count),
  })

/** Display name of a client type; an unknown type is shown as is. */
export const formatClientType = (lang: Lang, type: string): string =>
  formatMessage(messages[lang], lang, `codes.clientType.${type}`) ?? type

/** Formats cents as `1,234.50`; the message adds the currency sign. */
export const formatYuan = (cents: number): string => numberFormat('cents', 'en').format(cents / 100)

export type NoticeText = { title: string; content: string }

/** Title and content in both languages, for recipients of unknown language. */
export function formatBilingual(
  message:
    | `securityAlerts.${keyof typeof securityAlertsZh}`
    | `withheld.${'self' | 'again' | 'browser' | 'network' | 'day'}`
    | 'balanceRestored'
    | 'cancelled'
    | 'code'
    | 'documentDone'
    | `fapiao${'Issued' | 'Refused' | 'Reduced' | 'Ended' | `${'ToReverse' | 'Reversed'}${'' | 'InFull'}` | 'Corrected' | 'CorrectedToStay' | 'ReversalCorrected'}`
    | 'hiddenFromSupport'
    | 'keyExpiring'
    | 'keyOfUserExpiring'
    | 'lowBalance'
    | 'newPlace'
    | 'noTrial'
    | 'paid'
    | 'paidBeyond'
    | 'paidLate'
    | 'paymentFailed'
    | 'planExpiring'
    | 'planRenewed'
    | 'paymentCredited'
    | 'quotaAsked'
    | 'quotaDeclined'
    | 'quotaGranted'
    | 'received'
    | 'refunded'
    | 'refundOwed'
    | `refundRequests.notices.${keyof typeof refundRequestsZh.notices}`
    | 'refundTaken'
    | 'spaceInvited'
    | 'spaceJoined'
    | 'supportViewAsked'
    | 'supportViewOpened'
    | 'statements.mail'
    | 'topUpShort'
    | 'usageNormal'
    | 'usageUnusual'
    | 'webhookFull'
    | 'webhookGivenUp'
    | 'webhookPaused'
    | 'webhookTest',
  values: Values | ((lang: Lang) => Values),
): Record<Lang, NoticeText> {
  const formatIn = (lang: Lang) => {
    const filled = formatValues(lang, typeof values === 'function' ? values(lang) : values)
    return {
      title: t(lang, `${message}.title`, filled),
      content: t(lang, `${message}.content`, filled),
    }
  }
  return { zh: formatIn('zh'), en: formatIn('en') }
}

/**
 * One message per invalid field, with the field's label from `resources`, as the console shows it.
 * Fields without a form here are named in `inputs`.
 */
export function formatFieldErrors(
  lang: Lang,
  errors: readonly FieldError[],
  call?: string,
): Record<string, string> {
  const [findCustomerMessage, findOperatorMessage] = [
    messageFinder(lang),
    operatorMessageFinder(lang),
  ]
  const formatOne = ({ limit, ...issue }: FieldError) => {
    const name = issue.call ?? call ?? ''
    const isOperatorCall = name.startsWith(operatorPrefix)
    const find = isOperatorCall ? findOperatorMessage : findCustomerMessage
    const callName = isOperatorCall ? name.slice(operatorPrefix.length) : name
    return validationMessage(
      find,
      {
        ...issue,
        limit: limit !== undefined && issue.kind === 'amount' ? `¥${formatYuan(limit)}` : limit,
      },
      findFieldLabel(find, lastName(issue.field), callName),
    )
  }
  return Object.fromEntries(errors.map((issue) => [issue.field, formatOne(issue)]))
}

const messageFinder =
  (lang: Lang): FindMessage =>
  (key, values) =>
    formatMessage(messages[lang], lang, `inputs.${key}`, values) ??
    formatMessage(messages[lang], lang, key, values)

function operatorMessageFinder(lang: Lang): FindMessage {
  const findShared = messageFinder(lang)
  return (key, values) =>
    formatMessage(operatorMessages[lang], lang, key, values) ??
    (key.startsWith('resources.') ? undefined : findShared(key, values))
}

/** Label of a field of an operators' call, such as `customers.adjust`; undefined if it has none. */
export const formatOperatorLabel = (lang: Lang, call: string, field: string): string | undefined =>
  findFieldLabel(operatorMessageFinder(lang), field, call)

/** Prefix of operators' calls, since calls of customers may have the same names. */
export const operatorPrefix = 'operator.'

/**
 * Label of a field: `labels.<group>.<call>.<field>`, `labels.<group>.<field>`, the label on the
 * subject's page, `fields.<field>`; for `<name>Begin` and `<name>End` the label of `<name>` with an
 * addition.
 */
function findFieldLabel(find: FindMessage, name: string, call = ''): string | undefined {
  const group = call.split('.')[0]
  const found =
    find(`labels.${call}.${name}`) ??
    find(`labels.${group}.${name}`) ??
    find(`resources.${group}.fields.${name}`) ??
    find(`fields.${name}`)
  if (found !== undefined) return found
  const [, ranged, side] = /^(.+)(Begin|End)$/.exec(name) ?? []
  const rangedLabel = ranged === undefined ? undefined : findFieldLabel(find, ranged, call)
  return rangedLabel === undefined ? undefined : find(`ranges.${side}`, { field: rangedLabel })
}
