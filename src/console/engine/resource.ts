/** Resource definition language: types for list, form and screen pages, derived from endpoints. */
import type * as z from 'zod/mini'
import type { ReactNode } from 'react'
import type { consoleRoutes } from '#client/console-routes.ts'
import type { MenuIconName } from '#ui/menu-icons.tsx'
import type { Action, BulkAction, CallOfRow } from '#console/engine/resource-actions.ts'
import type { ScreenPage } from '#console/engine/page-model.ts'
import type { Collection, operator } from '#contract/collection.ts'
import type { Access, AccountRole, Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { FieldType } from '#contract/vocabulary.ts'

/** Row or record without its type, as the engine processes it. */
export type Row = Readonly<Record<string, unknown>>

type Schema<T> = z.core.$ZodType<T, T>

/**
 * Endpoints of one subject, as its contract file exports them. `page`, `get`, `create`, `edit`,
 * `remove`, `totals` and `check…` have conventional meanings.
 */
export type Calls = Readonly<Record<string, Endpoint>>
type Paged = Calls & {
  readonly page: Endpoint<
    z.core.$ZodType,
    z.core.$ZodType<{ total: number; rows: readonly object[] }>
  >
}

/** Endpoints of any subject; the engine reads configs over this type. */
type AnyCalls = Readonly<Record<string, Endpoint<Schema<Row>, Schema<Row>>>> & {
  readonly page: Endpoint<Schema<Row>, Schema<{ total: number; rows: readonly Row[] }>>
  readonly get: Endpoint<Schema<Row>, Schema<Row>>
}

export type Keys<T> = Extract<keyof T, string>
/** One row of the list. */
export type RowOf<C> = C extends { readonly page: infer P }
  ? OutputOf<P> extends { rows: readonly (infer R)[] }
    ? R
    : never
  : never
/** Output of `get`: the record of a form page. */
type RecordOf<C> = C extends { readonly get: infer E } ? OutputOf<E> : never
type QueryOf<C> = C extends { readonly page: infer P } ? InputOf<P> : never

/** Field paths, with at most one nested level: `account`, `memberAccount.usableCharNum`. */
type Field<R> = string extends keyof R
  ? string
  : {
      [K in Keys<R>]: NonNullable<R[K]> extends Readonly<Record<string, unknown>>
        ? `${K}.${Keys<NonNullable<R[K]>>}`
        : K
    }[Keys<R>]

/** `CharNum` if the row has both `beforeCharNum` and `lastCharNum`: shown as one column. */
type Pair<R> = {
  [K in Keys<R>]: K extends `before${infer N}` ? (`last${N}` extends Keys<R> ? N : never) : never
}[Keys<R>]

/** Query parameters for pagination and sorting, which are not filters. */
type PageKey = 'pageSize' | 'pageNum' | 'sortBy' | 'sortOrder'
/** Filters of a query; those of a begin and an end are one. */
type FilterKey<Q> = string extends keyof Q
  ? string
  : Exclude<
      { [K in Keys<Q>]: K extends `${infer N}Begin` | `${infer N}End` ? N : K }[Keys<Q>],
      PageKey
    >
/** `loginDateTime` for the query parameters `loginDateTimeBegin` and `loginDateTimeEnd`. */
type Range<Q> = string extends keyof Q
  ? string
  : { [K in Keys<Q>]: K extends `${infer N}Begin` ? N : never }[Keys<Q>]

/** Declarative row condition: `{ payStatus: 'W' }` or `{ payStatus: ['W', 'T'] }`. */
export type When<R> = { readonly [K in keyof R]?: R[K] | readonly R[K][] }

/** Asks for confirmation; `danger` also moves the action to the end and colours it red. */
export type Confirm = true | 'danger'

/** Returns the lookup data of a field type; undefined without a lookup and while loading. */
export type GetLookupData = (fieldType: FieldType) => unknown

/** Custom cell of a column; replaces the one of its field type. */
export type Cell<R> = (props: { row: R; getLookupData: GetLookupData }) => ReactNode
/** Cell of a column without a field of the row. */
export type CustomCell<R> = {
  readonly Cell: Cell<R>
  /** Text of the cell, for exports. */
  readonly text: (
    row: R,
    t: (key: string, values?: Record<string, string | number>) => string,
    getLookupData: GetLookupData,
  ) => string
}

export type Column<C> =
  | Field<RowOf<C>>
  | Pair<RowOf<C>>
  | ({
      /** One field, or several stacked in one cell. */
      readonly field:
        | Field<RowOf<C>>
        | Pair<RowOf<C>>
        | readonly [Field<RowOf<C>>, Field<RowOf<C>>, ...Field<RowOf<C>>[]]
      /** Adds a copy button. */
      readonly copy?: true
      /** Cuts a long text at its start, where its end tells it from others. */
      readonly cut?: 'start'
      /** Replaces only the rendering: sorting, export and label still use the field. */
      readonly cell?: Cell<RowOf<C>>
    } & ColumnOptions<C>)
  /** Escape hatch: a custom column. `field` is its name in messages. */
  | ({ readonly field: string; readonly cell: CustomCell<RowOf<C>> } & ColumnOptions<C>)
type ColumnOptions<C> = {
  /** Filter values under which the column is shown. */
  readonly when?: When<Omit<QueryOf<C>, PageKey>>
  /** Available in the column chooser only. */
  readonly hiddenByDefault?: true
  /** Who sees the column, besides the account roles of the page; all without it. */
  readonly access?: Access
  /** Width of the content in CSS pixels, if that of the field's type is too wide or too narrow. */
  readonly width?: number | { readonly usual: number; readonly least: number }
  /** Stacks the column under the given one in narrow tables. */
  readonly stackUnder?: Field<RowOf<C>>
  /** Endpoint that changes the field in its cell, with all else that it takes from the row. */
  readonly editable?: CallOfRow<C>
}

/**
 * Every input of the endpoint that is not an id or a version becomes a form item, in schema order.
 * An endpoint `checkAccount` checks while typing whether the item `account` is available.
 */
export type Form<E, R> = {
  /** Items that are shown but not edited, with the fields of the record that fill them. */
  readonly readOnly?: { readonly [K in Keys<InputOf<E>>]?: Field<R> }
  /** Condition on the record. */
  readonly when?: When<R>
  /** For a form of a list. */
  readonly result?: ResultComponent<OutputOf<E>>
  readonly preview?: FormPreview
  /** What a new record begins with, besides defaults of the input. */
  readonly initial?: () => Row
  /** For a form of a list's rows: moves its button into the “More” menu if a row has many. */
  readonly secondary?: true
}

/** Component that shows the output, such as credentials, instead of a success message. */
export type ResultComponent<O> = () => Promise<{
  readonly default: (props: { output: O; close: () => void }) => ReactNode
}>

/**
 * Component below the items of a form that previews the effect of their values. `input`: the
 * endpoint's input as it would be sent, possibly invalid.
 */
export type FormPreview = () => Promise<{
  readonly default: (props: { input: Row; record: Row | undefined }) => ReactNode
}>

/**
 * Component by which rows are added where no form does it. It is rendered as a button in the page
 * header, above the rows for what it reports, and in the place of rows while there are none.
 */
export type AddComponent = () => Promise<{
  readonly default: (props: AddProps) => ReactNode
}>
export type AddProps = { readonly place: 'header' | 'status' | 'empty' }

/** `has`: whether a row has details. */
export type RowDetails<R> = {
  readonly has: (row: R) => boolean
  readonly component: () => Promise<{ readonly default: (props: { row: R }) => ReactNode }>
}

/** Custom component above or below the rows, loaded after them. */
export type HeaderComponent<R> = () => Promise<{
  readonly default: (props: HeaderProps<R>) => ReactNode
}>
export type HeaderProps<R = Row> = {
  /** Active filters. */
  readonly query: Row
  readonly rows: readonly R[]
  /** Identifies filters, order and page of the rows; undefined while previous rows are shown. */
  readonly scope: string | undefined
  /** Fetches the rows again without a loading indicator. */
  readonly poll: () => Promise<unknown>
}

/**
 * Component beside the rows that chooses the id which the list requires as a filter. Forms also
 * send the choice if their endpoint takes it.
 */
type AsideComponent = () => Promise<{
  readonly default: (props: AsideProps) => ReactNode
  /** Replaces the rows while nothing is chosen. */
  readonly NothingChosen: (props: Pick<AsideProps, 'choose'>) => ReactNode
  /** Buttons in the page header, with their dialogs. */
  readonly HeaderActions: (props: HeaderActionsProps) => ReactNode
  /** Replaces the page if the backend lacks the list endpoint. */
  readonly Placeholder: () => ReactNode
}>
/** `dialog`: name of the dialog that is open; the address can name one too (`?open=`). */
export type HeaderActionsProps = Pick<AsideProps, 'chosen'> & {
  readonly dialog: string | undefined
  readonly setDialog: (name: string | undefined) => void
}
/**
 * `replaceHistory` replaces the history entry, for defaults that the user did not choose.
 */
export type AsideProps = {
  readonly chosen: string | undefined
  readonly choose: (value: string, options?: { readonly replaceHistory?: boolean }) => void
}

/** Custom component without input: a screen, or cards next to the forms of a page. */
export type PageComponent = () => Promise<{ readonly default: () => ReactNode }>

/** Custom component of a screen, which gets the model of its page. */
export type ScreenComponent = () => Promise<{
  readonly default: (props: { page: ScreenPage }) => ReactNode
}>

/** Menu groups of the operators' console. */
export const operatorGroups = ['today', 'customers', 'payments', 'catalogue', 'team'] as const
type OperatorGroup = (typeof operatorGroups)[number]
/** Menu groups of the customers' console. */
export const customerGroups = ['memberCentre', 'functions', 'developers'] as const
type CustomerGroup = (typeof customerGroups)[number]
export type Group = CustomerGroup | OperatorGroup

type CustomerRoute = (typeof consoleRoutes)[number] extends `/${infer R}` ? R : never
type OperatorRoute = `operator/${string}`
/** Console route without its leading slash (spec 2.4), or one of the operators' console. */
export type Route = CustomerRoute | OperatorRoute

type PageLocation<R extends string = Route, G extends Group = Group> = {
  readonly route: R
  /**
   * Menu group, position and icon; or the name of the page that leads here, whose entry the menu
   * marks.
   */
  readonly menu?: readonly [group: G, order: number, icon?: MenuIconName] | string
}

/** `A` and `B` are the names of the actions and bulk actions. */
type ListConfig<C extends Paged, A extends string, B extends string> = {
  readonly columns: readonly Column<C>[]
  /** Initial range of a filter: the number of days up to now. */
  readonly defaultRange?: { readonly [K in Range<QueryOf<C>>]?: number }
  /** Numbers the rows in a column of its own. */
  readonly rowNumbers?: true
  /** Filters behind a button instead of above the rows. */
  readonly moreFilters?: readonly FilterKey<QueryOf<C>>[]
  /** Address of the page about a row, to which its first cell and a click on the row lead. */
  readonly rowLink?: (row: RowOf<C>) => string | undefined
  /** Buttons of which a click on a row presses the first that the row has. */
  readonly rowOpens?: readonly (NoInfer<A> | Keys<C>)[]
  /** Values of filters while none is set, such as `{ type: 'main' }`. */
  readonly initialFilters?: {
    readonly [K in FilterKey<QueryOf<C>> & Keys<QueryOf<C>>]?: QueryOf<C>[K]
  }
  /** What a row unfolds below itself, such as the rows that belong to it. */
  readonly rowDetails?: RowDetails<RowOf<C>>
  readonly forms?: {
    readonly [K in Exclude<Keys<C>, 'page'>]?: Pick<
      Form<C[K], RowOf<C>>,
      'readOnly' | 'result' | 'when' | 'preview' | 'initial' | 'secondary'
    >
  }
  readonly actions?: { readonly [K in A]: Action<C, K> }
  readonly bulk?: { readonly [K in B]: BulkAction<C, K> }
  readonly add?: AddComponent
  /** Stands between the filters and the tools. */
  readonly header?: HeaderComponent<RowOf<C>>
  /** Stands beside the number of rows, on one line. */
  readonly summary?: HeaderComponent<RowOf<C>>
  readonly component?: AsideComponent
}

/** What a list shows: calls of a subject, or a collection. */
type ListSource = Paged | PagedCollection
type PagedCollection = Collection & { readonly calls: Paged }
type CallsIn<S> = S extends { readonly view: 'collection'; readonly calls: infer C extends Paged }
  ? C
  : Extract<S, Paged>
/** What a collection has by default is left out, changed or added to. */
type ListConfigOf<S, A extends string, B extends string> = S extends Collection
  ? Omit<ListConfig<CallsIn<S>, A, B>, 'columns' | 'component'> & {
      /** All columns; or options of some, where the others are as by default: one for each field. */
      // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty until S is known
      readonly columns?: readonly Column<CallsIn<S>>[] | ColumnChanges<CallsIn<S>>
    } & AsideOf<S> &
      (S['config']['scope'] extends typeof operator
        ? PageLocation<OperatorRoute, OperatorGroup>
        : PageLocation<CustomerRoute | `UserCenter${string}`, CustomerGroup>)
  : ListConfig<CallsIn<S>, A, B> & PageLocation
type ColumnChanges<C> = {
  readonly [F in Field<RowOf<C>>]?: ColumnOptions<C> & {
    readonly copy?: true
    readonly cell?: Cell<RowOf<C>>
  }
}
/** Rows of a scope that is chosen need a component that chooses it. */
type AsideOf<S extends Collection> = S['config']['scope'] extends { readonly key: string }
  ? { readonly component: AsideComponent }
  : { readonly component?: never }

type FormConfig<C extends Calls> = PageLocation & {
  /**
   * One or several forms, with headings if there are several. Their initial values come from `get`.
   */
  readonly forms: { readonly [K in Keys<C>]?: Form<C[K], RecordOf<C>> }
  /** Fields of the record shown above the forms. */
  readonly readOnly?: readonly Field<RecordOf<C>>[]
  readonly component?: PageComponent
}

export type ScreenConfig = PageLocation & {
  readonly access?: Access
  readonly accountRoles?: readonly AccountRole[]
  readonly component: ScreenComponent
}

/** The configs without the types of one subject, as the engine reads them. */
export type AnyListConfig = ListConfig<AnyCalls, string, string> & PageLocation
export type AnyFormConfig = FormConfig<AnyCalls>
/** Of a collection, which has defaults. */
export type AnyCollectionConfig = Omit<AnyListConfig, 'columns'> & {
  readonly columns?: AnyListConfig['columns'] | ColumnChanges<AnyCalls>
}

/** What a file in `resources/` exports. Only `build-page.ts` reads it. */
export type Resource =
  | {
      readonly view: 'list'
      readonly calls: Paged
      readonly config: AnyListConfig
      readonly collection?: never
    }
  | {
      readonly view: 'list'
      readonly calls: Paged
      readonly config: AnyCollectionConfig
      readonly collection: Collection
    }
  | { readonly view: 'form'; readonly calls: Calls; readonly config: AnyFormConfig }
  | { readonly view: 'screen'; readonly calls: Calls; readonly config: ScreenConfig }

/**
 * List page for the rows of the call `page` of a subject, or of a collection, which has columns,
 * forms and actions by default.
 */
// Marked, so that the server's bundle leaves out the pages of its collections.
/* @__NO_SIDE_EFFECTS__ */
export function list<
  const S extends ListSource,
  A extends string = never,
  B extends string = never,
>(source: S, config: ListConfigOf<S, A, B>): Resource {
  // Erases the field names of the contract, which the engine reads as plain strings.
  const erased = config as unknown
  return isCollection(source)
    ? {
        view: 'list',
        calls: source.calls,
        config: erased as AnyCollectionConfig,
        collection: source,
      }
    : { view: 'list', calls: source, config: erased as AnyListConfig }
}

const isCollection = (source: ListSource): source is PagedCollection =>
  source['view'] === 'collection'

/** Page with one or several forms for one record. */
export function form<const C extends Calls>(calls: C, config: FormConfig<C>): Resource {
  // As in `list`.
  return { view: 'form', calls, config: config as unknown as AnyFormConfig }
}

/** Page with a custom component; the resource declares its route, menu entry and title. */
export function screen(config: ScreenConfig): Resource {
  return { view: 'screen', calls: {}, config }
}
