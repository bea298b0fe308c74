/** Validation of inputs: issues as data (field, rule, limit); `locales/` has the messages. */
import * as z from 'zod/mini'
import type { CreditCodeProblem, CreditCodeRule } from '#contract/credit-code.ts'
import type { CharacterRule, RefusedCharacter } from '#contract/one-line-text.ts'
import { shapeOf } from '#contract/query.ts'

type Rule =
  | 'required'
  | 'min'
  | 'max'
  | 'pattern'
  | 'type'
  | 'link'
  | 'digits'
  | CharacterRule
  | CreditCodeRule
/** `character`: the one that is refused, such as U+202E. */
export type InputIssue = { field: string; rule: Rule; limit?: number; character?: string }
type ValidationResult<S extends z.core.$ZodType> =
  | { ok: true; value: z.output<S> }
  | { ok: false; issues: InputIssue[] }

/**
 * Validates a value. Returns the parsed value, or the first issue of each field by dotted path.
 * Empty strings in optional fields count as absent.
 */
export function validate<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
): ValidationResult<S> {
  const result = z.safeParse(schema, withoutEmptyStrings(schema, value), { reportInput: true })
  if (result.success) return { ok: true, value: result.data }
  const firstIssues = new Map<string, InputIssue>()
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    if (!firstIssues.has(field)) firstIssues.set(field, { field, ...ruleOf(issue) })
  }
  return { ok: false, issues: [...firstIssues.values()] }
}

/**
 * Validates a request. Null and empty strings count as absent in any field, empty lists in optional
 * ones, in queries and bodies alike. An edit that omits an optional field therefore clears it.
 */
export const validateInput = <S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
): ValidationResult<S> => validate(schema, withoutBlankFields(schema, value))

/** Whether a field has a value. */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== ''

function withoutBlankFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const shape = shapeOf(schema)
  const isOptional = (key: string) =>
    Object.hasOwn(shape, key) && z.safeParse(shape[key]!, undefined).success
  const isEmptyList = (item: unknown) => Array.isArray(item) && item.length === 0
  return Object.fromEntries(
    Object.entries(value).filter(
      ([key, item]) => isPresent(item) && !(isEmptyList(item) && isOptional(key)),
    ),
  )
}

function ruleOf(issue: z.core.$ZodIssue): Omit<InputIssue, 'field'> {
  if (issue.input === undefined || issue.input === null || issue.input === '')
    return { rule: 'required' }
  if (issue.code === 'too_small') return { rule: 'min', limit: Number(issue.minimum) }
  if (issue.code === 'too_big') return { rule: 'max', limit: Number(issue.maximum) }
  if (issue.code === 'invalid_format') return { rule: 'pattern' }
  if (issue.code === 'custom' && issue.params)
    return issue.params as
      | RefusedCharacter
      | CreditCodeProblem
      | { rule: 'link' | 'digits'; limit?: number }
  return { rule: 'type' }
}

function withoutEmptyStrings(schema: z.core.$ZodType, value: unknown): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    !Object.values(value).includes('')
  )
    return value
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (item !== '' || !field) return [[key, item]]
      if (z.safeParse(field, null).success) return [[key, null]]
      return z.safeParse(field, undefined).success ? [] : [[key, item]]
    }),
  )
}
