/** Adds, edits and deletes rows of collections. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import { inScope, type Row } from '#server/features/collections/queries.ts'
import {
  type Stored,
  atMostOneName,
  collectionTables,
  columnsOf,
  referrersOf,
  scopeColumnOf,
  uniqueName,
} from '#server/features/collections/table.ts'
import {
  createMissingError,
  findMissingReferences,
  toReferenceError,
  refuseMalformed,
  refuseReferenced,
} from '#server/features/collections/references.ts'
import { callNameOf, type ScopeKey } from '#server/features/collections/scopes.ts'
import { ApiError } from '#server/http/errors.ts'
import { isOneOf } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  referenceViolation,
  uniqueViolation,
  findViolation,
} from '#server/platform/db/violations.ts'
import { countAdded, countDeleted, lockCounter } from '#server/features/collections/counters.ts'
import { toStoredFields } from '#server/platform/db/field-columns.ts'

export const toColumnValues = ({ config: { fields } }: Collection, input: Row, zone: string): Row =>
  toStoredFields(fields, input, zone)

/** Rows of one insert: few enough that writing its SQL keeps no other call waiting. */
const batchSize = 100

/**
 * Adds rows and returns their ids. Requires a transaction. Throws ApiError `notAllowed` above the
 * limit of the scope, and `alreadyExists` for a combination or value that has to be unique.
 */
export async function addRows(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  rows: readonly Row[],
  now: Date,
): Promise<string[]> {
  await countAdded(tx, stored, scope, rows.length)
  return insertRows(tx, stored, scope, rows, now)
}

/**
 * As `addRows`, without counting them: the transaction does so by `countAdded` before it ends. Thus
 * long work on a new row keeps no other change of the scope waiting.
 */
export async function insertRows(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  rows: readonly Row[],
  now: Date,
): Promise<string[]> {
  const { collection, table } = stored
  refuseMalformed(collection, rows)
  const scopeColumn = scopeColumnOf(collection)
  const scoped = {
    ownerId: scope.ownerId,
    ...(scopeColumn === undefined ? {} : { [scopeColumn]: scope.id }),
    createdAt: now,
  }
  const ids: string[] = []
  for (let at = 0; at < rows.length; at += batchSize) {
    const values = rows.slice(at, at + batchSize).map((row) => ({ ...row, ...scoped }))
    const added = await withConflictErrors(collection, () =>
      tx.insert(table).values(values).returning({ id: table.id }),
    )
    ids.push(...added.map(({ id }) => String(id)))
  }
  await requireReferences(tx, stored, scope, rows)
  return ids
}

/** Throws ApiError `invalid` if a row refers to one that is deleted or in another scope. */
async function requireReferences(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  rows: readonly Row[],
): Promise<void> {
  const missing = await findMissingReferences(tx, stored, scope, rows, { lock: true })
  const fields = [...new Set(missing.map(({ field }) => field))]
  if (fields.length > 0) throw createMissingError(stored.collection, fields)
}

/** Throws ApiError `notFound`, or `changedElsewhere` if `version` is stale. */
export async function editRow(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  id: string,
  row: Row,
  version: number | undefined,
): Promise<void> {
  const { collection, table } = stored
  const where = and(inScope(stored, scope), eq(table.id, id))
  refuseMalformed(collection, [row])
  const set = { ...row, version: sql`${table.version} + 1` }
  const changed = await withConflictErrors(collection, () =>
    tx
      .update(table)
      .set(set)
      .where(and(where, version === undefined ? undefined : eq(table.version, version)))
      .returning({ id: table.id }),
  )
  if (changed.length === 0)
    throw new ApiError((await tx.$count(table, where)) > 0 ? 'changedElsewhere' : 'notFound')
  await requireReferences(tx, stored, scope, [row])
}

/**
 * Locks rows of a scope until the transaction ends and returns their ids, without those that are
 * unknown. Requires a transaction.
 */
export async function lockRows(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  ids: readonly string[],
): Promise<string[]> {
  const { table } = stored
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inScope(stored, scope), inArray(table.id, [...ids])))
    .orderBy(asc(table.id))
    .for('update')
  return rows.map(({ id }) => String(id))
}

/**
 * Deletes rows of a scope and returns their ids. Rows that are deleted with them come first.
 * Requires `lockCounter`.
 */
export async function deleteRows(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  ids: readonly string[],
): Promise<string[]> {
  const { collection, table } = stored
  await deleteDependents(tx, stored, scope, ids)
  const deleted = await withConflictErrors(collection, () =>
    tx
      .delete(table)
      .where(and(inScope(stored, scope), isOneOf(table.id, ids)))
      .returning({ id: table.id }),
  )
  const deletedIds = deleted.map(({ id }) => String(id))
  await refuseReferenced(tx, stored, scope, deletedIds)
  await countDeleted(tx, stored, scope, deletedIds.length)
  return deletedIds
}

/** Deletes the rows that are deleted with these. */
async function deleteDependents(
  tx: Db,
  stored: Stored,
  scope: ScopeKey,
  ids: readonly string[],
): Promise<void> {
  for (const { dependents, ids: dependentIds } of await lockDependents(tx, stored, scope, ids))
    if (dependentIds.length > 0) await deleteRows(tx, dependents, scope, dependentIds)
}

/**
 * Locks the rows that are deleted with these, and their counter, which a change of them locks before
 * the rows that they refer to. Requires a transaction.
 */
export async function lockDependents(
  tx: Db,
  { collection }: Stored,
  scope: ScopeKey,
  ids: readonly string[],
): Promise<{ dependents: Stored; ids: string[] }[]> {
  const locked: { dependents: Stored; ids: string[] }[] = []
  for (const { collection: referrer, field, isDeletedWith } of referrersOf(collection)) {
    if (!isDeletedWith) continue
    const dependents: Stored = { collection: referrer, table: collectionTables[referrer.name]! }
    await lockCounter(tx, dependents, scope)
    const rows = await tx
      .select({ id: dependents.table.id })
      .from(dependents.table)
      .where(and(inScope(dependents, scope), isOneOf(columnsOf(dependents.table)[field]!, ids)))
      .orderBy(asc(dependents.table.id))
      .for('update')
    locked.push({ dependents, ids: rows.map(({ id }) => String(id)) })
  }
  return locked
}

/** Turns the violation of a unique combination or of a reference into an ApiError. */
async function withConflictErrors<T>(collection: Collection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint = '' } = findViolation(error) ?? {}
    const at = collection.config.unique.findIndex(
      (_, n) => uniqueName(collection, n) === constraint,
    )
    if (code === uniqueViolation && at >= 0) throw createTakenError(collection, at)
    if (
      code === uniqueViolation &&
      Object.keys(collection.config.atMostOne).some(
        (field) => atMostOneName(collection, field) === constraint,
      )
    )
      throw new ApiError('alreadyExists')
    throw (code === referenceViolation && toReferenceError(collection, constraint)) || error
  }
}

export function createTakenError(collection: Collection, at: number): ApiError {
  const { name, config } = collection
  const fields = config.unique[at]!
  return new ApiError('alreadyExists', {
    reason: { key: 'rowTaken', values: {}, collection: name, fields },
    ...(fields.length === 1
      ? { fields: [{ field: fields[0]!, rule: 'taken', call: callNameOf(collection, 'create') }] }
      : {}),
  })
}
