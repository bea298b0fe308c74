/** Tags of a record; apart from the vocabulary to keep the login page small. */
import * as z from 'zod/mini'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

/** List of up to `most` texts of up to `longest` characters each. */
export function tags({ most, longest }: { most: number; longest: number }) {
  const schema = z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(longest)))
    .check(z.maxLength(most))
  fieldTypeRegistry.add(schema, { kind: 'tags', most, longest })
  return schema
}
