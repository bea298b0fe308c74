/** Calls of a collection: their types, schemas and descriptions, from its configuration. */
import * as z from 'zod/mini'
import type { Audit } from '#contract/audit-acts.ts'
import type {
  Act,
  AnyConfig,
  Collection,
  operator,
  ownAndMain,
  Reader,
} from '#contract/collection.ts'
import {
  Done,
  get,
  pageOf,
  pageQuery,
  post,
  type AccountRole,
  type Endpoint,
  type SupportSees,
} from '#contract/endpoint.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { fieldKindOf, unwrapSchema } from '#contract/query.ts'
import { titleFieldOf } from '#contract/reference.ts'
import { sortableBy, type SortOrder } from '#contract/sorting.ts'
import {
  Count,
  fieldTypeRegistry,
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

/** The parts of a configuration that the types of its calls depend on. */
type Traits = {
  path: string
  fields: unknown
  computed: unknown
  fixed: string
  search: string
  filters: string
  sortBy: string
  ranges: string
  scope: unknown
  access: { readonly read: unknown; readonly write: unknown }
  records: boolean
}

/** Columns of a row besides its fields. */
type OwnShape<Q extends Traits> = {
  readonly id: typeof Id
  readonly version: typeof Version
} & (Q['records'] extends true ? unknown : { readonly createDateTime: typeof WireTime })

type UserOfRow<C> = C extends typeof ownAndMain ? typeof userOfRow : unknown

type RowShape<Q extends Traits> = Omit<Stored<Q['fields']>, keyof Q['computed']> &
  Q['computed'] &
  OptionalOf<TitleField<ReferenceKey<Q['fields']>>, typeof Text> &
  KeyShape<Q['scope']> &
  UserOfRow<Q['scope']> &
  OwnShape<Q>
type Row<Q extends Traits> = z.ZodMiniObject<Flat<RowShape<Q>>>

type QueryShape<Q extends Traits> = KeyShape<Q['scope']> &
  OptionalOf<Q['search'], typeof Search> & {
    readonly [N in Q['filters'] & keyof Q['fields']]: z.ZodMiniOptional<
      Extract<Bare<Q['fields'][N]>, Schema>
    >
  } & {
    readonly [N in Q['ranges'] & keyof Q['fields'] as `${N}Begin` | `${N}End`]: z.ZodMiniOptional<
      Extract<Bare<Q['fields'][N]>, Schema>
    >
  } & (Q['records'] extends true
    ? unknown
    : OptionalOf<'createDateTimeBegin' | 'createDateTimeEnd', typeof WireTime>) &
  SortQuery<Q['sortBy']>

type Flat<T> = { readonly [K in keyof T]: Extract<T[K], Schema> }
type InputObject<T> = z.ZodMiniObject<Flat<T>>
/** Operators' roles are a list, which narrows the access of any operator. */
type AccessOf<A> = A extends readonly string[] ? 'member' : A
type Call<P extends string, I extends Schema, O extends Schema, A> = Endpoint<I, O> & {
  readonly path: P
  readonly access: AccessOf<A>
}
type Deletion = z.ZodMiniObject<{
  readonly id: z.ZodMiniOptional<z.ZodMiniNullable<typeof Id>>
  readonly ids: z.ZodMiniOptional<z.ZodMiniNullable<typeof Ids>>
}>
type OneId = z.ZodMiniObject<{ readonly id: typeof Id }>
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

/** Who may do an act; as `accessByAct` of `collection.ts`. */
type AccessTo<A extends Traits['access'], K extends Act> =
  A extends Readonly<Record<K, infer Stated>>
    ? Stated
    : K extends 'import'
      ? AccessTo<A, 'create'>
      : A['write']
/** The calls of an act, which do not exist if nobody may do it. */
type CallsOfAct<A, C> = A extends 'nobody' ? unknown : C

type ReadCalls<Q extends Traits> = {
  readonly page: PageCall<Q, 'page', Q['access']['read']>
  readonly get: Call<`/${Q['path']}/get`, OneId, Row<Q>, Q['access']['read']> & Declared<Q['scope']>
}
type PageCall<Q extends Traits, Step extends string, A> = Call<
  `/${Q['path']}/${Step}`,
  ReturnType<typeof pageQuery<Flat<QueryShape<Q>>>>,
  ReturnType<typeof pageOf<Row<Q>>>,
  A
> &
  Declared<Q['scope']>
type Declared<C> = C extends typeof operator ? unknown : { readonly support: SupportSees }
type CreateCall<Q extends Traits, A> = {
  readonly create: Call<
    `/${Q['path']}/save`,
    InputObject<Q['fields'] & KeyShape<Q['scope']>>,
    typeof Done,
    A
  >
}
type EditCall<Q extends Traits, A> = {
  readonly edit: Call<
    `/${Q['path']}/save`,
    InputObject<
      Omit<Stored<Q['fields']>, Q['fixed']> & {
        readonly id: typeof Id
        readonly version: z.ZodMiniOptional<typeof Version>
      }
    >,
    typeof Done,
    A
  >
}
type RemoveCalls<Q extends Traits, A> = {
  readonly remove: Call<
    `/${Q['path']}/delete`,
    Q['records'] extends true ? OneId : Deletion,
    typeof Done,
    A
  >
}
type ImportCall<Q extends Traits, A> = Q['records'] extends true
  ? unknown
  : {
      readonly import: Call<
        `/${Q['path']}/import`,
        ImportRows<Q['fields'], Q['scope']>,
        typeof ImportResult,
        A
      >
    }
/** The calls of a collection: those of each act that somebody may do. */
export type CollectionCalls<Q extends Traits> = Merge<
  ReadCalls<Q> &
    CallsOfAct<AccessTo<Q['access'], 'create'>, CreateCall<Q, AccessTo<Q['access'], 'create'>>> &
    CallsOfAct<AccessTo<Q['access'], 'edit'>, EditCall<Q, AccessTo<Q['access'], 'edit'>>> &
    CallsOfAct<AccessTo<Q['access'], 'import'>, ImportCall<Q, AccessTo<Q['access'], 'import'>>> &
    CallsOfAct<AccessTo<Q['access'], 'remove'>, RemoveCalls<Q, AccessTo<Q['access'], 'remove'>>>
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
/** `unchecked`: rows that were not looked at, because there are many errors in those before. */
export const ImportResult = z.object({
  imported: Count,
  errors: z.array(ImportError),
  unchecked: z.optional(Count),
})
export type ImportResult = z.output<typeof ImportResult>

/** Schema of one row of an import call, whose handler validates the rows. */
export const importRowOf = (collection: Collection): Schema =>
  z.object({ ...collection.config.fields })

type Shape = Readonly<Record<string, Schema>>

/** The calls of a collection, from its configuration. */
export function callsFor(name: string, config: AnyConfig): Record<string, Endpoint> {
  const { access, accountRoles, calls, fields, records, scope, support } = config
  const path = `${scope.name === 'operator' ? 'operator/' : ''}${config.path ?? name}`
  const scopeInput: Shape = scope.key === undefined ? {} : { [scope.key]: Id }
  const sees = support ? { support } : {}
  const once = true as const
  const Query = pageSchema(config, scopeInput)
  const Row = rowSchema(config, scopeInput)
  const Chosen = records ? z.object({ id: Id }) : chosenRows()
  /** The calls of an act, for those who may do it. */
  const callsOfAct = (act: Act, build: (options: AccessOptions) => Record<string, Endpoint>) => {
    const granted = access[act]
    return granted === 'nobody'
      ? {}
      : build({ ...accessOf(granted, accountRoles[act]), ...auditOf(act, config) })
  }
  return {
    ...callsOfAct('read', (options) => ({
      page: get(`/${path}/page`, Query, pageOf(Row), { ...options, ...sees }),
      get: get(`/${path}/get`, z.object({ id: Id }), Row, { ...options, ...sees }),
    })),
    ...callsOfAct('create', (options) => ({
      create: post(`/${path}/save`, z.object({ ...scopeInput, ...fields }), Done, {
        ...options,
        once,
      }),
    })),
    ...callsOfAct('edit', (options) => ({
      edit: post(`/${path}/save`, editSchema(config), Done, {
        ...options,
        once,
        when: 'id',
      }),
    })),
    ...callsOfAct('import', (options) => ({
      import: post(`/${path}/import`, importSchema(scopeInput), ImportResult, {
        ...options,
        once,
        weight: 100,
      }),
    })),
    ...callsOfAct('remove', (options) => ({
      // Deleting again is harmless; each entry of the operators' log is written once.
      remove: post(`/${path}/delete`, Chosen, Done, {
        ...options,
        ...(scope.name === 'operator' ? { once } : {}),
      }),
    })),
    ...calls,
  }
}

type AccessOptions = ReturnType<typeof accessOf> & { readonly audit?: Audit }
const accessOf = (access: Reader, accountRoles: readonly AccountRole[]) => ({
  ...(typeof access === 'string' ? { access } : { access: 'member' as const, roles: access }),
  ...(accountRoles.length > 0 ? { accountRoles } : {}),
})

function auditOf(act: Act, { audit, fields, title }: AnyConfig): { audit?: Audit } {
  const recorded = act === 'read' ? undefined : audit[act]
  if (recorded === undefined) return {}
  if (act === 'import') return { audit: { act: recorded } }
  const isPlain = (field: string) => ['count', 'flag'].includes(fieldKindOf(fields[field]!) ?? '')
  const details = act === 'remove' ? [] : Object.keys(fields).filter(isPlain)
  return { audit: { act: recorded, name: title, details } }
}

/** The fields that an edit takes, without defaults. */
function editSchema(config: AnyConfig) {
  const changeable = Object.entries(storedFields(config)).filter(
    ([field]) => !config.fixed.includes(field),
  )
  return z.object({ id: Id, ...Object.fromEntries(changeable), version: z.optional(Version) })
}

/** The fields as rows have them: without defaults. */
const storedFields = ({ fields }: AnyConfig): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, withoutDefault(schema)]))

/** The user of a row, in collections whose main account sees the rows of its sub-accounts. */
const userOfRow = { userId: Id, userName: Text }

function rowSchema(config: AnyConfig, scopeInput: Shape) {
  const { fields, computed, records } = config
  const references = Object.keys(fields).filter(
    (field) => fieldKindOf(fields[field]!) === 'reference',
  )
  const stored = Object.entries(storedFields(config)).map(([name, schema]) => [
    name,
    records ? withoutLimits(schema) : schema,
  ])
  return z.object({
    id: Id,
    ...scopeInput,
    ...(config.scope.name === 'ownAndMain' ? userOfRow : {}),
    ...(Object.fromEntries(stored) as Record<string, Schema>),
    ...computed,
    ...Object.fromEntries(references.map((field) => [titleFieldOf(field), z.optional(Text)])),
    ...(records ? {} : { createDateTime: WireTime }),
    version: Version,
  })
}

function pageSchema(config: AnyConfig, scopeInput: Shape) {
  const { fields, search, filters, ranges, sortBy, records } = config
  const optionalField = (field: string) => z.optional(unwrapSchema(fields[field]!))
  return pageQuery({
    ...scopeInput,
    ...Object.fromEntries(Object.keys(search).map((input) => [input, z.optional(Search)])),
    ...Object.fromEntries(filters.map((field) => [field, optionalField(field)])),
    ...Object.fromEntries(
      ranges.flatMap((field) =>
        [`${field}Begin`, `${field}End`].map((input) => [input, optionalField(field)]),
      ),
    ),
    ...(records
      ? {}
      : { createDateTimeBegin: z.optional(WireTime), createDateTimeEnd: z.optional(WireTime) }),
    ...(sortBy.length > 0 ? sortableBy(sortBy as [string, ...string[]]) : {}),
  })
}

const importSchema = (scopeInput: Shape) =>
  z.object({
    ...scopeInput,
    rows: z.array(z.looseObject({})).check(z.minLength(1), z.maxLength(businessLimits.import.rows)),
    validateOnly: z.optional(ValidateOnly),
  })

/**
 * Schema of a stored text or number without the limits of its input, which rows written by command
 * or by SQL may exceed. Other schemas stay as they are.
 */
function withoutLimits(schema: Schema): Schema {
  const bare = unwrapSchema(schema)
  const fieldType = fieldTypeRegistry.get(bare)
  const plain = unlimited(bare)
  if (!fieldType || !plain) return schema
  fieldTypeRegistry.add(plain, fieldType)
  return isOptional(schema) ? z.nullish(plain) : plain
}

function unlimited(schema: Schema): Schema | undefined {
  if (schema instanceof z.core.$ZodString) return z.string()
  return schema instanceof z.core.$ZodNumber ? z.int() : undefined
}

const isOptional = (schema: Schema): boolean => schema._zod.optin === 'optional'

/** One row by `id`, or several by `ids`. */
const chosenRows = () =>
  z
    .object({ id: z.nullish(Id), ids: z.nullish(Ids) })
    .check(z.refine((input) => input.id != null || input.ids != null, { path: ['ids'] }))

const withoutDefault = (schema: Schema): Schema =>
  schema instanceof z.core.$ZodDefault ? schema._zod.def.innerType : schema
