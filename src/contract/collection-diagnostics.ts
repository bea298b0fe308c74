/** Errors in the configuration of a collection that types can't find, each with its remedy. */
import type { AnyConfig } from '#contract/collection.ts'
import { fieldKindOf } from '#contract/query.ts'
import { titleFieldOf } from '#contract/reference.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/** What a list can do with a field. `search`: by a part of the text. `filter`: by a whole value. */
type ListUse = 'search' | 'filter' | 'range' | 'sort'

const listUses: Readonly<Record<FieldType['kind'], readonly ListUse[]>> = {
  flag: ['filter', 'sort'],
  code: ['filter', 'sort'],
  channel: ['filter', 'sort'],
  language: ['filter', 'sort'],
  country: ['filter', 'sort'],
  person: ['filter', 'sort'],
  id: ['filter', 'sort'],
  reference: ['filter', 'sort'],
  text: ['search', 'sort'],
  longText: ['search'],
  email: ['search', 'sort'],
  cents: ['range', 'sort'],
  count: ['range', 'sort'],
  time: ['range', 'sort'],
  date: ['range', 'sort'],
  quota: ['sort'],
  references: [],
  tags: [],
  codes: [],
  picture: [],
  link: [],
  localized: [],
  secret: [],
  newSecret: [],
  vcode: [],
  version: [],
}
const canUse = (kind: FieldType['kind'] | undefined, use: ListUse): boolean =>
  kind !== undefined && listUses[kind].includes(use)

/** Names of the columns and inputs that collections have besides their fields. */
const reservedNames =
  /^(id|ids|version|ownerId|userId|create(dAt|dBy|DateTime)|createDateTime(Begin|End)|page(Num|Size)|sort(By|Order)|rows|validateOnly)$/

/** Names of the calls that a collection has, or would have with another configuration. */
const generatedCalls = ['page', 'get', 'create', 'edit', 'import', 'remove']

function remedyOf(kind: FieldType['kind'] | undefined): string {
  if (canUse(kind, 'search')) return 'put it in search'
  return canUse(kind, 'range') ? 'put it in ranges' : 'leave it out'
}

/** The first error of a configuration, with its remedy; undefined if there is none. */
export function findConfigError(name: string, config: AnyConfig): string | undefined {
  const { fields, title, search, filters, ranges, sortBy, unique, atMostOne, maxRows, scope } =
    config
  const names = Object.keys(fields)
  const isField = (key: string) => Object.hasOwn(fields, key)
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(name))
    return 'the name takes letters and digits, starts with a small letter and has 2 to 40 characters; give it such a name.'
  if (names.length === 0)
    return 'it has no fields; state at least one, such as name: text({ max: 100 }).'
  for (const key of names) {
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(key))
      return `the field "${key}" takes letters and digits and starts with a small letter; rename it.`
    if (reservedNames.test(key) || key === scope.key)
      return `"${key}" is a name of the engine itself; give the field another.`
    if (!fieldKindOf(fields[key]!))
      return `the field "${key}" has no field type; use a helper of the contract, such as text({ max: 100 }).`
  }
  const reference = names.find(
    (key) => fieldKindOf(fields[key]!) === 'reference' && isField(titleFieldOf(key)),
  )
  if (reference !== undefined)
    return `"${titleFieldOf(reference)}" is the title of what "${reference}" refers to; give the field another name.`
  const operatorError = findOperatorError(config)
  if (operatorError !== undefined) return operatorError
  if (!title) return 'it has no text field, so no row has a name; add one, or state title.'
  const fieldLists = {
    title: [title],
    filters,
    ranges,
    sortBy,
    unique: unique.flat(),
    atMostOne: Object.keys(atMostOne),
  }
  for (const [option, keys] of [
    ...Object.entries(fieldLists),
    ...Object.entries(search).map(([input, keys]) => [`search.${input}`, keys] as const),
  ]) {
    const unknownKey = keys.find((key) => !isField(key))
    if (unknownKey !== undefined)
      return `${option}: there is no field "${unknownKey}"; the fields are ${names.join(', ')}.`
  }
  for (const [input, keys] of Object.entries(search)) {
    if (reservedNames.test(input) || input === scope.key || filters.includes(input))
      return `search: "${input}" is also the name of another input; give the search another.`
    if (keys.length === 0) return `search.${input}: it names no field; name at least one.`
    const nonText = keys.find((key) => !canUse(fieldKindOf(fields[key]!), 'search'))
    if (nonText !== undefined)
      return `search.${input}: "${nonText}" is of the kind "${fieldKindOf(fields[nonText]!)}", which holds no text; put it in filters.`
  }
  for (const key of filters) {
    const kind = fieldKindOf(fields[key]!)
    if (!canUse(kind, 'filter'))
      return `filters: "${key}" is of the kind "${kind}", which can't be filtered by; ${remedyOf(kind)}.`
  }
  for (const key of ranges) {
    const kind = fieldKindOf(fields[key]!)
    if (!canUse(kind, 'range'))
      return `ranges: "${key}" is of the kind "${kind}", which has no first and last value; ${canUse(kind, 'filter') ? 'put it in filters' : remedyOf(kind)}.`
    const taken = [`${key}Begin`, `${key}End`].find((input) => isField(input) || input in search)
    if (taken !== undefined)
      return `ranges: the inputs of "${key}" would be named like "${taken}"; rename one of them.`
  }
  for (const key of sortBy) {
    const kind = fieldKindOf(fields[key]!)
    if (!canUse(kind, 'sort'))
      return `sortBy: "${key}" is of the kind "${kind}", which has no order; leave it out.`
  }
  const unlisted = config.indexed.find((key) => ![...filters, ...ranges, ...sortBy].includes(key))
  if (unlisted !== undefined)
    return `indexed: no list is filtered or sorted by "${unlisted}"; leave it out.`
  if (!Number.isSafeInteger(maxRows) || maxRows < 1)
    return 'maxRows is the number of rows that a scope holds at most; state a whole number above 0.'
  return undefined
}

/** The first error in the options that only operators' collections have, or only others. */
function findOperatorError(config: AnyConfig): string | undefined {
  const { access, calls, computed, fixed, fields, records: isOperators } = config
  const wrongAccess = Object.values(access).find(
    (each) => each !== 'nobody' && (isOperators ? each === 'main' : typeof each !== 'string'),
  )
  if (wrongAccess !== undefined)
    return isOperators
      ? "access: an operator is no main account; state 'member' for all operators, or a list of roles."
      : "access: only operators have roles; state 'member' or 'main'."
  if (isOperators && typeof access.read !== 'string')
    return "access: the operators' log shows the values of records to every operator; state read: 'member'."
  if (isOperators && access.import !== 'nobody')
    return 'access.import: records have no such call; leave it out.'
  if (access.create === 'nobody' && access.import !== 'nobody')
    return 'access.import: a row of an import is a new row, which nobody may create; leave import out.'
  const generated = Object.keys(calls).find((call) => generatedCalls.includes(call))
  if (generated)
    return `calls.${generated}: this call is generated; replace its handler in src/server/handlers.ts instead.`
  const unsupported = (
    ['search', 'ranges', 'sortBy', 'indexed', 'unique', 'atMostOne'] as const
  ).find((option) => Object.keys(config[option]).length > 0)
  if (isOperators && unsupported)
    return `${unsupported}: records are stored by rules of the server, which have no ${unsupported}; leave it out.`
  const replaced = Object.keys(computed).find((key) => !isOperators && Object.hasOwn(fields, key))
  if (replaced !== undefined)
    return `computed: "${replaced}" is a field of the table, whose values are returned; give the column another name.`
  const unknownKey = fixed.find((key) => !Object.hasOwn(fields, key))
  if (unknownKey !== undefined)
    return `fixed: there is no field "${unknownKey}"; the fields are ${Object.keys(fields).join(', ')}.`
  return undefined
}
