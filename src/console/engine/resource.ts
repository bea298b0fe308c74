/** Resource definition language: types for list, form and screen pages, derived from endpoints. */
import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import type { consoleRoutes } from '#client/routes.ts'
import type { MenuIconName } from '#console/ui/icons.tsx'
import type { Access, Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/**
 * Endpoints of one subject, as its contract file exports them. `page`, `get`, `create`, `edit` and
 * `remove` have conventional meanings.
 */
export type Calls = Readonly<Record<string, Endpoint>>
export type Paged = Calls & {
  readonly page: Endpoint<
    z.core.$ZodType,
    z.core.$ZodType<{ total: number; rows: readonly object[] }>
  >
}

type Keys<T> = Extract<keyof T, string>
/** One row of the list. */
export type RowOf<C> = C extends { readonly page: infer P }
  ? OutputOf<P> extends { rows: readonly (infer R)[] }
    ? R
    : never
  : never
/** Output of `get`: the record of a form page. */
export type RecordOf<C> = C extends { readonly get: infer E } ? OutputOf<E> : never

/** Field paths, with at most one nested level: `account`, `memberAccount.usableCharNum`. */
export type Field<R> = {
  [K in Keys<R>]: NonNullable<R[K]> extends Readonly<Record<string, unknown>>
    ? `${K}.${Keys<NonNullable<R[K]>>}`
    : K
}[Keys<R>]

/** `CharNum` if the row has both `beforeCharNum` and `lastCharNum`. */
export type Pair<R> = {
  [K in Keys<R>]: K extends `before${infer N}` ? (`last${N}` extends Keys<R> ? N : never) : never
}[Keys<R>]

/** Query parameters for pagination and sorting, which are not filters. */
type PageKey = 'pageSize' | 'pageNum' | 'sortBy' | 'sortOrder'
/**
 * `loginDateTime` for the parameters `loginDateTimeBegin` and `loginDateTimeEnd`; other parameters
 * under their own name.
 */
export type Filter<C> = C extends { readonly page: infer P }
  ? { [K in Keys<InputOf<P>>]: FilterName<K> }[Keys<InputOf<P>>]
  : never
type FilterName<K> = K extends PageKey | `${string}End`
  ? never
  : K extends `${infer N}Begin`
    ? N
    : K
export type Range<C> = C extends { readonly page: infer P }
  ? { [K in Keys<InputOf<P>>]: K extends `${infer N}Begin` ? N : never }[Keys<InputOf<P>>]
  : never

/** Declarative row condition: `{ payStatus: 'W' }` or `{ payStatus: ['W', 'T'] }`. */
export type When<R> = { readonly [K in keyof R]?: R[K] | readonly R[K][] }

/** Asks for confirmation; `danger` also moves the action to the end and colours it red. */
export type Confirm = true | 'danger'

export type Column<C> =
  | Field<RowOf<C>>
  /**
   * `copy` adds a copy button. `Cell` replaces only the rendering: sorting, export and label still
   * use the field.
   */
  | ({
      readonly field: Field<RowOf<C>>
      readonly copy?: true
      readonly Cell?: DrawnCell<RowOf<C>>['Cell']
    } & ColumnOptions<C>)
  /** Before/after pair with an arrow; `by` adds the difference above. */
  | ({ readonly pair: Pair<RowOf<C>>; readonly by?: Field<RowOf<C>> } & ColumnOptions<C>)
  /** Several fields stacked in one cell, labelled by `label` or the first field. */
  | ({
      readonly stack: readonly [Field<RowOf<C>>, Field<RowOf<C>>, ...Field<RowOf<C>>[]]
      readonly label?: string
    } & ColumnOptions<C>)
  | ToggleColumn<C>
  /** Escape hatch: a custom cell. */
  | { readonly key: string; readonly cell: DrawnCell<RowOf<C>> }

/** `when` shows the column only under the given filter values. */
type ColumnOptions<C> = {
  readonly when?: C extends { readonly page: infer P } ? When<Omit<InputOf<P>, PageKey>> : never
  /** Hidden by default; available in the column chooser. */
  readonly hiddenByDefault?: true
  /** Stacks the column under the given one in narrow tables. */
  readonly stackUnder?: C extends Paged ? Field<RowOf<C>> : never
}

/** Boolean field as a switch. Its endpoint takes the flag and otherwise only fields of the row. */
type ToggleColumn<C, R = RowOf<C>> = {
  [F in Keys<R>]: R[F] extends 0 | 1
    ? { readonly field: F; readonly toggle: TogglerOf<C, R, F>; readonly confirm?: true }
    : never
}[Keys<R>]
type TogglerOf<C, R, F> = {
  [K in Keys<C>]: F extends keyof InputOf<C[K]> ? (R extends InputOf<C[K]> ? K : never) : never
}[Keys<C>]

export type DrawnCell<R> = {
  readonly Cell: (props: { row: R; found: Found }) => ReactNode
  /** Text of the cell, for exports. */
  readonly text: (
    row: R,
    t: (key: string, values?: Record<string, string | number>) => string,
    found: Found,
  ) => string
}
/** Reference data of the list's columns, such as channel names. */
type Found = (means: FieldType) => unknown

/** The input mapping is optional if the row has all inputs of the endpoint by name and type. */
export type Action<R, E> = {
  readonly when?: When<R>
  readonly confirm?: Confirm
} & (R extends InputOf<E>
  ? { readonly mapInput?: (row: R) => InputOf<E> }
  : { readonly mapInput: (row: R) => InputOf<E> })

/**
 * `flush.payStatus`: an endpoint called with the row after an action, and an enum field of its
 * output. The success message is then `done.<action>.<code>`.
 */
type Finding<C, R = RowOf<C>> = {
  [K in Keys<C>]: R extends InputOf<C[K]> ? `${K}.${CodeIn<OutputOf<C[K]>>}` : never
}[Keys<C>]
type CodeIn<O> = {
  [K in Keys<O>]: O[K] extends string ? (string extends O[K] ? never : K) : never
}[Keys<O>]

/**
 * The input mapping is optional if the endpoint needs only one list of ids: it receives the ids of
 * the selected rows.
 */
export type BulkAction<R, E> = { readonly confirm?: Confirm } & (TakesIds<InputOf<E>> extends true
  ? { readonly mapInput?: (rows: readonly R[]) => InputOf<E> }
  : { readonly mapInput: (rows: readonly R[]) => InputOf<E> })
type IdLists<I> = {
  [K in keyof I]-?: NonNullable<I[K]> extends readonly (infer X)[]
    ? string | number extends X
      ? K
      : never
    : never
}[keyof I]
type TakesIds<I> = [IdLists<I>] extends [never]
  ? false
  : object extends Omit<I, IdLists<I>>
    ? true
    : false

/**
 * Every input of the endpoint that is not an id or a version becomes a form item, in schema order.
 */
export type Form<E> = {
  /** Restricts and orders the items. */
  readonly items?: readonly Keys<InputOf<E>>[]
  /** Endpoint with one input that checks while typing whether the value is available. */
  readonly uniqueCheck?: {
    readonly [K in Keys<InputOf<E>>]?: Endpoint<z.core.$ZodType, z.core.$ZodType<boolean>>
  }
}

/**
 * Form of a form page. `prefill` maps read-only items to the record fields that fill them; `when`
 * is the condition on the record.
 */
type FormOf<E, R> = Form<E> & {
  readonly prefill?: { readonly [K in Keys<InputOf<E>>]?: Field<R> }
  readonly when?: When<R>
}

/**
 * Custom panel for one row, loaded when opened. A panel named like an endpoint is shown only if the
 * backend serves that endpoint.
 */
export type Panel<R> = () => Promise<{
  readonly default: (props: { row: R; close: () => void }) => ReactNode
}>
/**
 * Panel with options. `when` limits it to some rows; `load` names an endpoint without which it is
 * hidden.
 */
type PanelFor<C> = {
  readonly component: Panel<RowOf<C>>
  readonly when?: When<RowOf<C>>
  readonly load?: Keys<C>
  /** Moves the panel into the “More” menu if a row has many buttons. */
  readonly secondary?: true
}
/** Custom panel for all selected rows. `done` closes it and clears the selection. */
export type BulkPanel<R> = () => Promise<{
  readonly default: (props: {
    rows: readonly R[]
    close: () => void
    done: () => void
  }) => ReactNode
}>

/** Custom component above the rows, given the active filters; loaded after the rows. */
export type HeaderComponent = () => Promise<{
  readonly default: (props: { query: Row }) => ReactNode
}>

/**
 * Custom component beside the rows that sets one of the filters. `choose` with `quietly` replaces
 * the history entry, for defaults that the user did not choose.
 */
export type AsideComponent = () => Promise<{ readonly default: (props: AsideProps) => ReactNode }>
export type AsideProps = {
  readonly chosen: string | undefined
  readonly choose: (value: string, quietly?: boolean) => void
}

/** Replaces the rows while nothing is chosen in the aside. */
export type UnchosenComponent = () => Promise<{
  readonly default: (props: Pick<AsideProps, 'choose'>) => ReactNode
}>

/** Custom cards next to the forms of a page. */
export type Cards = () => Promise<{ readonly default: () => ReactNode }>

export type Placeholder = () => Promise<{ readonly default: () => ReactNode }>

export type Group = 'memberCentre' | 'functions'
export type TabGroup = 'account'

/** Console route without its leading slash (spec 2.4). */
export type Route = (typeof consoleRoutes)[number] extends `/${infer R}` ? R : never

export type Place = {
  readonly route: Route
  /** Menu group, position and icon; a page without it has no menu entry. */
  readonly menu?: readonly [group: Group, order: number, icon?: MenuIconName]
  /** Pages of a group are shown as tabs in this order. */
  readonly tabs?: readonly [group: TabGroup, order: number]
}

export type ListConfig<C extends Paged> = Place & {
  readonly columns: readonly Column<C>[]
  /** Defaults to every query parameter; `xBegin` and `xEnd` form one range `x`. */
  readonly filters?: readonly Filter<C>[]
  /** Initial range of a filter: the number of days up to now. */
  readonly defaultRange?: { readonly [K in Range<C>]?: number }
  readonly forms?: { readonly [K in Exclude<Keys<C>, 'page'>]?: Form<C[K]> }
  readonly actions?: {
    readonly [K in Exclude<Keys<C>, 'page'>]?: Action<RowOf<C>, C[K]> & {
      readonly resultField?: Finding<C>
    }
  }
  readonly bulk?: { readonly [K in Exclude<Keys<C>, 'page'>]?: BulkAction<RowOf<C>, C[K]> }
  readonly panels?: { readonly [name: string]: Panel<RowOf<C>> | PanelFor<C> }
  readonly bulkPanels?: { readonly [name: string]: BulkPanel<RowOf<C>> }
  readonly header?: HeaderComponent
  /**
   * Its filter has no control in the filter bar. Forms also send the choice if their endpoint takes
   * it.
   */
  readonly aside?: {
    readonly chooses: Filter<C>
    readonly component: AsideComponent
    readonly unchosen?: UnchosenComponent
  }
  /**
   * Condition for rows that change on their own: while one is visible and the event stream is down,
   * the list is polled every few seconds.
   */
  readonly pending?: When<RowOf<C>>
  /** Page on which rows are created; adds a header link labelled `actions.create`. */
  readonly createRoute?: Route
  /** Replaces the page if the backend lacks the list endpoint. */
  readonly placeholder?: Placeholder
}

export type FormConfig<C extends Calls> = Place & {
  /**
   * One or several forms, with headings if there are several. Their initial values come from `get`.
   */
  readonly forms: { readonly [K in Keys<C>]?: FormOf<C[K], RecordOf<C>> }
  /** Fields of the record shown read-only. */
  readonly readOnly?: readonly Field<RecordOf<C>>[]
  readonly cards?: Cards
}

export type ScreenConfig = Place & {
  readonly access?: Access
  readonly component: () => Promise<{ readonly default: () => ReactNode }>
}

/** Untyped row or record, as the engine processes it. */
export type Row = Readonly<Record<string, unknown>>

/** Type-erased resource, as a file in `resources/` exports it. Only `build-page.ts` reads it. */
export type Resource =
  | { readonly view: 'list'; readonly calls: Paged; readonly config: UntypedListConfig }
  | { readonly view: 'form'; readonly calls: Calls; readonly config: UntypedFormConfig }
  | { readonly view: 'screen'; readonly calls: Calls; readonly config: ScreenConfig }

export type UntypedColumnOptions = {
  readonly when?: Row
  readonly hiddenByDefault?: true
  readonly stackUnder?: string
}
export type UntypedColumn =
  | string
  | ({
      readonly field: string
      readonly copy?: true
      readonly Cell?: DrawnCell<Row>['Cell']
    } & UntypedColumnOptions)
  | ({ readonly pair: string; readonly by?: string } & UntypedColumnOptions)
  | ({ readonly stack: readonly string[]; readonly label?: string } & UntypedColumnOptions)
  | { readonly field: string; readonly toggle: string; readonly confirm?: true }
  | { readonly key: string; readonly cell: DrawnCell<Row> }
export type UntypedForm = {
  readonly items?: readonly string[]
  readonly uniqueCheck?: Readonly<Record<string, Endpoint>>
  readonly prefill?: Readonly<Record<string, string>>
  readonly when?: Row
}
export type UntypedAction = {
  readonly when?: Row
  readonly confirm?: Confirm
  readonly mapInput?: (row: Row) => unknown
  readonly resultField?: string
}
export type UntypedPanel =
  | Panel<Row>
  | {
      readonly component: Panel<Row>
      readonly when?: Row
      readonly load?: string
      readonly secondary?: true
    }
export type UntypedBulkAction = {
  readonly confirm?: Confirm
  readonly mapInput?: (rows: readonly Row[]) => unknown
}
type Named<T> = Readonly<Record<string, T>>
export type UntypedListConfig = Place & {
  readonly columns: readonly UntypedColumn[]
  readonly filters?: readonly string[]
  readonly defaultRange?: Named<number>
  readonly forms?: Named<UntypedForm>
  readonly actions?: Named<UntypedAction>
  readonly bulk?: Named<UntypedBulkAction>
  readonly panels?: Named<UntypedPanel>
  readonly bulkPanels?: Named<BulkPanel<Row>>
  readonly header?: HeaderComponent
  readonly aside?: {
    readonly chooses: string
    readonly component: AsideComponent
    readonly unchosen?: UnchosenComponent
  }
  readonly pending?: Row
  readonly createRoute?: Route
  readonly placeholder?: Placeholder
}
export type UntypedFormConfig = Place & {
  readonly forms: Named<UntypedForm>
  readonly readOnly?: readonly string[]
  readonly cards?: Cards
}

/** List page for the rows of `calls.page`. */
export function list<const C extends Paged>(calls: C, config: ListConfig<C>): Resource {
  return { view: 'list', calls, config: config as unknown as UntypedListConfig }
}

/** Page with one or several forms for one record. */
export function form<const C extends Calls>(calls: C, config: FormConfig<C>): Resource {
  return { view: 'form', calls, config: config as unknown as UntypedFormConfig }
}

/** Page with a custom component; the resource declares its route, menu entry and title. */
export function screen(config: ScreenConfig): Resource {
  return { view: 'screen', calls: {}, config }
}
