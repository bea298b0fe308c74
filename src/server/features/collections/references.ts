/** References between collections: the referenced row exists and cannot be deleted. */
import { and, eq } from 'drizzle-orm'
import type { Collection } from '#contract/collection.ts'
import { inScope, type Row } from '#server/features/collections/queries.ts'
import { callNameOf, type ScopeKey } from '#server/features/collections/scopes.ts'
import {
  collectionTables,
  columnsOf,
  referencesOf,
  referrersOf,
  type Stored,
} from '#server/features/collections/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, isOneOf } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Reference fields of rows without a referenced row in their scope. With `lock`, the referenced
 * rows can't be deleted until the transaction ends. A missing key is no reference: an edit keeps it.
 */
export async function findMissingReferences(
  db: Db,
  { collection }: Stored,
  scope: ScopeKey,
  rows: readonly Row[],
  { lock = false } = {},
): Promise<{ row: number; field: string }[]> {
  const missing: { row: number; field: string }[] = []
  for (const { field, target } of referencesOf(collection)) {
    const ids = rows.map((row) => (row[field] ?? null) as string | null)
    const validIds = [...new Set(ids)].filter((one) => one !== null && isId(one))
    const stored = { collection: target, table: collectionTables[target.name]! }
    const query = db
      .select({ id: stored.table.id })
      .from(stored.table)
      .where(and(inScope(stored, scope), isOneOf(stored.table.id, validIds)))
    const found = validIds.length === 0 ? [] : await (lock ? query.for('share') : query)
    const known = new Set(found.map(({ id }) => String(id)))
    ids.forEach((id, row) => id !== null && !known.has(id) && missing.push({ row, field }))
  }
  return missing
}

/** Throws ApiError `invalid` for a reference that is not a valid id. */
export function refuseMalformed(collection: Collection, rows: readonly Row[]): void {
  const fields = referencesOf(collection)
    .map(({ field }) => field)
    .filter((field) => rows.some(({ [field]: id = null }) => id !== null && !isId(String(id))))
  if (fields.length > 0) throw createMissingError(collection, fields)
}

export const createMissingError = (collection: Collection, fields: readonly string[]): ApiError =>
  new ApiError('invalid', {
    fields: fields.map((field) => ({
      field,
      rule: 'type',
      kind: 'choice',
      call: callNameOf(collection, 'create'),
    })),
  })

/** Throws ApiError `notAllowed` if any row refers to one of these. */
export async function refuseReferenced(
  tx: Db,
  { collection }: Stored,
  { ownerId }: ScopeKey,
  ids: readonly string[],
): Promise<void> {
  for (const { collection: referrer, field, isDeletedWith } of referrersOf(collection)) {
    if (isDeletedWith) continue
    const table = collectionTables[referrer.name]!
    const refers = isOneOf(columnsOf(table)[field]!, ids)
    const [found] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.ownerId, ownerId), refers))
      .limit(1)
    if (found) throw createInUseError(referrer)
  }
}

const createInUseError = ({ name }: Collection): ApiError =>
  new ApiError('notAllowed', { reason: { key: 'rowInUse', values: {}, collection: name } })

/** The error for a violated foreign key; undefined for other constraints. */
export function toReferenceError(collection: Collection, constraint: string): ApiError | undefined {
  const referrer = referrersOf(collection).find(({ name }) => name === constraint)
  if (referrer) return createInUseError(referrer.collection)
  const reference = referencesOf(collection).find(({ name }) => name === constraint)
  return reference && createMissingError(collection, [reference.field])
}
