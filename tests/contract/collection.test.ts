/** A collection definition yields its endpoints; an invalid one is refused with a remedy. */
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import {
  accountGroup,
  defineCollection,
  operator,
  optional,
  withDefault,
  workspace,
} from '#contract/collection.ts'
import { LangCode, text } from '#contract/field-constructors.ts'
import { Count, Flag, Id, WireTime } from '#contract/vocabulary.ts'
import { collections } from '#contract/collections.ts'
import { Done, post, type Endpoint } from '#contract/endpoint.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { shapeOf } from '#contract/query.ts'

const commonConfig = {
  maxRows: 10,
  support: 'shown',
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
} as const
const glossary = defineCollection('glossary', {
  ...commonConfig,
  fields: {
    sourceTerm: text({ max: 5 }),
    languageCode: LangCode,
    caseSensitive: withDefault(Flag, 0),
    note: optional(text({ max: 5, min: 0 })),
  },
  search: { term: ['sourceTerm'] },
  filters: ['languageCode', 'caseSensitive'],
  sortBy: ['sourceTerm'],
})

test('a collection has endpoints under its name, and writing ones for those with access', () => {
  const lines = Object.entries(glossary.calls).map(
    ([name, { method, path, access }]) => `${name}: ${method} ${path} ${access}`,
  )
  expect(lines).toEqual([
    'page: GET /glossary/page member',
    'get: GET /glossary/get member',
    'create: POST /glossary/save main',
    'edit: POST /glossary/save main',
    'import: POST /glossary/import main',
    'remove: POST /glossary/delete main',
  ])
  const { create, edit, import: importRows } = glossary.calls
  expect([create.once, edit.once, importRows.once]).toEqual([true, true, true])
  expect(edit.when).toBe('id')
})

test('path and hidden rows of a definition apply to its endpoints', () => {
  const { page, get, remove } = defineCollection('people', {
    ...commonConfig,
    path: 'person',
    support: 'hidden',
    fields: { name: text({ max: 5 }) },
    sortBy: ['name'],
  }).calls
  expect([page.path, get.path, remove.path]).toEqual([
    '/person/page',
    '/person/get',
    '/person/delete',
  ])
  expect([page, get].map(({ support }) => support)).toEqual(['hidden', 'hidden'])
})

test('a read-only collection has two endpoints', () => {
  const fields = { subject: text({ max: 5 }) }
  const access = { read: 'member', write: 'nobody' } as const
  expect(
    Object.keys(defineCollection('history', { ...commonConfig, fields, access }).calls),
  ).toEqual(['page', 'get'])
})

test('each act has its own access, and nobody has none of its calls', () => {
  const fields = { subject: text({ max: 5 }) }
  const finish = post('/notes/finish', z.object({ id: Id }), Done, { access: 'member' })
  const { calls } = defineCollection('notes', {
    ...commonConfig,
    fields,
    access: { read: 'member', write: 'main', create: 'member', remove: 'nobody' },
    calls: { finish },
  })
  expect(
    Object.entries(calls).map(([key, { path, access }]) => `${key}: ${path} ${access}`),
  ).toEqual([
    'page: /notes/page member',
    'get: /notes/get member',
    'create: /notes/save member',
    'edit: /notes/save main',
    'import: /notes/import member',
    'finish: /notes/finish member',
  ])
  const changeable = defineCollection('notes', {
    ...commonConfig,
    fields,
    access: { read: 'member', write: 'main', create: 'nobody' },
  }).calls
  expect(Object.keys(changeable)).toEqual(['page', 'get', 'edit', 'remove'])
  expect(changeable.edit.when).toBe('id')
})

test('inputs are validated by the fields, trimmed, and completed by defaults', () => {
  const { create, edit, page } = glossary.calls
  const term = { sourceTerm: ' cloud ', languageCode: 'en' }
  expect(z.parse(create.input, { ...term, ownerId: '1', id: '2' })).toEqual({
    sourceTerm: 'cloud',
    languageCode: 'en',
    caseSensitive: 0,
  })
  expect(z.safeParse(create.input, { ...term, sourceTerm: 'longer' }).success).toBe(false)
  expect(z.safeParse(edit.input, { ...term, id: '1' }).success).toBe(false)
  expect(z.safeParse(edit.input, { ...term, id: '1', caseSensitive: 1 }).success).toBe(true)
  expect(z.parse(page.input, { term: 'a', caseSensitive: 1, sourceTerm: 'b' })).toEqual({
    term: 'a',
    caseSensitive: 1,
    pageSize: 10,
    pageNum: 1,
  })
})

test('the endpoints of a workspace collection require the id of the space', () => {
  const fields = { subject: text({ max: 5 }) }
  const { calls } = defineCollection('tasks', { ...commonConfig, scope: workspace, fields })
  expect(z.safeParse(calls.page.input, {}).success).toBe(false)
  expect(z.safeParse(calls.create.input, { spaceId: 1, subject: 'A' }).success).toBe(true)
  expect(z.safeParse(calls.create.input, { subject: 'A' }).success).toBe(false)
  expect(z.safeParse(calls.import.input, { rows: [{}] }).success).toBe(false)
})

test('endpoints of operators state their roles, and have no import and one deletion', () => {
  const describeCalls = (calls: Readonly<Record<string, Endpoint>>) =>
    Object.entries(calls).map(
      ([key, { path, access, roles = [] }]) => `${key}: ${path} ${access} ${roles.join('+')}`,
    )
  const config = {
    maxRows: 10,
    scope: operator,
    access: { read: 'member', write: ['support', 'admin'], remove: ['admin'] },
    fields: { name: text({ max: 5 }), kind: Flag },
    fixed: ['kind'],
    computed: { size: Count },
  } as const
  const { calls } = defineCollection('answers', config)
  expect(describeCalls(calls)).toEqual([
    'page: /operator/answers/page member ',
    'get: /operator/answers/get member ',
    'create: /operator/answers/save member support+admin',
    'edit: /operator/answers/save member support+admin',
    'remove: /operator/answers/delete member admin',
  ])
  expect(Object.keys(shapeOf(calls.edit.input))).toEqual(['id', 'name', 'version'])
  const row = { id: '1', name: 'longer than 5', kind: 1, size: 3, version: 1 }
  expect(z.safeParse(calls.get.output, row).success).toBe(true)
  expect(z.safeParse(calls.remove.input, { ids: ['1'] }).success).toBe(false)
  const final = defineCollection('answers', {
    ...config,
    access: { read: 'member', write: ['admin'], remove: 'nobody' },
  }).calls
  expect(final).not.toHaveProperty('remove')
})

test('every collection is registered under its own name', () => {
  const names = Object.entries<{ name: string }>({ ...collections, ...operatorCollections })
  expect(names.map(([key]) => key)).toEqual(names.map(([, { name }]) => name))
})

const name = text({ max: 5 })
const invalidDefinitions: [string, () => unknown, string][] = [
  ['a bad name', () => define({}, 'Glossary'), 'the name takes letters and digits'],
  ['no fields', () => define({ fields: {} }), 'it has no fields; state at least one'],
  ['a bad field name', () => define({ fields: { 'a-b': name } }), 'the field "a-b" takes letters'],
  ['a reserved name', () => define({ fields: { ownerId: name } }), '"ownerId" is a name of the'],
  [
    'the key of the scope',
    () => define({ fields: { name, spaceId: name }, scope: workspace }),
    '"spaceId" is a name of the engine itself',
  ],
  [
    'a field without type',
    () => define({ fields: { name, size: z.string() } }),
    'the field "size" has no field type; use a helper of the contract',
  ],
  ['no title', () => define({ fields: { size: Count } }), 'it has no text field'],
  [
    'an unknown title',
    () => define({ title: 'nam' }),
    'title: there is no field "nam"; the fields are name, size, at, done.',
  ],
  ['an unknown filter', () => define({ filters: ['nam'] }), 'filters: there is no field "nam"'],
  ['an unknown search', () => define({ search: { q: ['x'] } }), 'search.q: there is no field "x"'],
  ['an empty search', () => define({ search: { q: [] } }), 'search.q: it names no field'],
  ['an unknown order', () => define({ sortBy: ['x'] }), 'sortBy: there is no field "x"'],
  ['an unknown key', () => define({ unique: [['x']] }), 'unique: there is no field "x"'],
  [
    'a text as a filter',
    () => define({ filters: ['name'] }),
    'filters: "name" is of the kind "text", which can\'t be filtered by; put it in search.',
  ],
  [
    'a time as a filter',
    () => define({ filters: ['at'] }),
    'filters: "at" is of the kind "time", which can\'t be filtered by; put it in ranges.',
  ],
  [
    'a flag as a range',
    () => define({ ranges: ['done'] }),
    'ranges: "done" is of the kind "flag", which has no first and last value; put it in filters.',
  ],
  ['an unknown range', () => define({ ranges: ['x'] }), 'ranges: there is no field "x"'],
  [
    'a search in a flag',
    () => define({ search: { q: ['done'] } }),
    'search.q: "done" is of the kind "flag", which holds no text; put it in filters.',
  ],
  [
    'a search named like a filter',
    () => define({ search: { done: ['name'] }, filters: ['done'] }),
    'search: "done" is also the name of another input',
  ],
  ['no limit', () => define({ maxRows: 0 }), 'maxRows is the number of rows'],
  [
    'roles for customers',
    () => define({ access: { read: 'member', write: ['admin'] } }),
    "access: only operators have roles; state 'member' or 'main'.",
  ],
  [
    'a main account among operators',
    () => define({ scope: operator }),
    'access: an operator is no main account',
  ],
  [
    'an import of rows that nobody may create',
    () => define({ access: { read: 'member', write: 'main', create: 'nobody', import: 'main' } }),
    'access.import: a row of an import is a new row, which nobody may create; leave import out.',
  ],
  [
    'an import of records',
    () =>
      define({
        ...ofOperators,
        access: { ...ofOperators.access, import: ['admin'] },
      }),
    'access.import: records have no such call; leave it out.',
  ],
  [
    'a call that is generated',
    () => define({ calls: { edit: glossary.calls.edit } }),
    'calls.edit: this call is generated; replace its handler in src/server/handlers.ts instead.',
  ],
  [
    'a search of records',
    () => define({ ...ofOperators, search: { q: ['name'] } }),
    'search: records are stored by rules of the server, which have no search; leave it out.',
  ],
  [
    'records that some operators do not read',
    () =>
      define({
        ...ofOperators,
        access: { ...ofOperators.access, read: ['admin'] },
      }),
    "access: the operators' log shows the values of records to every operator; state read: 'member'.",
  ],
  [
    'a computed column in place of a field',
    () => define({ computed: { size: Count } }),
    'computed: "size" is a field of the table, whose values are returned; give the column another name.',
  ],
  ['an unknown fixed field', () => define({ fixed: ['x'] }), 'fixed: there is no field "x"'],
]
const ofOperators = { scope: operator, access: { read: 'member', write: ['admin'] } }

test.each(invalidDefinitions)(
  'a definition with %s is refused with the remedy',
  (_, stated, sentence) => {
    expect(stated).toThrow(sentence)
  },
)

/** A definition that the compiler would refuse. */
function define(config: object, collectionName = 'glossary') {
  const fields = { name, size: Count, at: WireTime, done: Flag }
  return defineCollection(collectionName, { ...commonConfig, fields, ...config })
}
