/** Tags of a record. Separate from the vocabulary, to keep the login page small. */
import * as z from 'zod/mini'
import { oneLine } from '#contract/one-line-text.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

/** List of up to `maxCount` texts of up to `maxLength` characters each. */
export function tags({ maxCount, maxLength }: { maxCount: number; maxLength: number }) {
  const schema = z
    .array(z.string().check(...oneLine, z.minLength(1), z.maxLength(maxLength)))
    .check(z.maxLength(maxCount))
  fieldTypeRegistry.add(schema, { kind: 'tags', maxCount, maxLength })
  return schema
}
