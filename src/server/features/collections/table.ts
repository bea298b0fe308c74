/** Tables of the collections: columns, keys and indexes follow from each statement. */
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  bigint,
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
import { id, moment, nextOf, version } from '../../platform/db/columns.ts'
import { fieldColumns, isNullable } from '../../platform/db/field-columns.ts'
import { spaces } from '../workspace/table.ts'

/** Ids of all collections, so that they rise with time. */
export const collectionIds = pgSequence('collection_ids', { startWith: 1_001 })

/**
 * Rows of each scope, so that totals need no count and the limit holds. Changes of the number of
 * rows lock the row of their scope first.
 */
export const collectionCounts = pgTable(
  'collection_counts',
  {
    ownerId: id().notNull(),
    collection: text().notNull(),
    /** The user or the space; 0 for the account group. */
    scopeId: id().notNull(),
    rows: integer().notNull(),
    /** In the trash. */
    deleted: integer().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.collection, row.scopeId] }),
    check('collection_counts_rows', sql`${row.rows} >= 0 and ${row.deleted} >= 0`),
  ],
)

export type CollectionTable = PgTable &
  Readonly<Record<'ownerId' | 'id' | 'createdAt' | 'version', PgColumn>>

/** Columns by name, those of the fields included. */
export const columnsOf = (table: CollectionTable): Readonly<Record<string, PgColumn>> =>
  getTableColumns(table)

/** Column that divides an account group's rows into scopes; undefined if there is one scope. */
export const scopeColumnOf = ({ config: { scope } }: Collection): string | undefined =>
  scope.name === 'own' ? 'userId' : scope.key

/** The table of a collection. Each index keeps the order of the rows that it selects. */
export function collectionTable(collection: Collection): CollectionTable {
  const { name, config } = collection
  const { fields, filters, ranges, sortBy, unique, search, trash } = config
  const table = toSnakeCase(name)
  const scopeColumn = scopeColumnOf(collection)
  const scoped = scopeColumn === undefined ? {} : { [scopeColumn]: id().notNull() }
  const searched = [...new Set(Object.values(search).flat())]
  const scopeName = toSnakeCase(scopeColumn ?? 'ownerId')
  const grams = sql.raw(
    `search_grams(${scopeName}::text, array[${searched.map(toSnakeCase).join(', ')}])`,
  )
  return pgTable(
    table,
    {
      ownerId: id().notNull(),
      id: id().notNull().default(nextOf('collection_ids')),
      ...scoped,
      createdAt: moment().notNull(),
      version: version(),
      ...fieldColumns(fields),
      ...(trash ? { deletedAt: moment() } : {}),
      ...(searched.length > 0
        ? { searchGrams: bigint({ mode: 'number' }).array().generatedAlwaysAs(grams) }
        : {}),
    },
    (row) => {
      const columns = row as unknown as Record<string, ExtraConfigColumn>
      const scope = [columns['ownerId']!, ...(scopeColumn ? [columns[scopeColumn]!] : [])] as const
      const live = trash ? sql`${columns['deletedAt']!} is null` : undefined
      const ordered = (name_: string, key: string) =>
        only(index(name_).on(...scope, columns[key]!, columns['id']!), live)
      return [
        primaryKey({ columns: [columns['ownerId']!, columns['id']!] }),
        ...(scopeColumn || trash
          ? [only(index(`${table}_in_order`).on(...scope, columns['id']!), live)]
          : []),
        ordered(`${table}_by_age`, 'createdAt'),
        ...[...new Set([...filters, ...ranges, ...sortBy])].map((key) =>
          ordered(`${table}_by_${toSnakeCase(key)}`, key),
        ),
        ...sortBy
          .filter((key) => isNullable(fields[key]!))
          .map((key) =>
            only(
              index(`${table}_by_${toSnakeCase(key)}_desc`).on(
                ...scope,
                columns[key]!.desc().nullsLast(),
                columns['id']!.desc().nullsLast(),
              ),
              live,
            ),
          ),
        ...unique.map((keys, at) =>
          only(
            uniqueIndex(uniqueName(collection, at)).on(
              ...scope,
              ...keys.map((key) => columns[key]!),
            ),
            live,
          ),
        ),
        ...(searched.length > 0
          ? [index(`${table}_search`).using('gin', columns['searchGrams']!)]
          : []),
        ...(trash
          ? [
              only(
                index(`${table}_in_trash`).on(...scope, columns['deletedAt']!, columns['id']!),
                sql`${columns['deletedAt']!} is not null`,
              ),
              only(
                index(`${table}_expiry`).on(columns['deletedAt']!),
                sql`${columns['deletedAt']!} is not null`,
              ),
            ]
          : []),
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
  ) as unknown as CollectionTable
}

const only = <B extends { where: (condition: SQL) => B }>(made: B, condition: SQL | undefined) =>
  condition === undefined ? made : made.where(condition)

/** Name of the index behind a unique combination, by which a violation is recognised. */
export const uniqueName = ({ name }: Collection, at: number): string =>
  `${toSnakeCase(name)}_unique_${at + 1}`

/** The table of every registered collection. */
export const collectionTables: Readonly<Record<string, CollectionTable>> = Object.fromEntries(
  Object.entries<Collection>(collections).map(([name, collection]) => [
    name,
    collectionTable(collection),
  ]),
)
