/**
 * What a kind of value answers for itself: how it reads, looks, is filtered by and is typed in.
 * Nobody else asks which kind it is.
 */
import type { ComponentType } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import type { Row } from '#console/engine/resource.ts'

export type Kind = FieldType['kind']
export type MeaningOf<K extends Kind> = FieldType extends infer M
  ? M extends { kind: infer X }
    ? K extends X
      ? M & { kind: K }
      : never
    : never
  : never

export type Context<M = FieldType> = {
  readonly means: M
  readonly row: Row
  /** What `lookup` answered; undefined until it has. */
  readonly found: unknown
}

export type FilterProps<M = FieldType> = {
  readonly id: string
  readonly label: string
  readonly means: M
  readonly required: boolean
  readonly found: unknown
  /** What is filtered by now: one value, or begin and end of a range. Empty for no filter. */
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** `id` and the `aria-…` of a form item come along and belong on the control. */
export type InputProps<M = FieldType> = {
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
  readonly label: string
  readonly means: M
  readonly found: unknown
  /** Shown only: the record has filled it in. */
  readonly readOnly?: true
  /** What the other items hold. */
  readonly others: () => Row
}

export type KindModule<M = FieldType> = {
  /** As an exported file, a card and a question show it. Never asked about nothing. */
  readonly text: (value: unknown, context: Context<M>) => string
  /** As a table shows it, where that is more than the text. */
  readonly Cell?: ComponentType<Context<M> & { readonly value: unknown }>
  /**
   * As an exported file holds it, to be summed; without it the file has the text. `unit` is a key
   * below `pages.export.units`.
   */
  readonly figure?: (
    value: unknown,
    context: Context<M>,
  ) => { readonly number: number; readonly unit?: 'characters' | 'months' }
  /** What all figures of the kind are counted in: a key below `pages.export.columns`. */
  readonly countedIn?: 'yuan' | 'unit'
  /** Digits under digits, at the end of the cell. */
  readonly numeric?: true
  /** The call whose answer the kind reads its names from. */
  readonly lookup?: Endpoint
  readonly Filter?: ComponentType<FilterProps<M>>
  /** All there is to choose from, where that is little. */
  readonly choices?: (means: M) => readonly { readonly value: string; readonly text: string }[]
  readonly Input?: ComponentType<InputProps<M>>
  /** Typed a second time, to be sure. */
  readonly twice?: true
  /** Kept nowhere, not even for a moment. */
  readonly secret?: true
}

/** A text or a number as a text; anything else has none. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A value that is there to be shown. */
export const isSome = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)
