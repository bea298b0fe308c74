/** Collections: resources declared once; calls, table, handlers and screen are derived. */
import * as z from 'zod/mini'
import { callsFor, type CollectionCalls } from '#contract/collection-calls.ts'
import { kindOf, mistakeIn } from '#contract/collection-mistakes.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'

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

type Schema = z.core.$ZodType
export type Fields = Readonly<Record<string, Schema>>

type Present<S> = NonNullable<z.output<S>>
type Keys<T> = Extract<keyof T, string>
type TextKey<F> = { [K in Keys<F>]: Present<F[K]> extends string ? K : never }[Keys<F>]
type ScalarKey<F> = {
  [K in Keys<F>]: Present<F[K]> extends string | number ? K : never
}[Keys<F>]

type Reader = Exclude<Access, 'visitor'>
export type Writer = Reader | 'nobody'

/** Columns that every row has besides its fields. */
type OwnColumn = 'id' | 'createDateTime' | 'version'
/** A field of the row, or one with the options of a list column. */
type CollectionColumn<K extends string> =
  | K
  | {
      readonly field: K
      readonly copy?: true
      readonly hiddenByDefault?: true
      readonly stackUnder?: K
    }

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
> = {
  readonly fields: F
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
  readonly access: { readonly read: R; readonly write: W }
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
  readonly screen?: {
    /** The address, without its leading slash. */
    readonly route: `UserCenter${string}`
    readonly menu?: readonly [group: 'memberCentre' | 'functions', order: number, icon?: MenuIcon]
    /** By default all fields. */
    readonly columns?: readonly CollectionColumn<Keys<F> | OwnColumn>[]
  }
}

/** Inputs of a list, and columns of its rows, that every collection has. */
type ListExtension =
  'createDateTime' | `createDateTime${'Begin' | 'End'}` | `sort${'By' | 'Order'}` | 'version'

/** A configuration with all defaults, without the types of its fields, for server and console. */
export type AnyConfig = {
  readonly fields: Fields
  readonly path: string | undefined
  readonly title: string
  readonly search: Readonly<Record<string, readonly string[]>>
  readonly filters: readonly string[]
  readonly ranges: readonly string[]
  readonly sortBy: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly maxRows: number
  readonly scope: Scope
  readonly access: { readonly read: Reader; readonly write: Writer }
  readonly hiddenFromSupport: true | undefined
  readonly extensions: readonly string[]
  readonly erasure: 'delete'
  readonly export: boolean
  readonly trash: boolean
  readonly screen: CollectionConfig<
    Fields,
    never,
    never,
    never,
    never,
    Scope,
    Reader,
    Writer,
    boolean,
    string,
    never
  >['screen']
}
export type Collection = {
  readonly view: 'collection'
  readonly name: string
  readonly config: AnyConfig
  readonly calls: Readonly<Record<string, Endpoint>>
}

/**
 * Declares a collection. `name` is its path and topic, unless `path` is given, and, in snake case,
 * its table. Throws an Error with the remedy for mistakes that types can't find.
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
>(name: N, config: CollectionConfig<F, S, K, O, G, C, R, W, T, P, X>) {
  const complete: AnyConfig = {
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
  const mistake = mistakeIn(name, complete)
  if (mistake) throw new Error(`defineCollection('${name}'): ${mistake}`)
  return {
    view: 'collection',
    name,
    config: complete,
    calls: callsFor(name, complete),
  } as unknown as {
    readonly view: 'collection'
    readonly name: N
    readonly config: AnyConfig & { readonly scope: C }
    readonly calls: CollectionCalls<P, F, S, K, O, G, C, R, W, T, X>
  }
}

const firstText = (fields: Fields) =>
  Object.keys(fields).find((key) => kindOf(fields[key]!) === 'text')
