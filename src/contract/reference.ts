/** Reference to a row of another list. Not in the vocabulary, to keep the login page small. */
import * as z from 'zod/mini'
import { fieldTypeRegistry, type ReferenceSubject } from '#contract/vocabulary.ts'

type RowOf<S extends ReferenceSubject> =
  z.output<S['page']['output']> extends { rows: readonly (infer R)[] } ? R : never

/**
 * Id of a row of another list. `title`: its field that names it; `search`: the text parameter of
 * its `page` that finds it, by default `title`. `deletedWith`: a row of a collection is deleted with
 * the row that it refers to, which otherwise can't be deleted before it. A function, so that two subjects can refer to each
 * other.
 */
export function reference<S extends ReferenceSubject>(
  subject: S | (() => S),
  {
    title,
    search,
    deletedWith,
  }: {
    title: keyof RowOf<S> & string
    search?: keyof z.input<S['page']['input']> & string
    deletedWith?: true
  },
) {
  const schema = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])
  fieldTypeRegistry.add(schema, {
    kind: 'reference',
    subject: typeof subject === 'function' ? subject : () => subject,
    title,
    search: search ?? title,
    ...(deletedWith && { deletedWith }),
  })
  return schema
}

/** Field of a row with the title of the reference in `field`: `contactTitle` for `contactId`. */
export const titleFieldOf = (field: string): string => `${field.replace(/Id$/, '')}Title`
