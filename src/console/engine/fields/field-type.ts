/** Interface of a field type: how its values are formatted, rendered, filtered and edited. */
import type { ComponentType } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import type { ContentWidth } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'

export type Kind = FieldType['kind']
/** Members of the union `FieldType` with the given kind; narrows members that have several. */
export type FieldTypeOf<K extends Kind> = FieldType extends infer T
  ? T extends { kind: infer Kinds }
    ? K extends Kinds
      ? T & { kind: K }
      : never
    : never
  : never

export type Context<T = FieldType> = {
  readonly fieldType: T
  readonly row: Row
  /** Result of `lookup`; undefined while loading. */
  readonly lookupData: unknown
}

export type FilterProps<T = FieldType> = {
  readonly id: string
  readonly label: string
  readonly fieldType: T
  readonly required: boolean
  readonly lookupData: unknown
  /** Current filter: one value, or begin and end of a range. Empty for no filter. */
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Spread `controlProps` onto the control. */
export type InputProps<T = FieldType> = {
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
  readonly label: string
  readonly fieldType: T
  readonly lookupData: unknown
  /** Read-only, because the record supplies the value. */
  readonly readOnly?: true
  /** The record, with the current values of the other form items. */
  readonly formValues: () => Row
  /** Called with a value that the control has made; absent in the second control of two. */
  readonly onGenerate?: (value: string) => void
}

/** The control's own attributes: `id` and the `aria-…` attributes of the form item. */
export function controlProps<T>({
  value: _value,
  onChange: _onChange,
  label: _label,
  fieldType: _fieldType,
  lookupData: _lookupData,
  formValues: _others,
  onGenerate: _onGenerate,
  ...control
}: InputProps<T>) {
  return control
}

export type FieldTypeUi<T = FieldType> = {
  /** Text for exports, cards and confirmation questions. Never called with an empty value. */
  readonly text: (value: unknown, context: Context<T>) => string
  /** Table cell, where it is richer than the text. */
  readonly Cell?: ComponentType<Context<T> & { readonly value: unknown }>
  /**
   * Numeric value for exports, so that it can be summed; exports use the text without it. `unit` is
   * a key below `crud.export.units`.
   */
  readonly exportValue?: (
    value: unknown,
    context: Context<T>,
  ) => { readonly number: number; readonly unit?: 'characters' | 'months' }
  /** Unit of all figures of the type: a key below `crud.export.columns`. */
  readonly exportUnit?: 'yuan' | 'unit'
  /** Width of a column with values of the type; by default that of a name. */
  readonly width?: (fieldType: T) => ContentWidth
  /** Right-aligned with tabular digits. */
  readonly numeric?: true
  /** Endpoint whose response supplies the labels. */
  readonly lookup?: Endpoint
  /** Cache key of the titles that searches have found; they are the field's lookup data. */
  readonly titlesKey?: (fieldType: T) => string
  /** Whether a filter value still exists; true while the lookup loads. */
  readonly exists?: (value: string, lookupData: unknown) => boolean
  readonly Filter?: ComponentType<FilterProps<T>>
  /** All options, for types with a fixed set of them. */
  readonly choices?: (fieldType: T) => readonly { readonly value: string; readonly text: string }[]
  readonly Input?: ComponentType<InputProps<T>>
  /** Field on whose value the control depends: a change of it renders the control again. */
  readonly watches?: (fieldType: T) => string
  /** Must be entered twice. */
  readonly enteredTwice?: true
  /** Never stored, not even in a draft. */
  readonly secret?: true
}

/** Message key of the word for a code. */
export const codeKeyOf = (
  fieldType: FieldTypeOf<'code'> | FieldTypeOf<'codes'>,
  value: string,
): string => {
  const shared = fieldType.kind === 'code' ? fieldType.code : undefined
  return `${fieldType.labelKey ?? `codes.${shared}`}.${value}`
}

/** A string or number as text; the empty string for anything else. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Whether a value is neither missing nor empty. */
export const isPresent = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)
