/** Collections: resources declared once; calls, table, handlers and screen are derived. */
import * as z from 'zod/mini'
import type { AuditAct } from '#contract/audit-acts.ts'
import { callsFor, type CollectionCalls } from '#contract/collection-calls.ts'
import { findConfigError } from '#contract/collection-diagnostics.ts'
import type {
  AccountRole,
  Access,
  DeclaredEndpoint,
  Endpoint,
  SupportSees,
} from '#contract/endpoint.ts'
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
/** One user, and its main account, which reads and changes the rows of all its sub-accounts. */
export const ownAndMain = { name: 'ownAndMain' } as const satisfies Scope
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
/** What is done to the rows of a collection. */
export type Act = 'read' | 'create' | 'edit' | 'remove' | 'import'
/**
 * Who may do what. `write`: who changes rows, unless an act names others. By default, rows are
 * imported by those who create them.
 */
export type AccessConfig = {
  readonly read: Reader
  readonly write: Writer
} & { readonly [A in Exclude<Act, 'read'>]?: Writer }
export type AuditConfig = { readonly [A in 'create' | 'edit' | 'remove' | 'import']?: AuditAct }
/** Roles of sub-accounts by act, as in `AccessConfig`. */
export type AccountRolesConfig = {
  readonly [A in keyof AccessConfig]?: readonly AccountRole[]
}
/** Calls beyond the generated ones, by name. */
export type OwnCalls = Readonly<Record<string, Endpoint>>

/** Configuration of a collection, from which everything else is derived. */
type CollectionConfig<
  RowFields extends Fields,
  RowScope extends Scope,
  Accesses extends AccessConfig,
  SearchName extends string,
  FilterKey extends ScalarKey<RowFields>,
  RangeKey extends ScalarKey<RowFields>,
  SortKey extends ScalarKey<RowFields>,
  Path extends string,
  ComputedFields extends Fields,
  FixedKey extends Keys<RowFields>,
  Own extends OwnCalls,
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
   * Filters, ranges and sort fields that have an index, for scopes of so many rows that reading them
   * in order is slow. An index costs time with each change of a row.
   */
  readonly indexed?: readonly NoInfer<FilterKey | RangeKey | SortKey>[]
  /** Combinations of fields that no two rows of a scope share. */
  readonly unique?: readonly (readonly [ScalarKey<RowFields>, ...ScalarKey<RowFields>[]])[]
  /** Values of choices that at most one row of a scope has, such as `{ state: 'open' }`. */
  readonly atMostOne?: Readonly<Record<string, string>>
  /** Maximum number of rows per scope. */
  readonly maxRows: number
  readonly scope: RowScope
  readonly access: Accesses & { readonly [K in Exclude<keyof Accesses, keyof AccessConfig>]: never }
  /**
   * Acts that the audit log of the account records, with the title of the row and with numbers and
   * flags of the input.
   */
  readonly audit?: RowScope extends typeof operator ? never : AuditConfig
  /** Roles of sub-accounts that act for the main account; by default none. */
  readonly accountRoles?: RowScope extends typeof operator ? never : AccountRolesConfig
  /**
   * Calls of its own, such as one for an action of a row; each states its access. Their handlers are
   * in `src/server/handlers.ts`, or `operator-handlers.ts` beside it.
   */
  readonly calls?: Own & (RowScope extends typeof operator ? unknown : DeclaredCalls<Own>)
  /** A job deletes the rows of all users above an age, and finds them by an index. */
  readonly deletedByAge?: boolean
}

type DeclaredCalls<Own> = { readonly [K in keyof Own]: DeclaredEndpoint }

/** Customers' collections say whether support sees the rows in a read-only view of an account. */
type SupportDeclaration<RowScope> = RowScope extends typeof operator
  ? { readonly support?: never }
  : { readonly support: SupportSees }

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
  readonly atMostOne: Readonly<Record<string, string>>
  readonly maxRows: number
  readonly scope: Scope
  readonly access: Readonly<Record<Exclude<Act, 'read'>, Writer>> & { readonly read: Reader }
  readonly audit: AuditConfig
  readonly accountRoles: Readonly<Record<Act, readonly AccountRole[]>>
  readonly calls: OwnCalls
  /**
   * Operators' rows in an order of their own, which the server stores and checks against each other
   * by rules instead of in a generated table (`RecordRules`); no import, search or sorting.
   */
  readonly records: boolean
  readonly support: SupportSees | undefined
  readonly deletedByAge: boolean
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
  const Accesses extends AccessConfig,
  const SearchName extends string = never,
  const FilterKey extends ScalarKey<RowFields> = never,
  const RangeKey extends ScalarKey<RowFields> = never,
  const SortKey extends ScalarKey<RowFields> = never,
  const Path extends string = Name,
  const ComputedFields extends Fields = NoFields,
  const FixedKey extends Keys<RowFields> = never,
  const Own extends OwnCalls = NoFields,
>(
  name: Name,
  config: CollectionConfig<
    RowFields,
    RowScope,
    Accesses,
    SearchName,
    FilterKey,
    RangeKey,
    SortKey,
    Path,
    ComputedFields,
    FixedKey,
    Own
  > &
    SupportDeclaration<RowScope>,
) {
  const complete: AnyConfig = {
    computed: {},
    fixed: [],
    search: {},
    filters: [],
    ranges: [],
    sortBy: [],
    indexed: [],
    unique: [],
    atMostOne: {},
    path: undefined,
    support: undefined,
    deletedByAge: false,
    calls: {},
    audit: {},
    ...config,
    records: config.scope.name === operator.name,
    access: accessByAct(config.access, config.scope.name === operator.name),
    accountRoles: accountRolesByAct(config.accountRoles),
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
    readonly config: Omit<AnyConfig, 'calls' | 'computed'> & {
      readonly computed: ComputedFields
      readonly scope: RowScope
      readonly records: RowScope extends typeof operator ? true : false
      readonly calls: Own
    }
    readonly calls: Own &
      CollectionCalls<{
        path: RowScope extends typeof operator ? `operator/${Path}` : Path
        fields: RowFields
        computed: ComputedFields
        fixed: FixedKey
        search: SearchName
        filters: FilterKey
        sortBy: SortKey
        ranges: RangeKey
        scope: RowScope
        access: Accesses
        records: RowScope extends typeof operator ? true : false
      }>
  }
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a collection without computed fields
type NoFields = Readonly<Record<never, never>>

const firstText = (fields: Fields) =>
  Object.keys(fields).find((key) => fieldKindOf(fields[key]!) === 'text')

/** Records have no import. */
function accessByAct(
  { read, write, ...acts }: AccessConfig,
  hasRecords: boolean,
): AnyConfig['access'] {
  const create = acts.create ?? write
  const importing = hasRecords ? 'nobody' : create
  return { read, create, edit: write, remove: write, import: importing, ...acts }
}

function accountRolesByAct({
  read = [],
  write = [],
  ...acts
}: AccountRolesConfig = {}): AnyConfig['accountRoles'] {
  const create = acts.create ?? write
  return { read, create, edit: write, remove: write, import: create, ...acts }
}
