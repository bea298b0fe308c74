/** Buttons of a resource: for a row, for all selected rows, and links in the header. */
import type { ReactNode } from 'react'
import type {
  Confirm,
  Keys,
  ResultComponent,
  Route,
  RowOf,
  When,
} from '#console/engine/resource.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'

/**
 * Button of a row, named after the endpoint that it calls with fields of the row, or one with a
 * component, which has any name. An endpoint that takes one flag of the row becomes the switch of
 * that flag's column. A link has the route of another page and is in the page header.
 */
export type Action<C, K> =
  | Panel<RowOf<C>>
  | {
      readonly route: Route
      readonly when?: never
      readonly confirm?: never
      readonly result?: never
      readonly component?: never
      /** Leads to a page that shows something, rather than creating it. */
      readonly secondary?: true
    }
  | (K extends Keys<C> ? (RowOf<C> extends InputOf<C[K]> ? CallAction<C, K> : never) : never)
type CallAction<C, K extends Keys<C>> = {
  /** Rows that have the button. A switch is disabled in other rows, with a message why. */
  readonly when?: When<RowOf<C>>
  readonly confirm?: Confirm
  readonly result?: ResultComponent<OutputOf<C[K]>>
  readonly component?: never
  readonly secondary?: never
  readonly route?: never
}
/** Names of the endpoints whose input the row has. */
export type CallOfRow<C> = {
  [K in Keys<C>]: RowOf<C> extends InputOf<C[K]> ? K : never
}[Keys<C>]
/**
 * Custom component for one row, loaded when its button is pressed. If an endpoint has the same
 * name, the button is shown only to users who may call it.
 */
export type Panel<R> = {
  readonly component: () => Promise<{
    readonly default: (props: { row: R; close: () => void }) => ReactNode
  }>
  readonly when?: When<R>
  /** Name of another button; this one is shown where the row or the user's role hides the other. */
  readonly insteadOf?: string
  /** Moves the button into the “More” menu if a row has many. */
  readonly secondary?: true
  readonly confirm?: never
  readonly result?: never
  readonly route?: never
}

/** Button for all selected rows: an endpoint that takes their ids, or a component. */
export type BulkAction<C, K> =
  | BulkPanel<RowOf<C>>
  | (K extends Keys<C>
      ? TakesIds<InputOf<C[K]>> extends true
        ? {
            readonly confirm?: Confirm
            readonly component?: never
          }
        : never
      : never)
/** `done` closes the component and clears the selection. */
export type BulkPanel<R> = {
  readonly component: () => Promise<{
    readonly default: (props: {
      rows: readonly R[]
      close: () => void
      done: () => void
    }) => ReactNode
  }>
  readonly confirm?: never
}
/** Names of an input's lists of ids. */
type IdLists<I> = {
  [K in keyof I]-?: NonNullable<I[K]> extends readonly (infer X)[]
    ? string | number extends X
      ? K
      : never
    : never
}[keyof I]
/** Whether an endpoint needs nothing but a list of ids. */
type TakesIds<I> = string extends keyof I
  ? true
  : [IdLists<I>] extends [never]
    ? false
    : object extends Omit<I, IdLists<I>>
      ? true
      : false
