/** Registry of the collections; `npm run new` adds a line. The contract spreads their calls. */
import { auditLog } from '#contract/audit-log.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { subAccountGroups } from '#contract/budgets.ts'
import type { Collection } from '#contract/collection.ts'
import { documents } from '#contract/documents.ts'
import { glossaries, glossaryTerms } from '#contract/glossaries.ts'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { fieldKindOf } from '#contract/query.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { titleFieldOf } from '#contract/reference.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { contactCollection } from '#contract/workspace.ts'

export const collections = {
  contacts: contactCollection,
  apiKeys,
  glossaries,
  glossaryTerms,
  webhooks,
  webhookDeliveries,
  quotaRequests,
  documents,
  subAccountGroups,
  auditLog,
  fapiaoTitles,
  fapiaos,
} satisfies Record<string, Collection>

type Calls<T> = {
  readonly [N in keyof T]: T[N] extends { readonly calls: infer C } ? C : never
}

/** The calls of several collections, each under its name. */
export const callsOf = <T extends Readonly<Record<string, Collection>>>(all: T) =>
  Object.fromEntries(
    Object.entries(all).map(([name, { calls }]) => [name, calls]),
  ) as unknown as Calls<T>

/** The parts of the configuration that the messages of a collection depend on. */
export type MessageTraits = {
  search: Readonly<Record<string, readonly string[]>>
  /** Reference fields, by the field with the title of the referenced row. */
  titles: Readonly<Record<string, string>>
}

/** `registry`: by default that of the customers' collections. */
export function messageTraits(
  name: string,
  registry: Readonly<Record<string, Collection>> = collections,
): MessageTraits {
  const { search = {}, fields = {} } = registry[name]?.config ?? {}
  const references = Object.keys(fields).filter((key) => fieldKindOf(fields[key]!) === 'reference')
  const titles = Object.fromEntries(references.map((key) => [titleFieldOf(key), key]))
  return { search, titles }
}
