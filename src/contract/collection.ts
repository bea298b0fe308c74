/** Collections: resources declared once; calls, table, handlers and screen are derived. */
import * as z from 'zod/mini'
import { callsFor, type CollectionCalls } from '#contract/collection-calls.ts'
import { findConfigError } from '#contract/collection-diagnostics.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
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
export type Scope<N extends string = string, K extends string = string> = {
  readonly name: N
  readonly key?: K
}
/** A main account and its sub-accounts. */
export const accountGroup = { name: 'accountGroup' } as const satisfies Scope
/** One user. */
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
  F extends Fields,
  S extends string,
  K extends ScalarKey<F>,
  O extends ScalarKey<F>,
  G extends ScalarKey<F>,
  C extends Scope,
  R extends Reader,
  W extends Writer,
  T extends boolean,
  P extends string,
  X extends string,
  D extends Fields,
  Z extends Keys<F>,
  V extends Writer,
  B extends boolean,
> = {
  readonly fields: F
  /**
   * Columns that the server computes. One of the name of a field has the form in which its values
   * are returned.
   */
  readonly computed?: D
  /** Fields that a row keeps from its creation on. */
  readonly fixed?: readonly Z[]
  /** First step of the calls' paths, and the topic of their changes; by default the name. */
  readonly path?: P
  /** The field that names a row; by default the first text. */
  readonly title?: TextKey<F>
  /** Search inputs, each with the fields that it searches for a part. */
  readonly search?: Readonly<Record<S, readonly TextKey<F>[]>>
  /** Fields that a list can be filtered by. */
  readonly filters?: readonly K[]
  /** Dates, times, amounts and counts that a list can be filtered by a range of. */
  readonly ranges?: readonly G[]
  /** Fields that a list can be sorted by; newest first otherwise. */
  readonly sortBy?: readonly O[]
  /** Combinations of fields that no two rows of a scope share. */
  readonly unique?: readonly (readonly [ScalarKey<F>, ...ScalarKey<F>[]])[]
  /** Maximum number of rows per scope. */
  readonly maxRows: number
  readonly scope: C
  /** `remove`: who may delete rows, if not those who write. */
  readonly access: { readonly read: R; readonly write: W; readonly remove?: V }
  /**
   * Operators' rows in an order of their own, which the server stores and checks against each other
   * by rules instead of in a generated table (`RecordRules`); no import, trash, search or sorting.
   */
  readonly records?: B
  /** Personal data of third parties, which support does not see in a customer's account. */
  readonly hiddenFromSupport?: true
  /**
   * Inputs of the list and columns of its rows that backends with an older version of the calls
   * lack. The console uses each only where the backend lists it as `path?name`.
   */
  readonly extensions?: readonly X[]
  /** What the cancellation of the account does with the rows. */
  readonly erasure?: 'delete'
  /** Whether the user's data export contains the rows. */
  readonly export?: boolean
  /** Keeps deleted rows for `businessLimits.trash.days`, within which they can be restored. */
  readonly trash?: T
  /** Its page in the console; without it, the page is a file of its own in `resources/`. */
  readonly screen?: C extends typeof operator
    ? Screen<`operator/${string}`, OperatorGroup, Keys<F> | Keys<NoInfer<D>> | OwnColumn>
    : Screen<`UserCenter${string}`, CustomerGroup, Keys<F> | Keys<NoInfer<D>> | OwnColumn>
}

/** A page without its leading slash, its menu entry, and its columns; by default all fields. */
type Screen<R extends string, M extends string, K extends string> = {
  readonly route: R
  readonly menu?: readonly [group: M, order: number, icon?: MenuIcon]
  readonly columns?: readonly CollectionColumn<K>[]
}

/** Inputs of a list, and columns of its rows, that every collection has. */
type ListExtension =
  | 'createDateTime'
  | `createDateTime${'Begin' | 'End'}`
  | `sort${'By' | 'Order'}`
  | 'version'

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
  readonly unique: readonly (readonly string[])[]
  readonly maxRows: number
  readonly scope: Scope
  readonly access: { readonly read: Reader; readonly write: Writer; readonly remove?: Writer }
  readonly records: boolean
  readonly hiddenFromSupport: true | undefined
  readonly extensions: readonly string[]
  readonly erasure: 'delete'
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
  const N extends string,
  const F extends Fields,
  const C extends Scope,
  const R extends Reader,
  const W extends Writer,
  const S extends string = never,
  const K extends ScalarKey<F> = never,
  const O extends ScalarKey<F> = never,
  const G extends ScalarKey<F> = never,
  const T extends boolean = false,
  const P extends string = N,
  const X extends ListExtension = never,
  const D extends Fields = NoFields,
  const Z extends Keys<F> = never,
  const V extends Writer = W,
  const B extends boolean = false,
>(name: N, config: CollectionConfig<F, S, K, O, G, C, R, W, T, P, X, D, Z, V, B>) {
  const complete: AnyConfig = {
    computed: {},
    fixed: [],
    records: false,
    search: {},
    filters: [],
    ranges: [],
    sortBy: [],
    unique: [],
    path: undefined,
    hiddenFromSupport: undefined,
    extensions: [],
    erasure: 'delete',
    export: true,
    trash: false,
    screen: undefined,
    ...config,
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
    readonly name: N
    readonly config: AnyConfig & { readonly scope: C; readonly records: B }
    readonly calls: CollectionCalls<{
      path: C extends typeof operator ? `operator/${P}` : P
      fields: F
      computed: D
      fixed: Z
      search: S
      filters: K
      sortBy: O
      ranges: G
      scope: C
      read: R
      write: W
      remove: V
      trash: T
      extensions: X
      records: B
    }>
  }
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a collection without computed fields
type NoFields = Readonly<Record<never, never>>

const firstText = (fields: Fields) =>
  Object.keys(fields).find((key) => fieldKindOf(fields[key]!) === 'text')
