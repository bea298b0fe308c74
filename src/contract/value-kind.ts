/** Kinds of values that have their own validation messages. */
import type * as z from 'zod/mini'
import { unwrapSchema } from '#contract/query.ts'
import { fieldTypeRegistry, type FieldType } from '#contract/vocabulary.ts'

/** Messages are in `locales/record-fields.ts` under `rules.kinds`. */
export type ValueKind =
  | 'longText'
  | 'choice'
  | 'number'
  | 'list'
  | 'amount'
  | 'date'
  | 'link'
  | 'picture'

const kindByFieldType: { readonly [K in FieldType['kind']]?: ValueKind } = {
  longText: 'longText',
  id: 'choice',
  channel: 'choice',
  language: 'choice',
  code: 'choice',
  country: 'choice',
  flag: 'choice',
  person: 'choice',
  reference: 'choice',
  cents: 'amount',
  date: 'date',
  link: 'link',
  picture: 'picture',
}

/** Undefined for text on one line. */
export function valueKindOf(schema: z.core.$ZodType): ValueKind | undefined {
  const plain = unwrapSchema(schema)
  if (plain._zod.def.type === 'array') return 'list'
  const kind = kindByFieldType[fieldTypeRegistry.get(plain)?.kind ?? 'text']
  return kind ?? (plain._zod.def.type === 'number' ? 'number' : undefined)
}
