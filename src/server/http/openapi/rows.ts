/** Converts a JSON Schema into table rows for the API reference. */
import type { Lang } from '#locales/words.ts'
import type { JsonSchema } from '#server/http/openapi/schema.ts'
import { t } from '#server/platform/messages.ts'

/** `name` is a dotted field path, with `[]` after an array. */
export type Row = { name: string; required: boolean; type: string; rule: string; meaning: string }

/**
 * One row per value, nested objects and arrays flattened. A value that is not an object yields one
 * row without a name.
 */
export function rowsOf(schema: JsonSchema, lang: Lang): Row[] {
  return lines('', withoutNull(schema), true, lang)
}

function lines(name: string, schema: JsonSchema, required: boolean, lang: Lang): Row[] {
  if (schema.properties) {
    const { properties, required: needed = [] } = schema
    return Object.entries(properties).flatMap(([key, inner]) =>
      lines(name ? `${name}.${key}` : key, withoutNull(inner), needed.includes(key), lang),
    )
  }
  if (schema.type === 'array' && schema.items?.properties)
    return lines(`${name}[]`, schema.items, required, lang)
  const inside = schema.type === 'array' && schema.items ? schema.items : schema
  const type = schema.type === 'array' ? `${typeOf(inside)}[]` : typeOf(inside)
  const result = inside['x-meaning']
  return [
    {
      name,
      required,
      type,
      rule: ruleOf(schema),
      meaning: result ? t(lang, `page.kinds.${result.kind}`) : '',
    },
  ]
}

/** Drops `null` from a union; it only marks an optional value. */
function withoutNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const others = anyOf?.filter(({ type }) => type !== 'null')
  if (!anyOf || !others || others.length === anyOf.length) return anyOf ? { ...rest, anyOf } : rest
  return others.length === 1 ? { ...rest, ...withoutNull(others[0]!) } : { ...rest, anyOf: others }
}

function typeOf({ type, anyOf, enum: values, const: value }: JsonSchema): string {
  if (values) return values.join(' | ')
  if (value !== undefined) return String(value)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  return type ?? 'any'
}

function ruleOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  default: preset,
}: JsonSchema): string {
  const between = rangeOf(minLength ?? minimum ?? minItems, maxLength ?? maximum ?? maxItems)
  return [between, pattern, preset === undefined ? '' : `= ${JSON.stringify(preset)}`]
    .filter(Boolean)
    .join('  ')
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? '' : `≤ ${max}`
  return max === undefined ? `≥ ${min}` : `${min}–${max}`
}
