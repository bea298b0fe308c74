/** Types of a collection's calls, and definitions that do not compile. */
import * as z from 'zod/mini'
import { call } from '#client/api/call.ts'
import {
  accountGroup,
  defineCollection,
  optional,
  ownAndMain,
  withDefault,
  operator,
  workspace,
} from '#contract/collection.ts'
import { LangCode, text } from '#contract/field-constructors.ts'
import { Flag, Id as RowId } from '#contract/vocabulary.ts'
import {
  Done,
  get,
  post,
  type InputOf,
  type OutputOf,
  type ParsedInputOf,
} from '#contract/endpoint.ts'
import { callsOf } from '#contract/collections.ts'
import { reference } from '#contract/reference.ts'

const glossary = defineCollection('glossary', {
  fields: {
    sourceTerm: text({ max: 200 }),
    targetTerm: text({ max: 200 }),
    sourceLangCode: LangCode,
    caseSensitive: withDefault(Flag, 0),
    note: optional(text({ max: 500 })),
  },
  search: { term: ['sourceTerm', 'targetTerm'] },
  filters: ['sourceLangCode', 'caseSensitive'],
  sortBy: ['sourceTerm'],
  unique: [['sourceTerm', 'sourceLangCode']],
  maxRows: 10_000,
  support: 'shown',
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
})
const field = text({ max: 10 })
const plain = {
  maxRows: 10,
  scope: ownAndMain,
  access: { read: 'member', write: 'member' },
  support: 'hidden',
} as const
const notes = defineCollection('notes', { ...plain, fields: { subject: field } })
const tasks = defineCollection('tasks', { ...plain, scope: workspace, fields: { subject: field } })
const history = defineCollection('history', {
  ...plain,
  access: { read: 'member', write: 'nobody' },
  fields: { subject: field },
})

const linked = defineCollection('linked', {
  ...plain,
  fields: { subject: field, noteId: optional(reference(notes.calls, { title: 'subject' })) },
})

type Exact<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = { [K in keyof T]: T[K] }
const holds = <T extends true>(value?: T) => value

type Id = string | number
type Row = {
  sourceTerm: string
  targetTerm: string
  sourceLangCode: string
  caseSensitive: 0 | 1
  note?: string | null | undefined
  id: Id
  createDateTime: string
  version: number
}
holds<Exact<Flat<OutputOf<typeof glossary.calls.page>['rows'][number]>, Row>>()
holds<
  Exact<
    Flat<Pick<OutputOf<typeof linked.calls.get>, 'noteId' | 'noteTitle'>>,
    { noteId?: Id | null | undefined; noteTitle?: string | undefined }
  >
>()
holds<Exact<Flat<OutputOf<typeof glossary.calls.get>>, Row>>()
holds<
  Exact<
    Flat<InputOf<typeof glossary.calls.page>>,
    {
      term?: string | undefined
      sourceLangCode?: string | undefined
      caseSensitive?: 0 | 1 | undefined
      createDateTimeBegin?: string | undefined
      createDateTimeEnd?: string | undefined
      sortBy?: 'sourceTerm' | undefined
      sortOrder?: 'asc' | 'desc' | undefined
      pageSize?: number | undefined
      pageNum?: number | undefined
    }
  >
>()
type Term = {
  sourceTerm: string
  targetTerm: string
  sourceLangCode: string
  caseSensitive?: 0 | 1 | undefined
  note?: string | null | undefined
}
holds<Exact<Flat<InputOf<typeof glossary.calls.create>>, Term>>()
holds<Exact<Flat<InputOf<typeof glossary.calls.import>['rows'][number]>, Term>>()
holds<Exact<ParsedInputOf<typeof glossary.calls.create>['caseSensitive'], 0 | 1>>()
holds<Exact<InputOf<typeof glossary.calls.edit>['caseSensitive'], 0 | 1>>()
holds<Exact<Flat<InputOf<typeof notes.calls.create>>, { subject: string }>>()
holds<Exact<Flat<InputOf<typeof tasks.calls.create>>, { subject: string; spaceId: Id }>>()
holds<Exact<InputOf<typeof tasks.calls.page>['spaceId'], Id>>()
holds<Exact<keyof typeof history.calls, 'page' | 'get'>>()
holds<Exact<typeof glossary.calls.page.path, '/glossary/page'>>()
holds<Exact<typeof glossary.calls.create.access, 'main'>>()

export async function compiles() {
  const all = callsOf({ glossary, notes })
  const { rows } = await call(all.glossary.page, { term: 'cloud', sortBy: 'sourceTerm' })
  await call(all.notes.create, { subject: 'A' })
  return rows.map(({ sourceTerm }) => sourceTerm)
}

export async function isRefused() {
  // @ts-expect-error the definition has no such filter
  await call(glossary.calls.page, { targetTerm: 'cloud' })
  // @ts-expect-error a collection without `sortBy` cannot be sorted
  await call(notes.calls.page, { sortBy: 'subject' })
  // @ts-expect-error a row of an import has the fields of a new row
  await call(notes.calls.import, { rows: [{ title: 'A' }] })
  const base = { ...plain, fields: { subject: field, done: Flag } }
  // @ts-expect-error a search uses existing fields
  defineCollection('a1', { ...base, search: { term: ['subjekt'] } })
  // @ts-expect-error a search uses text fields
  defineCollection('a2', { ...base, search: { term: ['done'] } })
  // @ts-expect-error a filter is a field
  defineCollection('a3', { ...base, filters: ['state'] })
  // @ts-expect-error a sort order uses existing fields
  defineCollection('a4', { ...base, sortBy: ['state'] })
  // @ts-expect-error the title is a text field
  defineCollection('a5', { ...base, title: 'done' })
  // @ts-expect-error a unique combination uses existing fields
  defineCollection('a6', { ...base, unique: [['subject', 'state']] })
  // @ts-expect-error visitors cannot read a collection
  defineCollection('a9', { ...base, access: { read: 'visitor', write: 'main' } })
  const { support: _, ...undeclared } = base
  // @ts-expect-error a collection of customers says whether support sees its rows
  defineCollection('a10', undeclared)
  const records = { fields: { subject: field, done: Flag }, scope: operator, maxRows: 9 } as const
  const access = { read: 'member', write: ['admin'] } as const
  const answers = defineCollection('answers', {
    ...records,
    access: { ...access, remove: 'nobody' },
    fixed: ['done'],
    computed: { done: field },
  })
  holds<Exact<keyof typeof answers.calls, 'page' | 'get' | 'create' | 'edit'>>()
  holds<Exact<OutputOf<typeof answers.calls.get>['done'], string>>()
  holds<Exact<keyof InputOf<typeof answers.calls.edit>, 'id' | 'subject' | 'version'>>()
  // @ts-expect-error a fixed field is a field
  defineCollection('b1', { ...records, access, fixed: ['state'] })
  // @ts-expect-error a role is one of the operators
  defineCollection('b2', { ...records, access: { ...access, write: ['boss'] } })
  const open = defineCollection('open', {
    ...plain,
    fields: { subject: field },
    access: { read: 'member', write: 'main', create: 'member', remove: 'nobody' },
    calls: { finish: post('/open/finish', z.object({ id: RowId }), Done, { access: 'main' }) },
  })
  holds<Exact<keyof typeof open.calls, 'page' | 'get' | 'create' | 'edit' | 'import' | 'finish'>>()
  holds<Exact<typeof open.calls.import.access, 'member'>>()
  holds<Exact<typeof open.calls.edit.access, 'main'>>()
  // @ts-expect-error an act is one of those that are known
  defineCollection('b3', { ...base, access: { read: 'member', write: 'main', delete: 'main' } })
  const lasts = get('/open/last', z.object({}), Done, { access: 'main' })
  // @ts-expect-error a read of customers says whether support sees it
  defineCollection('b4', { ...base, calls: { lasts } })
  // @ts-expect-error the default is a value of the field
  withDefault(Flag, 2)
}
