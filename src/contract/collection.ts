/** Collections: a resource stated once, from which its calls, table, handlers and screen follow. */
import * as z from 'zod/mini'
import {
  Done,
  get,
  pageOf,
  pageQuery,
  post,
  type Access,
  type Endpoint,
} from '#contract/endpoint.ts'
import { kindOf, mistakeIn } from '#contract/collection-mistakes.ts'
import { limits } from '#contract/limits.ts'
import { bare } from '#contract/query.ts'
import { sortableBy, type SortOrder } from '#contract/sorting.ts'
import {
  Count,
  fieldType,
  Flag,
  Id,
  Search,
  Text,
  Version,
  WireTime,
} from '#contract/vocabulary.ts'

/** A text of at most `max` characters, trimmed. */
export function text({ max, min = 1 }: { max: number; min?: number }) {
  const schema = z.string().check(z.trim(), z.minLength(min), z.maxLength(max))
  fieldType.add(schema, { kind: 'text' })
  return schema
}

/** A field that may stay empty. */
export const optional = <S extends Schema>(schema: S) => z.nullish(schema)

/** A field with a value of its own in a new row. */
export const withDefault = <S extends Schema>(schema: S, value: NoInfer<z.output<S>>) =>
  z._default(schema, value as never)

/**
 * Who shares the rows. `key`: the input that selects one of several scopes, such as the space.
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
/** The members of a work space. */
export const workspace = { name: 'workspace', key: 'spaceId' } as const satisfies Scope
/** The operators of the site; never part of the customers' API. */
export const operator = { name: 'operator' } as const satisfies Scope

type Schema = z.core.$ZodType
export type Fields = Readonly<Record<string, Schema>>

/** A schema without `optional` and `withDefault`. */
type Bare<S> = S extends { _zod: { def: { innerType: infer I extends Schema } } } ? Bare<I> : S
type WithoutDefault<S> = S extends z.ZodMiniDefault<infer I> ? I : S
type Present<S> = NonNullable<z.output<S>>
type Keys<T> = Extract<keyof T, string>
type TextKey<F> = { [K in Keys<F>]: Present<F[K]> extends string ? K : never }[Keys<F>]
type ScalarKey<F> = {
  [K in Keys<F>]: Present<F[K]> extends string | number ? K : never
}[Keys<F>]

type Reader = Exclude<Access, 'visitor'>
export type Writer = Reader | 'nobody'

/** Columns that every row has beside its fields. */
type OwnColumn = 'id' | 'createDateTime' | 'version'
/** A field of the row, or one with the options of a list column. */
export type CollectionColumn<K extends string> =
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

/** What a collection states; everything else follows from it. */
export type CollectionConfig<
  F extends Fields,
  S extends string,
  K extends ScalarKey<F>,
  O extends ScalarKey<F>,
  C extends Scope,
  R extends Reader,
  W extends Writer,
  T extends boolean,
> = {
  readonly fields: F
  /** The field that names a row; by default the first text. */
  readonly title?: TextKey<F>
  /** Search inputs, each with the fields in which it finds a part. */
  readonly search?: Readonly<Record<S, readonly TextKey<F>[]>>
  /** Fields that a list can be filtered by. */
  readonly filters?: readonly K[]
  /** Fields that a list can be sorted by; newest first otherwise. */
  readonly sortBy?: readonly O[]
  /** Combinations of fields that no two rows of a scope share. */
  readonly unique?: readonly (readonly [ScalarKey<F>, ...ScalarKey<F>[]])[]
  /** Maximum number of rows per scope. */
  readonly maxRows: number
  readonly scope: C
  readonly access: { readonly read: R; readonly write: W }
  /** What the cancellation of the account does with the rows. */
  readonly erasure?: 'delete'
  /** Whether the user's data export contains the rows. */
  readonly export?: boolean
  /** Keeps deleted rows for `limits.trash.days`, within which they can be restored. */
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

type OptionalOf<N extends string, S extends Schema> = { readonly [K in N]: z.ZodMiniOptional<S> }
type Stored<F> = { readonly [K in keyof F]: WithoutDefault<F[K]> }
/** The input that selects the scope, where there are several. */
type KeyShape<C> = C extends { readonly key: infer K extends string }
  ? { readonly [N in K]: typeof Id }
  : unknown
type TrashQuery<T> = T extends true ? { readonly deleted: z.ZodMiniOptional<typeof Flag> } : unknown
type SortQuery<O extends string> = [O] extends [never]
  ? unknown
  : ReturnType<typeof sortableBy<readonly [O, ...O[]]>>

type RowShape<F, C, T> = Stored<F> &
  KeyShape<C> & {
    readonly id: typeof Id
    readonly createDateTime: typeof WireTime
    readonly version: typeof Version
  } & (T extends true ? { readonly deletedDateTime: z.ZodMiniOptional<typeof WireTime> } : unknown)
type Row<F, C, T> = z.ZodMiniObject<Flat<RowShape<F, C, T>>>

type QueryShape<F, S extends string, K extends Keys<F>, O extends string, C, T> = KeyShape<C> &
  OptionalOf<S, typeof Search> & {
    readonly [N in K]: z.ZodMiniOptional<Extract<Bare<F[N]>, Schema>>
  } & OptionalOf<'createDateTimeBegin' | 'createDateTimeEnd', typeof WireTime> &
  SortQuery<O> &
  TrashQuery<T>

type Flat<T> = { readonly [K in keyof T]: Extract<T[K], Schema> }
type InputObject<T> = z.ZodMiniObject<Flat<T>>
type Call<P extends string, I extends Schema, O extends Schema, A> = Endpoint<I, O> & {
  readonly path: P
  readonly access: A
}
type Deletion = z.ZodMiniObject<{
  readonly id: z.ZodMiniOptional<z.ZodMiniNullable<typeof Id>>
  readonly ids: z.ZodMiniOptional<z.ZodMiniNullable<typeof Ids>>
}>
/** Rows arrive unparsed, so that each can be refused with errors of its own. */
type ImportRows<F, C> =
  z.ZodMiniArray<InputObject<F>> extends infer A extends Schema
    ? InputObject<
        KeyShape<C> & {
          readonly rows: A
          readonly validateOnly: z.ZodMiniOptional<z.ZodMiniBoolean>
        }
      >
    : never

type ReadCalls<
  N extends string,
  F,
  S extends string,
  K extends Keys<F>,
  O extends string,
  C,
  R,
  T,
> = {
  readonly page: Call<
    `/${N}/page`,
    ReturnType<typeof pageQuery<Flat<QueryShape<F, S, K, O, C, T>>>>,
    ReturnType<typeof pageOf<Row<F, C, T>>>,
    R
  >
  readonly get: Call<`/${N}/get`, z.ZodMiniObject<{ readonly id: typeof Id }>, Row<F, C, T>, R>
}
type WriteCalls<N extends string, F, C, W, T> = {
  readonly create: Call<`/${N}/save`, InputObject<F & KeyShape<C>>, typeof Done, W>
  readonly edit: Call<
    `/${N}/save`,
    InputObject<
      Stored<F> & { readonly id: typeof Id; readonly version: z.ZodMiniOptional<typeof Version> }
    >,
    typeof Done,
    W
  >
  readonly remove: Call<`/${N}/delete`, Deletion, typeof Done, W>
  readonly import: Call<`/${N}/import`, ImportRows<F, C>, typeof ImportResult, W>
} & (T extends true
  ? {
      readonly restore: Call<`/${N}/restore`, Deletion, typeof Done, W>
    }
  : unknown)

/** The calls of a collection; one that nobody writes can only be read. */
export type CollectionCalls<
  N extends string,
  F,
  S extends string,
  K extends Keys<F>,
  O extends string,
  C,
  R,
  W,
  T,
> = Merge<
  ReadCalls<N, F, S, K, O, C, R, T> & (W extends 'nobody' ? unknown : WriteCalls<N, F, C, W, T>)
>
type Merge<T> = { readonly [K in keyof T]: T[K] }

/** A statement without the types of its fields, as server and console read it. */
export type AnyConfig = {
  readonly fields: Fields
  readonly title: string
  readonly search: Readonly<Record<string, readonly string[]>>
  readonly filters: readonly string[]
  readonly sortBy: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly maxRows: number
  readonly scope: Scope
  readonly access: { readonly read: Reader; readonly write: Writer }
  readonly erasure: 'delete'
  readonly export: boolean
  readonly trash: boolean
  readonly screen: CollectionConfig<
    Fields,
    never,
    never,
    never,
    Scope,
    Reader,
    Writer,
    boolean
  >['screen']
}
export type Collection = {
  readonly view: 'collection'
  readonly name: string
  readonly config: AnyConfig
  readonly calls: Readonly<Record<string, Endpoint>>
}

/** Input of a page call, as the server reads it. */
export type AnyPageQuery = {
  readonly pageSize: number
  readonly pageNum: number
  readonly sortBy?: string
  readonly sortOrder?: SortOrder
  readonly createDateTimeBegin?: string
  readonly createDateTimeEnd?: string
  readonly deleted?: 0 | 1
}

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(limits.batch.max))

const ValidateOnly = z.boolean()
fieldType.add(ValidateOnly, { kind: 'flag' })

/** A row of an import that was refused, counted from 0. `field` is null for the row as a whole. */
const ImportError = z.object({ row: Count, field: z.nullable(Text), message: Text })
export const ImportResult = z.object({ imported: Count, errors: z.array(ImportError) })
export type ImportResult = z.output<typeof ImportResult>

/** Schema of one row of an import call, which validates rows itself. */
export const importRowOf = (collection: Collection): Schema =>
  z.object({ ...collection.config.fields })

/**
 * States a collection. `name` is its path, its topic and, in snake case, its table. Mistakes that
 * types can't find are thrown, each with its remedy.
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
  const T extends boolean = false,
>(name: N, config: CollectionConfig<F, S, K, O, C, R, W, T>) {
  const complete: AnyConfig = {
    search: {},
    filters: [],
    sortBy: [],
    unique: [],
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
    readonly calls: CollectionCalls<N, F, S, K, O, C, R, W, T>
  }
}

function callsFor(name: string, config: AnyConfig): Record<string, Endpoint> {
  const { fields, scope, access, search, filters, sortBy, trash } = config
  const stored = Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, withoutDefault(schema)]),
  )
  const key: Record<string, Schema> = scope.key === undefined ? {} : { [scope.key]: Id }
  const Row = z.object({
    id: Id,
    ...key,
    ...stored,
    createDateTime: WireTime,
    version: Version,
    ...(trash ? { deletedDateTime: z.optional(WireTime) } : {}),
  })
  const read = { access: access.read }
  const reading = {
    page: get(
      `/${name}/page`,
      pageQuery({
        ...key,
        ...Object.fromEntries(Object.keys(search).map((one) => [one, z.optional(Search)])),
        ...Object.fromEntries(filters.map((one) => [one, z.optional(bare(fields[one]!))])),
        createDateTimeBegin: z.optional(WireTime),
        createDateTimeEnd: z.optional(WireTime),
        ...(sortBy.length > 0 ? sortableBy(sortBy as [string, ...string[]]) : {}),
        ...(trash ? { deleted: z.optional(Flag) } : {}),
      }),
      pageOf(Row),
      { ...read, summary: `Lists the rows of ${name}, newest first.` },
    ),
    get: get(`/${name}/get`, z.object({ id: Id }), Row, {
      ...read,
      summary: `Returns one row of ${name}.`,
    }),
  }
  if (access.write === 'nobody') return reading
  const write = { access: access.write }
  return {
    ...reading,
    create: post(`/${name}/save`, z.object({ ...key, ...fields }), Done, {
      ...write,
      once: true,
      summary: `Adds a row to ${name}.`,
    }),
    edit: post(
      `/${name}/save`,
      z.object({ id: Id, ...stored, version: z.optional(Version) }),
      Done,
      {
        ...write,
        when: 'id',
        once: true,
        summary: `Changes a row of ${name}; omitted fields are cleared.`,
      },
    ),
    remove: post(`/${name}/delete`, chosenRows(), Done, {
      ...write,
      summary: `Deletes rows of ${name}; rows already deleted are ignored.`,
    }),
    import: post(
      `/${name}/import`,
      z.object({
        ...key,
        rows: z.array(z.looseObject({})).check(z.minLength(1), z.maxLength(limits.import.rows)),
        validateOnly: z.optional(ValidateOnly),
      }),
      ImportResult,
      {
        ...write,
        once: true,
        summary: `Adds many rows to ${name}: all, or none if one of them is refused.`,
      },
    ),
    ...(trash
      ? {
          restore: post(`/${name}/restore`, chosenRows(), Done, {
            ...write,
            once: true,
            summary: `Brings deleted rows of ${name} back.`,
          }),
        }
      : {}),
  }
}

const chosenRows = () =>
  z
    .object({ id: z.nullish(Id), ids: z.nullish(Ids) })
    .check(z.refine((input) => input.id != null || input.ids != null, { path: ['ids'] }))

const withoutDefault = (schema: Schema): Schema =>
  schema instanceof z.core.$ZodDefault ? schema._zod.def.innerType : schema

const firstText = (fields: Fields) =>
  Object.keys(fields).find((key) => kindOf(fields[key]!) === 'text')
