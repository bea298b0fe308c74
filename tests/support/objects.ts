/**
 * Which items of the contract's inputs name something that belongs to somebody, and who may see it:
 * what is not said here fails the tests.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonSchema, type JsonSchema } from '#server/http/openapi/schema.ts'

/** What belongs to somebody. */
export type Kind = 'user' | 'order' | 'session' | 'space' | 'contact'
/** Where whoever it belongs to stands to the caller. */
export type Relation = 'own' | 'child' | 'sibling' | 'parent' | 'foreign main' | 'foreign child'
export const relations: Relation[] = [
  'own',
  'child',
  'sibling',
  'parent',
  'foreign main',
  'foreign child',
]

/**
 * An item that names one or several of a kind, and to whom they are not as if they were not there.
 * `empty`: where one may look, and here finds nothing.
 */
export type ObjectItem = {
  field: string
  isList: boolean
  required: boolean
  kind: Kind
  visible: readonly Relation[]
  empty: readonly Relation[]
}

type Rule = [items: RegExp, kind: Kind, visible: readonly Relation[], empty?: readonly Relation[]]

/** The first that fits counts. */
const rules: Rule[] = [
  [/^subAccounts\.\w+\.(userId|childrenIds|childUserIds?)$/, 'user', ['child']],
  [/^users\.changeAutoDistribution\.userId$/, 'user', ['own']],
  [/^orders\.\w+\.id$/, 'order', ['own']],
  [/^sessions\.end\.id$/, 'session', ['own']],
  // Nobody of these was invited to anybody's space, has joined one, or has invited anybody; in
  // one's own one is.
  [/^spaceInvitations\.accept\.spaceId$/, 'space', ['own']],
  [/^spaceInvitations\.decline\.spaceId$/, 'space', []],
  [/^spaceInvitations\.remove\.spaceId$|^spaces\.leave\.id$/, 'space', [], ['own', 'child']],
  [/^spaceMembers\.remove\.spaceId$/, 'space', ['own'], ['child']],
  [/^spaceMembers\.remove\.userId$/, 'user', ['own']],
  [/^spaces\.\w+\.id$/, 'space', ['own', 'child']],
  [/\.spaceId$/, 'space', ['own', 'child']],
  [/^contacts\.\w+\.ids?$/, 'contact', ['own', 'child']],
]

/** Ids of what belongs to nobody, or numbers of one's own rows, which say nothing of another's. */
const nobodys =
  /^(login\.register\.browserId|loginLog\.get\.id|notices\.read\.id|orders\.(pay|quote)\.memberGroupId|siteConfig\.(get|save)\.id)$/

/** Throws for an item that means an id and is not described above. */
export function objectItems(name: string, { input }: Endpoint): ObjectItem[] {
  const { properties = {}, required = [] } = jsonSchema(input, 'input')
  return Object.entries(properties).flatMap(([field, schema]) => {
    const isList = choices(schema).some(
      ({ type, items }) => type === 'array' && items !== undefined && meansId(items),
    )
    const path = `${name}.${field}`
    if ((!isList && !meansId(schema)) || nobodys.test(path)) return []
    const rule = rules.find(([items]) => items.test(path))
    if (!rule)
      throw new Error(
        `Say in tests/support/objects.ts whose the things are that ${path} names, and who may see them.`,
      )
    return [
      {
        field,
        isList,
        required: required.includes(field),
        kind: rule[1],
        visible: rule[2],
        empty: rule[3] ?? [],
      },
    ]
  })
}

const choices = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? [])]
const meansId = (schema: JsonSchema): boolean =>
  choices(schema).some((choice) => choice['x-meaning']?.kind === 'id')
