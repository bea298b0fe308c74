/** Tables of the collections: columns, keys and indexes are derived from each configuration. */
import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type ExtraConfigColumn,
  type PgColumn,
  type PgTable,
} from 'drizzle-orm/pg-core'
import type { Collection } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'
import { fapiaoIndexes } from '#server/features/collections/fapiao-indexes.ts'
import { id, moment, version, nextFromSequence } from '../../platform/db/columns.ts'
import { isNullable, createFieldColumns } from '../../platform/db/field-columns.ts'
import { contacts, spaces } from '../workspace/table.ts'
import { unwrapSchema } from '#contract/query.ts'

/** Every collection with rows in a table of its columns, by name. */
export const registeredCollections: Readonly<Record<string, Collection>> = collections

/** Sequence of the ids of all collections, so that ids ascend with time. */
export const collectionIds = pgSequence('collection_ids', { startWith: 1_001 })

/**
 * Number of rows of each scope, so that totals need no counting and the limit holds. What changes
 * the number locks the row here first.
 */
export const collectionCounts = pgTable(
  'collection_counts',
  {
    ownerId: id().notNull(),
    collection: text().notNull(),
    /** The user or the space; 0 for the account group. */
    scopeId: id().notNull(),
    rows: integer().notNull(),
    /** Unused. */
    deleted: integer().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.collection, row.scopeId] }),
    check('collection_counts_rows', sql`${row.rows} >= 0 and ${row.deleted} >= 0`),
  ],
)

/** Counter in the table of the scopes themselves. `rows`: its column. */
export type OwnCounter = {
  readonly table: PgTable & Readonly<Record<'ownerId' | 'id', PgColumn>>
  readonly rows: string
}

export type CollectionTable = PgTable &
  Readonly<Record<'ownerId' | 'id' | 'createdAt' | 'version', PgColumn>>

/** A collection with its table. */
export type Stored = { readonly collection: Collection; readonly table: CollectionTable }

/** Columns by name, those of the fields included. */
export const columnsOf = (table: CollectionTable): Readonly<Record<string, PgColumn>> =>
  getTableColumns(table)

/** Column that divides an account group's rows into scopes; undefined if there is one scope. */
export const scopeColumnOf = ({ config: { scope } }: Collection): string | undefined =>
  scope.name === 'ownAndMain' ? 'userId' : scope.key

/**
 * Creates the table of a collection. Its lists are read in the order of the ids; each `indexed`
 * field has an index that also sorts the rows that it selects.
 */
function createCollectionTable(collection: Collection): CollectionTable {
  const { name, config } = collection
  const { fields, filters, sortBy, unique, atMostOne, indexed, deletedByAge } = config
  const table = toSnakeCase(name)
  const scopeColumn = scopeColumnOf(collection)
  const scoped = scopeColumn === undefined ? {} : { [scopeColumn]: id().notNull() }
  return pgTable(
    table,
    {
      ownerId: id().notNull(),
      id: id().notNull().default(nextFromSequence('collection_ids')),
      ...scoped,
      createdAt: moment().notNull(),
      version: version(),
      ...createFieldColumns(fields),
    },
    (row) => {
      const columns = row as unknown as Record<string, ExtraConfigColumn>
      const scope = [columns['ownerId']!, ...(scopeColumn ? [columns[scopeColumn]!] : [])] as const
      /** The filters as last columns let several filters be applied without reading the rows. */
      const createListIndex = (indexName: string, key: string) => {
        const others = filters.filter((one) => one !== key).map((one) => columns[one]!)
        return index(indexName).on(...scope, columns[key]!, columns['id']!, ...others)
      }
      return [
        primaryKey({ columns: [columns['ownerId']!, columns['id']!] }),
        ...(scopeColumn ? [index(`${table}_in_order`).on(...scope, columns['id']!)] : []),
        ...indexed.map((key) => createListIndex(`${table}_by_${toSnakeCase(key)}`, key)),
        ...indexed
          .filter((key) => sortBy.includes(key) && isNullable(fields[key]!))
          .map((key) =>
            index(`${table}_by_${toSnakeCase(key)}_desc`).on(
              ...scope,
              columns[key]!.desc().nullsLast(),
              columns['id']!.desc().nullsLast(),
            ),
          ),
        ...unique.map((keys, at) =>
          uniqueIndex(uniqueName(collection, at)).on(...scope, ...keys.map((key) => columns[key]!)),
        ),
        ...Object.entries(atMostOne).map(([key, value]) =>
          uniqueIndex(atMostOneName(collection, key))
            .on(...scope)
            .where(sql`${columns[key]!} = ${sql.raw(`'${value}'`)}`),
        ),
        ...referencesOf(collection).map(({ field, name: key, target }) =>
          foreignKey({
            name: key,
            columns: [columns['ownerId']!, columns[field]!],
            foreignColumns: [
              collectionTables[target.name]!.ownerId,
              collectionTables[target.name]!.id,
            ],
          }),
        ),
        ...referencesOf(collection)
          .filter(({ field }) => !indexed.includes(field))
          /** Finds the rows that refer to a row. */
          .map(({ field, name: key }) => index(key).on(columns['ownerId']!, columns[field]!)),
        ...(name === 'fapiaos' ? fapiaoIndexes(columns) : []),
        ...(deletedByAge ? [index(`${table}_by_age`).on(columns['createdAt']!)] : []),
        ...(scopeColumn === 'spaceId'
          ? [
              foreignKey({
                name: `${table}_space`,
                columns: [columns['ownerId']!, columns['spaceId']!],
                foreignColumns: [spaces.ownerId, spaces.id],
              }),
            ]
          : []),
      ]
    },
  )
}

/** Name of the index behind a unique combination, by which a violation is recognised. */
export const uniqueName = ({ name }: Collection, at: number): string =>
  `${toSnakeCase(name)}_unique_${at + 1}`

/** Name of the index behind a value that at most one row of a scope has. */
export const atMostOneName = ({ name }: Collection, field: string): string =>
  `${toSnakeCase(name)}_one_${toSnakeCase(field)}`

/** A field that refers to rows of another collection. `name`: of its foreign key. */
type Reference = {
  readonly field: string
  readonly name: string
  readonly target: Collection
  /** Whether rows are deleted with the row that they refer to. */
  readonly isDeletedWith: boolean
}

/** Throws an Error with the remedy if a field refers to anything but a collection of its scope. */
export function referencesOf({ name, config: { fields, scope } }: Collection): Reference[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const fieldType = fieldTypeRegistry.get(unwrapSchema(schema))
    if (fieldType?.kind !== 'reference') return []
    const createError = (reason: string) =>
      new Error(`defineCollection('${name}'): the field "${field}" ${reason}`)
    const { path } = fieldType.subject().page
    const target = Object.values(registeredCollections).find(
      ({ calls }) => calls['page']!.path === path,
    )
    if (!target)
      throw createError(
        `refers to ${path}, which is no registered collection; refer to one of them.`,
      )
    if (target.config.scope.name !== scope.name)
      throw createError(
        `refers to ${target.name}, whose rows others share; give both collections the same scope.`,
      )
    const isDeletedWith = fieldType.deletedWith === true
    const key = `${toSnakeCase(name)}_${toSnakeCase(field)}_reference`
    return [{ field, name: key, target, isDeletedWith }]
  })
}

/** Fields of other collections that refer to this one. */
export const referrersOf = ({ name }: Collection) =>
  Object.values(registeredCollections).flatMap((collection) =>
    referencesOf(collection)
      .filter(({ target }) => target.name === name)
      .map(({ field, name: key, isDeletedWith }) => ({
        collection,
        field,
        name: key,
        isDeletedWith,
      })),
  )

/** Collections in an order in which all rows can be deleted: referring collections come first. */
function sortForDeletion(all: readonly Collection[]): Collection[] {
  const sorted = new Set<Collection>()
  const visit = (collection: Collection, path: readonly Collection[]) => {
    if (path.includes(collection))
      throw new Error(
        `The collections ${[...path, collection].map(({ name }) => name).join(', ')} refer to each other; leave one reference out.`,
      )
    for (const referrer of referrersOf(collection))
      visit(referrer.collection, [...path, collection])
    sorted.add(collection)
  }
  for (const collection of all) visit(collection, [])
  return [...sorted]
}

/**
 * Tables written by hand, with the indexes that their lists need, and the counters of their rows.
 * The columns are those of a generated table.
 */
const tablesByHand: Readonly<Record<string, { table: CollectionTable; counter: OwnCounter }>> = {
  contacts: { table: contacts, counter: { table: spaces, rows: 'contacts' } },
}

/** Counter of a collection whose rows `collectionCounts` does not count. */
export const ownCounterOf = ({ name }: Collection): OwnCounter | undefined =>
  tablesByHand[name]?.counter

/** The table of every registered collection, in the order of deletion. */
export const collectionTables: Readonly<Record<string, CollectionTable>> = Object.fromEntries(
  sortForDeletion(Object.values(registeredCollections)).map((collection) => [
    collection.name,
    tablesByHand[collection.name]?.table ?? createCollectionTable(collection),
  ]),
)

/** Every collection with its table, in the order of deletion. */
export const storedCollections: readonly Stored[] = Object.entries(collectionTables).map(
  ([name, table]) => ({ collection: registeredCollections[name]!, table }),
)

/** The collection of that name with its table. */
export const storedOf = (name: keyof typeof collections): Stored =>
  storedCollections.find(({ collection }) => collection.name === name)!

/** Tables that are derived from the configurations; the others are in `src/server/schema.ts`. */
export const generatedTables: Readonly<Record<string, CollectionTable>> = Object.fromEntries(
  Object.entries(collectionTables).filter(([name]) => !tablesByHand[name]),
)
