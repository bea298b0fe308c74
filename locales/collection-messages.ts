/** Messages of the collections, made of their words and the shared templates. */
import type { en, zh } from '#locales/collection-templates.ts'
import { interpolate, type MessageTree } from '#locales/messages.ts'

type Words = Readonly<Record<string, string>>

/** Words of one collection in one language. */
type CollectionBlock = {
  readonly title: string
  /** One row, and several. */
  readonly one: string
  readonly many: string
  readonly help: string
  /** Shown in place of the rows while there are none. */
  readonly empty: string
  /** In their place while one filter has a value, by both; `any` of a reference. */
  readonly emptyWith?: MessageTree
  readonly fields: Readonly<Record<string, string>>
  /** Words of yes/no fields, no, then yes; and of choices, by code. */
  readonly values?: Readonly<Record<string, readonly [no: string, yes: string] | Words>>
  /** Label of the button that unfolds a row. */
  readonly rowDetails?: string
  /** Help below a form item, by field. */
  readonly hints?: Readonly<Record<string, string>>
  /** Sentences of its own, in place of the shared ones. */
  readonly actions?: MessageTree
  readonly confirm?: MessageTree
  /** Labels of the save button by call. */
  readonly save?: MessageTree
  readonly done?: MessageTree
  readonly failed?: MessageTree
}
export type CollectionWords = Readonly<Record<string, CollectionBlock>>

/**
 * Messages of each collection under its name, as `locales/resources.ts` has them for other pages.
 * `traits`: the fields of each search, and the field of each
 * title of a reference. The result is an `object` because the keys of collections are not typed.
 */
export function collectionMessages(
  blocks: CollectionWords,
  templates: typeof zh | typeof en,
  traits: (name: string) => {
    search: Readonly<Record<string, readonly string[]>>
    titles: Readonly<Record<string, string>>
  },
): object {
  return Object.fromEntries(
    Object.entries(blocks).map(([name, { one, many, values = {}, ...block }]) => {
      const { search, titles } = traits(name)
      const { search: searchLabel, ...rest } = templates
      const shared = fillTemplates(rest, one, many)
      const mergedKeys = ['actions', 'confirm', 'failed'] as const
      const merged = mergedKeys.map((key) => [
        key,
        { ...(shared[key] as MessageTree), ...block[key] },
      ])
      // A search in one field has the label of that field.
      const searchLabels = Object.entries(search).map(([input, [field = '', ...others]]) => [
        input,
        (others.length === 0 && block.fields[field]) || searchLabel,
      ])
      return [
        name,
        {
          ...shared,
          ...block,
          ...(Object.fromEntries(merged) as MessageTree),
          one,
          many,
          fields: {
            ...(shared['fields'] as MessageTree),
            ...(Object.fromEntries(searchLabels) as MessageTree),
            ...Object.fromEntries(
              Object.entries(titles).map(([title, field]) => [title, block.fields[field] ?? field]),
            ),
            ...block.fields,
          },
          values: Object.fromEntries(
            Object.entries(values).map(([field, words]) => [
              field,
              'length' in words ? { '0': words[0], '1': words[1] } : words,
            ]),
          ),
        },
      ]
    }),
  )
}

/** Templates with the names of the rows filled in; other placeholders stay. */
const fillTemplates = (tree: MessageTree, one: string, many: string): MessageTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? interpolate(value, { one, many })
        : fillTemplates(value, one, many),
    ]),
  )
