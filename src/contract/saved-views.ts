/** Saved views: the state of a list page under a name, for one user. */
import * as z from 'zod/mini'
import { Done, get, post } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { fieldTypeRegistry, Flag, Id, Text, Version } from '#contract/vocabulary.ts'

/** `name`, `page`, `query`: characters; `onPage`: views per list page; `ofUser`: views in total. */
export const savedViewLimits = {
  name: 40,
  page: 40,
  query: 2_000,
  onPage: 20,
  ofUser: 400,
} as const

const Name = text({ max: savedViewLimits.name })
/** Name of a list page, chosen by the client. */
const PageName = z.string().check(z.maxLength(savedViewLimits.page), z.regex(/^[A-Za-z][\w-]*$/))
/** Query string of the page's address. */
const Query = z.string().check(z.maxLength(savedViewLimits.query), z.regex(/^[^\p{Cc}]*$/u))
for (const schema of [PageName, Query]) fieldTypeRegistry.add(schema, { kind: 'text' })

export const SavedView = z.object({
  id: Id,
  page: Text,
  name: Text,
  query: Text,
  /** At most one view of a page is opened by default. */
  isDefault: Flag,
  version: Version,
})
export type SavedView = z.output<typeof SavedView>

export const listViews = {
  list: get('/listView/list', z.object({ page: z.optional(PageName) }), z.array(SavedView), {
    access: 'member',
    support: 'hidden',
  }),

  create: post(
    '/listView/save',
    z.object({ page: PageName, name: Name, query: z._default(Query, '') }),
    SavedView,
    {
      access: 'member',
      once: true,
    },
  ),

  edit: post(
    '/listView/save',
    z.object({
      id: Id,
      name: Name,
      query: z._default(Query, ''),
      version: z.optional(Version),
    }),
    SavedView,
    {
      access: 'member',
      when: 'id',
      once: true,
    },
  ),

  remove: post('/listView/delete', z.object({ id: Id }), Done, {
    access: 'member',
  }),

  setDefault: post('/listView/setDefault', z.object({ id: Id, isDefault: Flag }), Done, {
    access: 'member',
  }),
}
