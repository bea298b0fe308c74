/** Texts that the server sends, in the language of the request or in both. */
import { operatorMessages } from '#server/platform/operator-messages.ts'
import { parseAccept } from 'hono/utils/accept'
import type { Collection } from '#contract/collection.ts'
import { messageTraits } from '#contract/collections.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { businessValues } from '#contract/business-values.ts'
import * as apiErrors from '#locales/api-errors.ts'
import * as apiPage from '#locales/api-page.ts'
import * as fapiaoNotices from '#locales/fapiao-notices.ts'
import * as notifications from '#locales/notifications.ts'
import * as cashier from '#locales/cashier.ts'
import * as codes from '#locales/codes.ts'
import * as inputs from '#locales/inputs.ts'
import * as registrationRules from '#locales/registration-rules.ts'
import * as recordFields from '#locales/record-fields.ts'
import * as operatorRefusals from '#locales/operator-refusals.ts'
import * as documents from '#locales/document-refusals.ts'
import * as fapiaos from '#locales/fapiao-refusals.ts'
import * as programs from '#locales/program-refusals.ts'
import * as refundRequests from '#locales/refund-requests.ts'
import * as resources from '#locales/resources.ts'
import * as collections from '#locales/collections.ts'
import * as auditBlocks from '#locales/audit-collections.ts'
import * as fapiaoBlocks from '#locales/fapiao-collections.ts'
import * as programBlocks from '#locales/program-collections.ts'
import * as collectionCalls from '#locales/collection-calls.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import * as templates from '#locales/collection-templates.ts'
import * as securityAlerts from '#locales/security-alerts.ts'
import * as statements from '#locales/statements.ts'
import * as shared from '#locales/shared.ts'
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
import * as catalogue from '#locales/catalogue-refusals.ts'
import type { CatalogueNote } from '#locales/catalogue-refusals.ts'

type Languages = Readonly<Record<Lang, object>>

const messagesIn = <L extends Lang>(lang: L) => {
  const words = <F extends Languages>(file: F): F[L] => file[lang]
  return {
    ...words(shared),
    ...words(apiErrors),
    reasons: {
      ...words(apiErrors).reasons,
      ...words(operatorRefusals).reasons,
      ...words(catalogue).reasons,
      ...words(programs).reasons,
      ...words(documents).reasons,
      ...words(refundRequests).reasons,
      ...words(fapiaos).reasons,
    },
    programs: words(programs),
    notes: words(catalogue).notes,
    ...words(notifications),
    ...words(fapiaoNotices),
    apiPage: words(apiPage),
    statements: words(statements),
    refundRequests: words(refundRequests),
    fields: { ...words(shared).fields, ...words(recordFields).fields },
    rules: {
      ...words(shared).rules,
      ...words(recordFields).rules,
      ...words(registrationRules).rules,
    },
    inputs: words(inputs),
    resources: {
      ...words(resources),
      ...collectionMessages(
        {
          ...words(collections),
          ...words(programBlocks),
          ...words(auditBlocks),
          ...words(fapiaoBlocks),
        },
        words(templates),
        messageTraits,
      ),
    },
    securityAlerts: words(securityAlerts),
    cashier: words(cashier),
    codes: words(codes),
  }
}

const messages = { zh: messagesIn('zh'), en: messagesIn('en') }

/** Best supported language of an `Accept-Language` header; Chinese by default (spec 9.11). */
export function parseLang(acceptLanguage: string | undefined): Lang {
  if (acceptLanguage === undefined || acceptLanguage.startsWith('zh')) return 'zh'
  if (acceptLanguage === 'en-US') return 'en'
  const accepted = parseAccept(acceptLanguage.slice(0, 200)).map(({ type }) =>
    type.slice(0, 2).toLowerCase(),
  )
  return accepted.find((tag) => tag === 'zh' || tag === 'en') === 'en' ? 'en' : 'zh'
}

type Key = MessageKey<(typeof messages)['zh']>
/** Message keys of the API reference page. */
export type PageMessage = MessageKey<(typeof messages)['zh']['apiPage']>

export const t = (lang: Lang, key: Key, values?: Values): string =>
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

/** Description of a call of a collection. */
export const describeCollectionCall = (
  lang: Lang,
  { name, config: { records } }: Collection,
  call: string,
): string =>
  formatMessage(
    lang === 'zh' ? collectionCalls.zh : collectionCalls.en,
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

/** Messages with a title and a content. */
type NoticeKey<K = Key> = K extends `${infer N}.title`
  ? `${N}.content` extends Key
    ? N
    : never
  : never

/** Title and content in both languages, for recipients of unknown language. */
export function formatBilingual(
  message: NoticeKey,
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
