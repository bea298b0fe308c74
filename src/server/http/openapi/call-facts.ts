/** What the documentation says of a call and of its group, in both languages. */
import { businessValues } from '#contract/business-values.ts'
import { collections } from '#contract/collections.ts'
import type { Contract } from '#contract/contract.ts'
import { en, zh } from '#locales/api-descriptions.ts'
import { formatMessage, type Lang } from '#locales/messages.ts'
import { notImplemented, type CustomerRoute } from '#server/http/handler.ts'
import {
  describeCollectionCall,
  findCollectionTitle,
  t,
  type PageMessage,
} from '#server/platform/messages.ts'

/** Who may make the call, its clause of the specification, and whether it is idempotent. */
export function listCallFacts({ endpoint, handler }: CustomerRoute, lang: Lang): string[] {
  const text = (key: PageMessage) => t(lang, `apiPage.${key}`)
  return [
    text(`access.${endpoint.access}`),
    endpoint.spec ? t(lang, 'apiPage.clause', { clause: endpoint.spec }) : text('extension'),
    ...(endpoint.accountRoles ?? []).map((role) => text(`accountRoles.${role}`)),
    ...(endpoint.needs ? [text(`needs.${endpoint.needs}`)] : []),
    ...(endpoint.once ? [text(endpoint.mutatesBalance ? 'onceOnly' : 'changesOnce')] : []),
    ...(handler === notImplemented ? [text('notServed')] : []),
  ]
}

/** Groups of calls that are named like the console page of their data: its key in `resources`. */
const consolePages = {
  sessions: 'sessions',
  secondStep: 'twoFactor',
  loginLog: 'loginLog',
  accountLog: 'accountLog',
  translationLog: 'translationLog',
} as const satisfies Partial<Record<keyof Contract, string>>
const isShownOnPage = (group: keyof Contract): group is keyof typeof consolePages =>
  group in consolePages

type CollectionGroup = Extract<keyof Contract, keyof typeof collections>
const isCollection = (group: keyof Contract): group is CollectionGroup =>
  Object.hasOwn(collections, group)

export const findGroupTitle = (lang: Lang, group: keyof Contract): string =>
  isCollection(group)
    ? findCollectionTitle(lang, group)
    : isShownOnPage(group)
      ? t(lang, `resources.${consolePages[group]}.title`)
      : t(lang, `apiPage.groups.${group}`)

/** Of the calls that are not generated. */
type Descriptions = {
  readonly [
    G in keyof Contract as G extends CollectionGroup
      ? keyof OwnCallsOf<G> extends never
        ? never
        : G
      : G
  ]: {
    readonly [C in keyof (G extends CollectionGroup ? OwnCallsOf<G> : Contract[G])]: string
  }
}
type OwnCallsOf<G extends CollectionGroup> = (typeof collections)[G]['config']['calls']
const descriptions: Readonly<Record<Lang, Descriptions>> = { zh, en }

/** What the call does, in a sentence. */
export function describeCall(lang: Lang, { group, name }: CustomerRoute): string {
  const key = `${group}.${name}`
  const description = formatMessage(descriptions[lang], lang, key, businessValues[lang])
  if (description !== undefined) return description
  return isCollection(group) ? describeCollectionCall(lang, collections[group], name) : key
}
