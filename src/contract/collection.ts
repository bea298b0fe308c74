/** Collections: resources declared once; calls, table, handlers and screen are derived. */
import * as z from 'zod/mini'
import { callsFor, type CollectionCalls } from '#contract/collection-calls.ts'
import { findConfigError } from '#contract/collection-diagnostics.ts'
import type { Access, Endpoint, SupportSees } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { fieldKindOf } from '#contract/query.ts'

/** A field that may stay empty. */
export const optional = <S extends Schema>(schema: S) => z.nullish(schema)

/** A field with a default value in new rows. */
export const withDefault = <S extends Schema>(schema: S, value: NoInfer<z.output<S>>) =>
  z._default(schema, value as never)

/**
 * Who shares the rows. `key`: the input that selects one of several scopes, such as the workspace.
 * The server knows each scope by its name (`src/server/features/collections/scopes.ts`).
 */
export type Scope<Name extends string = string, Key extends string = string> = {
  readonly name: Name
  readonly key?: Key
}
/**
 * A main account and its sub-accounts.
 *
 * @public
 */
export const accountGroup = { name: 'accountGroup' } as const satisfies Scope
/**
 * One user.
 *
 * @public
 */
export const own = { name: 'own' } as const satisfies Scope
/** The members of a workspace. */
export const workspace = { name: 'workspace', key: 'spaceId' } as const satisfies Scope
/** The operators; every change is in their log. The paths of the calls begin with `/operator`. */
export const operator = { name: 'operator' } as const satisfies Scope

type Schema = z.core.$ZodType
export type Fields = Readonly<Record<string, Schema>>

type Present<S> = NonNullable<z.output<S>>
type Keys<T> = Extract<keyof T, string>
type TextKey<F> = { [K in Keys<F>]: Present<F[K]> extends string ? K : never }[Keys<F>]
type ScalarKey<F> = {
  [K in Keys<F>]: Present<F[K]> extends string | number ? K : never
}[Keys<F>]

/** Customers by access level; operators by role, `member` for all of them. */
export type Reader = Exclude<Access, 'visitor'> | readonly OperatorRole[]
export type Writer = Reader | 'nobody'

/** Columns that every row has besides its fields. */
type OwnColumn = 'id' | 'createDateTime' | 'version'
/** A field of the row, or one with the options of a list column. */
type CollectionColumn<K extends string> =
  | K
  | {
      /** One field, or several stacked in one cell. */
      readonly field: K | readonly [K, K, ...K[]]
      readonly copy?: true
      readonly hiddenByDefault?: true
      readonly stackUnder?: K
    }

/** Menu groups of the customers' and of the operators' console. */
export type CustomerGroup = 'memberCentre' | 'functions'
export type OperatorGroup = 'today' | 'customers' | 'payments' | 'catalogue' | 'team'

/** Icons of the menu, drawn by `src/ui/menu-icons.tsx`. */
export type MenuIcon =
  | 'overview'
  | 'person'
  | 'key'
  | 'history'
  | 'people'
  | 'shield'
  | 'devices'
  | 'gift'
  | 'wallet'
  | 'order'
  | 'ledger'
  | 'log'
  | 'translate'
  | 'workspace'
  | 'page'
  | 'coin'
  | 'return'
  | 'badge'
  | 'settings'

/** Configuration of a collection, from which everything else is derived. */
type CollectionConfig<
  RowFields extends Fields,
  RowScope extends Scope,
  ReadAccess extends Reader,
  WriteAccess extends Writer,
  RemoveAccess extends Writer,
  SearchName extends string,
  FilterKey extends ScalarKey<RowFields>,
  RangeKey extends ScalarKey<RowFields>,
  SortKey extends ScalarKey<RowFields>,
  HasTrash extends boolean,
  Path extends string,
  ComputedFields extends Fields,
  FixedKey extends Keys<RowFields>,
  HasRecords extends boolean,
> = {
  readonly fields: RowFields
  /**
   * Columns that the server computes. One of the name of a field has the form in which its values
   * are returned.
   */
  readonly computed?: ComputedFields
  /** Fields that a row keeps from its creation on. */
  readonly fixed?: readonly FixedKey[]
  /** First step of the calls' paths, and the topic of their changes; by default the name. */
  readonly path?: Path
  /** The field that names a row; by default the first text. */
  readonly title?: TextKey<RowFields>
  /** Search inputs, each with the fields that it searches for a part. */
  readonly search?: Readonly<Record<SearchName, readonly TextKey<RowFields>[]>>
  /** Fields that a list can be filtered by. */
  readonly filters?: readonly FilterKey[]
  /** Dates, times, amounts and counts that a list can be filtered by a range of. */
  readonly ranges?: readonly RangeKey[]
  /** Fields that a list can be sorted by; newest first otherwise. */
  readonly sortBy?: readonly SortKey[]
  /**
   * Filters, ranges, sort fields and searches that have an index, for scopes of so many rows that
   * reading them in order is slow. An index costs time with each change of a row.
   */
  readonly indexed?: readonly NoInfer<SearchName | FilterKey | RangeKey | SortKey>[]
  /** Combinations of fields that no two rows of a scope share. */
  readonly unique?: readonly (readonly [ScalarKey<RowFields>, ...ScalarKey<RowFields>[]])[]
  /** Maximum number of rows per scope. */
  readonly maxRows: number
  readonly scope: RowScope
  /** `remove`: who may delete rows, if not those who write. */
  readonly access: {
    readonly read: ReadAccess
    readonly write: WriteAccess
    readonly remove?: RemoveAccess
  }
  /**
   * Operators' rows in an order of their own, which the server stores and checks against each other
   * by rules instead of in a generated table (`RecordRules`); no import, trash, search or sorting.
   */
  readonly records?: HasRecords
  /** Whether the user's data export contains the rows. */
  readonly export?: boolean
  /** Keeps deleted rows for `businessLimits.trash.days`, within which they can be restored. */
  readonly trash?: HasTrash
  /** Its page in the console; without it, the page is a file of its own in `resources/`. */
  readonly screen?: RowScope extends typeof operator
    ? Screen<
        `operator/${string}`,
        OperatorGroup,
        Keys<RowFields> | Keys<NoInfer<ComputedFields>> | OwnColumn
      >
    : Screen<
        `UserCenter${string}`,
        CustomerGroup,
        Keys<RowFields> | Keys<NoInfer<ComputedFields>> | OwnColumn
      >
}

/** Customers' collections say whether support sees the rows in a read-only view of an account. */
type SupportDeclaration<RowScope> = RowScope extends typeof operator
  ? { readonly support?: never }
  : { readonly support: SupportSees }

/** A page without its leading slash, its menu entry, and its columns; by default all fields. */
type Screen<Route extends string, Group extends string, Key extends string> = {
  readonly route: Route
  readonly menu?: readonly [group: Group, order: number, icon?: MenuIcon]
  readonly columns?: readonly CollectionColumn<Key>[]
}

/** A configuration with all defaults, without the types of its fields, for server and console. */
export type AnyConfig = {
  readonly fields: Fields
  readonly computed: Fields
  readonly fixed: readonly string[]
  readonly path: string | undefined
  readonly title: string
  readonly search: Readonly<Record<string, readonly string[]>>
  readonly filters: readonly string[]
  readonly ranges: readonly string[]
  readonly sortBy: readonly string[]
  readonly indexed: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly maxRows: number
  readonly scope: Scope
  readonly access: { readonly read: Reader; readonly write: Writer; readonly remove?: Writer }
  readonly records: boolean
  readonly support: SupportSees | undefined
  readonly export: boolean
  readonly trash: boolean
  readonly screen:
    | Screen<`UserCenter${string}` | `operator/${string}`, CustomerGroup | OperatorGroup, string>
    | undefined
}
export type Collection = {
  readonly view: 'collection'
  readonly name: string
  readonly config: AnyConfig
  readonly calls: Readonly<Record<string, Endpoint>>
}

/**
 * Declares a collection. `name` is its path and topic, unless `path` is given, and, in snake case,
 * its table. Throws an Error with the remedy for config errors that types can't find.
 */
export function defineCollection<
  const Name extends string,
  const RowFields extends Fields,
  const RowScope extends Scope,
  const ReadAccess extends Reader,
  const WriteAccess extends Writer,
  const RemoveAccess extends Writer = WriteAccess,
  const SearchName extends string = never,
  const FilterKey extends ScalarKey<RowFields> = never,
  const RangeKey extends ScalarKey<RowFields> = never,
  const SortKey extends ScalarKey<RowFields> = never,
  const HasTrash extends boolean = false,
  const Path extends string = Name,
  const ComputedFields extends Fields = NoFields,
  const FixedKey extends Keys<RowFields> = never,
  const HasRecords extends boolean = false,
>(
  name: Name,
  config: CollectionConfig<
    RowFields,
    RowScope,
    ReadAccess,
    WriteAccess,
    RemoveAccess,
    SearchName,
    FilterKey,
    RangeKey,
    SortKey,
    HasTrash,
    Path,
    ComputedFields,
    FixedKey,
    HasRecords
  > &
    SupportDeclaration<RowScope>,
) {
  const complete: AnyConfig = {
    computed: {},
    fixed: [],
    records: false,
    search: {},
    filters: [],
    ranges: [],
    sortBy: [],
    indexed: [],
    unique: [],
    path: undefined,
    support: undefined,
    export: true,
    trash: false,
    screen: undefined,
    ...config,
    // '' means no title, which findConfigError refuses.
    title: config.title ?? firstText(config.fields) ?? '',
  }
  const configError = findConfigError(name, complete)
  if (configError) throw new Error(`defineCollection('${name}'): ${configError}`)
  return {
    view: 'collection',
    name,
    config: complete,
    calls: callsFor(name, complete),
  } as unknown as {
    readonly view: 'collection'
    readonly name: Name
    readonly config: AnyConfig & { readonly scope: RowScope; readonly records: HasRecords }
    readonly calls: CollectionCalls<{
      path: RowScope extends typeof operator ? `operator/${Path}` : Path
      fields: RowFields
      computed: ComputedFields
      fixed: FixedKey
      search: SearchName
      filters: FilterKey
      sortBy: SortKey
      ranges: RangeKey
      scope: RowScope
      read: ReadAccess
      write: WriteAccess
      remove: RemoveAccess
      trash: HasTrash
      records: HasRecords
    }>
  }
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a collection without computed fields
type NoFields = Readonly<Record<never, never>>

const firstText = (fields: Fields) =>
  Object.keys(fields).find((key) => fieldKindOf(fields[key]!) === 'text')
