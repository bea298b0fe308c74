/** Phone numbers: E.164 in the database, international format in responses. */
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import * as z from 'zod/mini'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

/**
 * E.164 such as `+8613812345678`; undefined if it is no valid number. `country` is that of numbers
 * without a country code.
 */
export function toE164(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: country as CountryCode,
    extract: false,
  })
  // An extension has no place in E.164.
  return number?.isValid() && number.ext === undefined ? number.number : undefined
}

/** `+86 138 1234 5678`; text that is no number stays as it is. */
export const formatPhone = (text: string): string =>
  parsePhoneNumberFromString(text, { extract: false })?.formatInternational() ?? text

/**
 * Normalises all phone numbers of a parsed input, also inside lists. Returns the input, or the path
 * of the first invalid number.
 */
export function normalisePhones(
  schema: z.core.$ZodType,
  value: unknown,
): { value: unknown } | { invalid: string } {
  const phones = findCachedPhones(schema)
  if (!phones) return { value }
  try {
    return { value: normaliseValue(phones, value, '') }
  } catch (error) {
    if (error instanceof InvalidPhone) return { invalid: error.path }
    throw error
  }
}

class InvalidPhone extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** Where a schema has phone numbers; undefined if nowhere. */
type PhonePlaces =
  | { readonly country: string }
  | { readonly fields: readonly (readonly [key: string, inner: PhonePlaces])[] }
  | { readonly element: PhonePlaces }

const phonesBySchema = new WeakMap<z.core.$ZodType, { readonly phones: PhonePlaces | undefined }>()

/** Cached by schema. */
function findCachedPhones(schema: z.core.$ZodType): PhonePlaces | undefined {
  const cached = phonesBySchema.get(schema)
  if (cached) return cached.phones
  const phones = findPhones(unwrapSchema(schema))
  phonesBySchema.set(schema, { phones })
  return phones
}

function findPhones(schema: z.core.$ZodType): PhonePlaces | undefined {
  const fieldType = fieldTypeRegistry.get(schema)
  if (fieldType?.kind === 'phone') return { country: fieldType.country }
  if (schema instanceof z.core.$ZodArray) {
    const element = findCachedPhones(schema._zod.def.element)
    return element && { element }
  }
  const fields = Object.entries(shapeOf(schema)).flatMap(([key, field]) => {
    const inner = findCachedPhones(field)
    return inner ? [[key, inner] as const] : []
  })
  return fields.length > 0 ? { fields } : undefined
}

function normaliseValue(phones: PhonePlaces, value: unknown, path: string): unknown {
  const pathOf = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if ('element' in phones)
    return Array.isArray(value)
      ? value.map((item, index) => normaliseValue(phones.element, item, pathOf(index)))
      : value
  if ('fields' in phones) {
    if (typeof value !== 'object' || value === null) return value
    const row = value as Record<string, unknown>
    const present = phones.fields.filter(([key]) => Object.hasOwn(row, key))
    return {
      ...row,
      ...Object.fromEntries(
        present.map(([key, inner]) => [key, normaliseValue(inner, row[key], pathOf(key))]),
      ),
    }
  }
  if (typeof value !== 'string') return value
  const number = toE164(value, phones.country)
  if (number === undefined) throw new InvalidPhone(path)
  return number
}
