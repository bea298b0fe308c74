/** Calls of a collection: their types, schemas and descriptions, from its configuration. */
import * as z from 'zod/mini'
import type { AnyConfig, Collection } from '#contract/collection.ts'
import { kindOf } from '#contract/collection-mistakes.ts'
import { Done, get, pageOf, pageQuery, post, type Endpoint } from '#contract/endpoint.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { unwrapSchema } from '#contract/query.ts'
import { titleFieldOf } from '#contract/reference.ts'
import { sortableBy, type SortOrder } from '#contract/sorting.ts'
import {
  Count,
  fieldTypeRegistry,
  Flag,
  Id,
  Search,
  Text,
  Version,
  WireTime,
} from '#contract/vocabulary.ts'

type Schema = z.core.$ZodType
type Keys<T> = Extract<keyof T, string>
/** A schema without `optional` and `withDefault`. */
type Bare<S> = S extends { _zod: { def: { innerType: infer I extends Schema } } } ? Bare<I> : S
type WithoutDefault<S> = S extends z.ZodMiniDefault<infer I> ? I : S

type OptionalOf<N extends string, S extends Schema> = { readonly [K in N]: z.ZodMiniOptional<S> }
type Stored<F> = { readonly [K in keyof F]: WithoutDefault<F[K]> }
/** The input that selects the scope, if there are several. */
type KeyShape<C> = C extends { readonly key: infer K extends string }
  ? { readonly [N in K]: typeof Id }
  : unknown
type TrashQuery<T> = T extends true ? { readonly deleted: z.ZodMiniOptional<typeof Flag> } : unknown
type SortQuery<O extends string> = [O] extends [never]
  ? unknown
  : ReturnType<typeof sortableBy<readonly [O, ...O[]]>>

/** Reference fields: only their values may be both strings and numbers. */
type ReferenceKey<F> = {
  [K in Keys<F>]: F[K] extends Schema
    ? [string | number] extends [NonNullable<z.output<F[K]>>]
      ? K
      : never
    : never
}[Keys<F>]
type TitleField<K extends string> = K extends `${infer Name}Id` ? `${Name}Title` : `${K}Title`

/** Columns of a row besides its fields; `X`: those that not every backend returns. */
type OwnShape<X extends string> = {
  readonly id: typeof Id
  readonly createDateTime: OptionalIf<'createDateTime' extends X ? true : false, typeof WireTime>
  readonly version: OptionalIf<'version' extends X ? true : false, typeof Version>
}
type OptionalIf<B extends boolean, S extends Schema> = B extends true ? z.ZodMiniOptional<S> : S

type RowShape<F, C, T, X extends string> = Stored<F> &
  OptionalOf<TitleField<ReferenceKey<F>>, typeof Text> &
  KeyShape<C> &
  OwnShape<X> &
  (T extends true ? { readonly deletedDateTime: z.ZodMiniOptional<typeof WireTime> } : unknown)
type Row<F, C, T, X extends string> = z.ZodMiniObject<Flat<RowShape<F, C, T, X>>>

type RangeQuery<F, G extends Keys<F>> = {
  readonly [N in G as `${N}Begin` | `${N}End`]: z.ZodMiniOptional<Extract<Bare<F[N]>, Schema>>
}

type QueryShape<
  F,
  S extends string,
  K extends Keys<F>,
  O extends string,
  G extends Keys<F>,
  C,
  T,
> = KeyShape<C> &
  OptionalOf<S, typeof Search> & {
    readonly [N in K]: z.ZodMiniOptional<Extract<Bare<F[N]>, Schema>>
  } & RangeQuery<F, G> &
  OptionalOf<'createDateTimeBegin' | 'createDateTimeEnd', typeof WireTime> &
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
/** Rows are not parsed with the input, so that each can be refused with its own errors. */
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
  G extends Keys<F>,
  C,
  R,
  T,
  X extends string,
> = {
  readonly page: Call<
    `/${N}/page`,
    ReturnType<typeof pageQuery<Flat<QueryShape<F, S, K, O, G, C, T>>>>,
    ReturnType<typeof pageOf<Row<F, C, T, X>>>,
    R
  >
  readonly get: Call<`/${N}/get`, z.ZodMiniObject<{ readonly id: typeof Id }>, Row<F, C, T, X>, R>
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

/**
 * The calls of a collection below the path `/N`. With write access `nobody`, only the calls that
 * read.
 */
export type CollectionCalls<
  N extends string,
  F,
  S extends string,
  K extends Keys<F>,
  O extends string,
  G extends Keys<F>,
  C,
  R,
  W,
  T,
  X extends string,
> = Merge<
  ReadCalls<N, F, S, K, O, G, C, R, T, X> &
    (W extends 'nobody' ? unknown : WriteCalls<N, F, C, W, T>)
>
type Merge<T> = { readonly [K in keyof T]: T[K] }

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

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.batch.max))

const ValidateOnly = z.boolean()
fieldTypeRegistry.add(ValidateOnly, { kind: 'flag' })

/**
 * A row of an import that was refused, counted from 0. `field` is null for the row as a whole.
 * `sameAs`: an earlier row of the import with the same values.
 */
const ImportError = z.object({
  row: Count,
  field: z.nullable(Text),
  message: Text,
  sameAs: z.optional(Count),
})
export const ImportResult = z.object({ imported: Count, errors: z.array(ImportError) })
export type ImportResult = z.output<typeof ImportResult>

/** Schema of one row of an import call, whose handler validates the rows. */
export const importRowOf = (collection: Collection): Schema =>
  z.object({ ...collection.config.fields })

/** The calls of a collection, from its configuration. */
export function callsFor(name: string, config: AnyConfig): Record<string, Endpoint> {
  const { fields, scope, access, search, filters, ranges, sortBy, trash, extensions } = config
  const path = config.path ?? name
  const ifServed = (key: string, schema: Schema) =>
    extensions.includes(key) ? z.optional(schema) : schema
  const stored = Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, withoutDefault(schema)]),
  )
  const references = Object.keys(fields).filter((one) => kindOf(fields[one]!) === 'reference')
  const key: Record<string, Schema> = scope.key === undefined ? {} : { [scope.key]: Id }
  const Row = z.object({
    id: Id,
    ...key,
    ...stored,
    ...Object.fromEntries(references.map((one) => [titleFieldOf(one), z.optional(Text)])),
    createDateTime: ifServed('createDateTime', WireTime),
    version: ifServed('version', Version),
    ...(trash ? { deletedDateTime: z.optional(WireTime) } : {}),
  })
  const read = {
    access: access.read,
    ...(config.hiddenFromSupport ? { hiddenFromSupport: true as const } : {}),
  }
  const reading = {
    page: get(
      `/${path}/page`,
      pageQuery({
        ...key,
        ...Object.fromEntries(Object.keys(search).map((one) => [one, z.optional(Search)])),
        ...Object.fromEntries(filters.map((one) => [one, z.optional(unwrapSchema(fields[one]!))])),
        ...Object.fromEntries(
          ranges.flatMap((one) =>
            [`${one}Begin`, `${one}End`].map((key_) => [
              key_,
              z.optional(unwrapSchema(fields[one]!)),
            ]),
          ),
        ),
        createDateTimeBegin: z.optional(WireTime),
        createDateTimeEnd: z.optional(WireTime),
        ...(sortBy.length > 0 ? sortableBy(sortBy as [string, ...string[]]) : {}),
        ...(trash ? { deleted: z.optional(Flag) } : {}),
      }),
      pageOf(Row),
      {
        ...read,
        ...(extensions.length > 0 ? { extensions } : {}),
        summary: `Lists the rows of ${name}, newest first.`,
      },
    ),
    get: get(`/${path}/get`, z.object({ id: Id }), Row, {
      ...read,
      summary: `Returns one row of ${name}.`,
    }),
  }
  if (access.write === 'nobody') return reading
  const write = { access: access.write }
  return {
    ...reading,
    create: post(`/${path}/save`, z.object({ ...key, ...fields }), Done, {
      ...write,
      once: true,
      summary: `Adds a row to ${name}.`,
    }),
    edit: post(
      `/${path}/save`,
      z.object({ id: Id, ...stored, version: z.optional(Version) }),
      Done,
      {
        ...write,
        when: 'id',
        once: true,
        summary: `Changes a row of ${name}; omitted fields are cleared.`,
      },
    ),
    remove: post(`/${path}/delete`, chosenRows(), Done, {
      ...write,
      summary: `Deletes rows of ${name}; rows already deleted are ignored.`,
    }),
    import: post(
      `/${path}/import`,
      z.object({
        ...key,
        rows: z
          .array(z.looseObject({}))
          .check(z.minLength(1), z.maxLength(businessLimits.import.rows)),
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
          restore: post(`/${path}/restore`, chosenRows(), Done, {
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
