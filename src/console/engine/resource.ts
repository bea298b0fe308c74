/**
 * The language of `resources/`: what may be said about one page of the console, typed from the
 * calls behind it.
 */
import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import type { consoleRoutes } from '#client/routes.ts'
import type { MenuIconName } from '#console/ui/menu-icons.tsx'
import type { Access, Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/**
 * The calls of one subject, as its contract file exports them. The names `page`, `get`, `create`,
 * `edit` and `remove` carry their usual meaning.
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
/** What `get` answers: the record that a form page shows. */
export type RecordOf<C> = C extends { readonly get: infer E } ? OutputOf<E> : never

/** `account`, and one level down `memberAccount.usableCharNum`. */
export type Field<R> = {
  [K in Keys<R>]: NonNullable<R[K]> extends Readonly<Record<string, unknown>>
    ? `${K}.${Keys<NonNullable<R[K]>>}`
    : K
}[Keys<R>]

/** `CharNum`, when the row has both `beforeCharNum` and `lastCharNum`. */
export type Pair<R> = {
  [K in Keys<R>]: K extends `before${infer N}` ? (`last${N}` extends Keys<R> ? N : never) : never
}[Keys<R>]

/** What a list's query says that is no filter: which page, and in which order. */
type PageKey = 'pageSize' | 'pageNum' | 'sortBy' | 'sortOrder'
/**
 * `loginDateTime` for the query's `loginDateTimeBegin` and `loginDateTimeEnd`; every other query
 * key as it is.
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

/** What a row must look like, as data: `{ payStatus: 'W' }` or `{ payStatus: ['W', 'T'] }`. */
export type When<R> = { readonly [K in keyof R]?: R[K] | readonly R[K][] }

/** Asked before it is done; `danger` also puts it last, in red. */
export type Confirm = true | 'danger'

export type Column<C> =
  | Field<RowOf<C>>
  /**
   * `copy` puts a button beside the value; `Cell` draws it by hand, while it is sorted, exported
   * and named as the field it is.
   */
  | ({
      readonly field: Field<RowOf<C>>
      readonly copy?: true
      readonly Cell?: DrawnCell<RowOf<C>>['Cell']
    } & ColumnOptions<C>)
  /** Before and after, with an arrow; by how much, above them. */
  | ({ readonly pair: Pair<RowOf<C>>; readonly by?: Field<RowOf<C>> } & ColumnOptions<C>)
  /**
   * Several fields under one another in one cell, under the name of the first or one of its own.
   */
  | ({
      readonly stack: readonly [Field<RowOf<C>>, Field<RowOf<C>>, ...Field<RowOf<C>>[]]
      readonly label?: string
    } & ColumnOptions<C>)
  | ToggleColumn<C>
  /** The way out: a cell drawn by hand. */
  | { readonly key: string; readonly cell: DrawnCell<RowOf<C>> }

/** `when` leaves the column out unless the list is filtered so: where it would say nothing. */
type ColumnOptions<C> = {
  readonly when?: C extends { readonly page: infer P } ? When<Omit<InputOf<P>, PageKey>> : never
  /** Among the columns to choose from, and not shown until it is chosen. */
  readonly hiddenByDefault?: true
  /** Where there is little room, it stands beneath the value of that column, in its cell. */
  readonly stackUnder?: C extends Paged ? Field<RowOf<C>> : never
}

/**
 * A flag as a switch, flipped by a call that takes the flag and otherwise only what the row holds.
 */
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
  /** The same for an exported file. */
  readonly text: (
    row: R,
    t: (key: string, values?: Record<string, string | number>) => string,
    found: Found,
  ) => string
}
/** What the look-ups of the list's columns answered: the names of channels, say. */
type Found = (means: FieldType) => unknown

/**
 * `send` may be left out when the row already holds, by name and type, all that the call asks for.
 */
export type Action<R, E> = {
  readonly when?: When<R>
  readonly confirm?: Confirm
} & (R extends InputOf<E>
  ? { readonly mapInput?: (row: R) => InputOf<E> }
  : { readonly send: (row: R) => InputOf<E> })

/**
 * `flush.payStatus`: a call that is made with the row when an action is done, and a code in its
 * answer. What is said then is `done.<action>.<code>`: what came of it, not only that it was done.
 */
type Finding<C, R = RowOf<C>> = {
  [K in Keys<C>]: R extends InputOf<C[K]> ? `${K}.${CodeIn<OutputOf<C[K]>>}` : never
}[Keys<C>]
type CodeIn<O> = {
  [K in Keys<O>]: O[K] extends string ? (string extends O[K] ? never : K) : never
}[Keys<O>]

/**
 * `send` may be left out when the call takes one list of ids and needs nothing else: it receives
 * the ids of the selected rows.
 */
export type BulkAction<R, E> = { readonly confirm?: Confirm } & (TakesIds<InputOf<E>> extends true
  ? { readonly mapInput?: (rows: readonly R[]) => InputOf<E> }
  : { readonly send: (rows: readonly R[]) => InputOf<E> })
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
 * Every input of the call that the row does not identify becomes a form item, in the order of the
 * schema.
 */
export type Form<E> = {
  /** Only these, in this order. */
  readonly items?: readonly Keys<InputOf<E>>[]
  /**
   * A call that answers whether the value is still free, asked while typing. Its one input receives
   * the value.
   */
  readonly uniqueCheck?: {
    readonly [K in Keys<InputOf<E>>]?: Endpoint<z.core.$ZodType, z.core.$ZodType<boolean>>
  }
}

/**
 * A form of a form page. `given` are items that the record fills in and nobody changes, each with
 * its field there; `when` is how a record is that has the form.
 */
type FormOf<E, R> = Form<E> & {
  readonly prefill?: { readonly [K in Keys<InputOf<E>>]?: Field<R> }
  readonly when?: When<R>
}

/**
 * Drawn by hand for one row, loaded when opened. One that bears the name of a call is offered only
 * where the backend serves it.
 */
export type Panel<R> = () => Promise<{
  readonly default: (props: { row: R; close: () => void }) => ReactNode
}>
/**
 * For rows of one look only, or with what another call tells: `asks` names that call, without which
 * the panel is not offered.
 */
type PanelFor<C> = {
  readonly component: Panel<RowOf<C>>
  readonly when?: When<RowOf<C>>
  readonly load?: Keys<C>
  /** Behind “More” where a row has many buttons. */
  readonly secondary?: true
}
/** The same for all selected rows. `done` closes it and unselects them. */
export type BulkPanel<R> = () => Promise<{
  readonly default: (props: {
    rows: readonly R[]
    close: () => void
    done: () => void
  }) => ReactNode
}>

/** Drawn by hand above the rows of a list, told what the list is filtered by; loaded after them. */
export type HeaderComponent = () => Promise<{
  readonly default: (props: { query: Row }) => ReactNode
}>

/**
 * Drawn by hand at the side of a list: there is chosen what one of its filters stands for. `choose`
 * with `quietly` is no step of the browser's history: nobody has chosen, one thing was taken for
 * want of a choice.
 */
export type AsideComponent = () => Promise<{ readonly default: (props: AsideProps) => ReactNode }>
export type AsideProps = {
  readonly chosen: string | undefined
  readonly choose: (value: string, quietly?: boolean) => void
}

/** Stands in place of the rows while nothing is chosen. */
export type UnchosenComponent = () => Promise<{
  readonly default: (props: Pick<AsideProps, 'choose'>) => ReactNode
}>

/** Cards beside the forms of a page, drawn by hand. */
export type Cards = () => Promise<{ readonly default: () => ReactNode }>

export type Placeholder = () => Promise<{ readonly default: () => ReactNode }>

export type Group = 'memberCentre' | 'functions'
export type TabGroup = 'account'

/** An address of the console without its leading slash (spec 2.4). */
export type Route = (typeof consoleRoutes)[number] extends `/${infer R}` ? R : never

export type Place = {
  readonly route: Route
  /** Group, position and picture in the menu; left out, the page has no entry. */
  readonly menu?: readonly [group: Group, order: number, icon?: MenuIconName]
  /** Pages of one group stand as tabs above one another, in this order. */
  readonly tabs?: readonly [group: TabGroup, order: number]
}

export type ListConfig<C extends Paged> = Place & {
  readonly columns: readonly Column<C>[]
  /** Left out: every key of the page's query, `xBegin` and `xEnd` as one range `x`. */
  readonly filters?: readonly Filter<C>[]
  /** The range a list opens with, as a number of days up to now. */
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
   * The filter has no control of its own then. What is chosen is also said by forms that make rows,
   * where their call asks for it.
   */
  readonly aside?: {
    readonly chooses: Filter<C>
    readonly component: AsideComponent
    readonly unchosen?: UnchosenComponent
  }
  /**
   * Rows that look so change by themselves: while one is shown and no notice stream tells of
   * changes, the list is asked for every few seconds.
   */
  readonly pending?: When<RowOf<C>>
  /**
   * Rows are made on another page: the way there stands at the head of this one, as
   * `actions.create`.
   */
  readonly createRoute?: Route
  /**
   * What stands at the address where the backend serves no such rows; without it, that there is
   * nothing.
   */
  readonly placeholder?: Placeholder
}

export type FormConfig<C extends Calls> = Place & {
  /**
   * One form, or several under one another, each with a title then; each opens with what `get`
   * answers.
   */
  readonly forms: { readonly [K in Keys<C>]?: FormOf<C[K], RecordOf<C>> }
  /** Facts of the record that are shown and not edited. */
  readonly readOnly?: readonly Field<RecordOf<C>>[]
  readonly cards?: Cards
}

export type ScreenConfig = Place & {
  readonly access?: Access
  readonly component: () => Promise<{ readonly default: () => ReactNode }>
}

/** One row or record as the engine handles it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * What a file in `resources/` exports: the same words with the names of one contract no longer
 * known. Only `resolve` looks inside.
 */
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

/** A page that lists the rows of `calls.page`. */
export function list<const C extends Paged>(calls: C, config: ListConfig<C>): Resource {
  return { view: 'list', calls, config: config as unknown as UntypedListConfig }
}

/** A page with one form, or several, about one record. */
export function form<const C extends Calls>(calls: C, config: FormConfig<C>): Resource {
  return { view: 'form', calls, config: config as unknown as UntypedFormConfig }
}

/** A page drawn by hand: the resource still owns its address, its menu entry and its title. */
export function screen(config: ScreenConfig): Resource {
  return { view: 'screen', calls: {}, config }
}
