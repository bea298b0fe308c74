/** Access rules for object ids in inputs; an id without a rule fails the tests. */
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonSchema, type JsonSchema } from '#server/http/openapi/document.ts'

/** Kinds of objects with an owner. */
export type Kind = 'user' | 'order' | 'session' | 'space' | 'contact'
/** Relation of the object's owner to the caller. */
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
 * Input field with ids of a kind, and the relations for which they are visible; for others they
 * behave as unknown. `empty`: access is allowed but finds nothing.
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

/** The first match applies. */
const rules: Rule[] = [
  [/^subAccounts\.\w+\.(userId|childrenIds|childUserIds?)$/, 'user', ['child']],
  [/^users\.changeAutoDistribution\.userId$/, 'user', ['own']],
  [/^orders\.\w+\.id$/, 'order', ['own']],
  [/^sessions\.end\.id$/, 'session', ['own']],
  // In the tests no account has invited another or joined another's space; each is a member of its
  // own.
  [/^spaceInvitations\.accept\.spaceId$/, 'space', ['own']],
  [/^spaceInvitations\.decline\.spaceId$/, 'space', []],
  [/^spaceInvitations\.remove\.spaceId$|^spaces\.leave\.id$/, 'space', [], ['own', 'child']],
  [/^spaceMembers\.remove\.spaceId$/, 'space', ['own'], ['child']],
  [/^spaceMembers\.remove\.userId$/, 'user', ['own']],
  [/^spaces\.\w+\.id$/, 'space', ['own', 'child']],
  [/\.spaceId$/, 'space', ['own', 'child']],
  [/^contacts\.\w+\.ids?$/, 'contact', ['own', 'child']],
]

/** Ids without an owner, or scoped to the caller's own rows. */
const unownedIds =
  /^(login\.register\.browserId|loginLog\.get\.id|notices\.read\.id|orders\.(pay|quote)\.memberGroupId|siteConfig\.(get|save)\.id)$/

/** Throws for an id field without a rule. */
export function objectItems(name: string, { input }: Endpoint): ObjectItem[] {
  const { properties = {}, required = [] } = jsonSchema(input, 'input')
  return Object.entries(properties).flatMap(([field, schema]) => {
    const isList = choices(schema).some(
      ({ type, items }) => type === 'array' && items !== undefined && isIdField(items),
    )
    const path = `${name}.${field}`
    if ((!isList && !isIdField(schema)) || unownedIds.test(path)) return []
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
const isIdField = (schema: JsonSchema): boolean =>
  choices(schema).some((choice) => choice['x-meaning']?.kind === 'id')
