/** Imports of collections: rows checked one by one, then all added, or none. */
import { and, sql } from 'drizzle-orm'
import { importRowOf, type ImportResult } from '#contract/collection-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readCounts, createTooManyRowsError } from '#server/features/collections/counters.ts'
import { toColumnValues, createTakenError } from '#server/features/collections/service.ts'
import { inScope, isLive, type Row } from '#server/features/collections/queries.ts'
import {
  createMissingError,
  findMissingReferences,
} from '#server/features/collections/references.ts'
import { callNameOf, type ScopeKey } from '#server/features/collections/scopes.ts'
import { columnsOf, type Stored } from '#server/features/collections/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Call } from '#server/http/handler.ts'
import { validateFields } from '#server/http/validation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatError, formatFieldErrors } from '#server/platform/messages.ts'

type RowError = ImportResult['errors'][number]

type ImportCall = Pick<Call, 'db' | 'lang' | 'settings'>

/** The valid rows as they would be added, and the errors of the invalid ones. */
type CheckedRows = { readonly rows: readonly Row[]; readonly errors: readonly RowError[] }

/** Validates rows as `create` does, against the scope and against each other. */
export async function checkRows(
  call: ImportCall,
  stored: Stored,
  scope: ScopeKey,
  given: readonly Row[],
): Promise<CheckedRows> {
  const { collection } = stored
  const schema = { ...collection.calls['create']!, input: importRowOf(collection) }
  const errors: RowError[] = []
  const rows: { row: number; values: Row }[] = []
  given.forEach((one, row) => {
    const parsed = parseRow(schema, one, callNameOf(collection, 'create'))
    if (parsed instanceof ApiError) {
      const sentences = Object.entries(formatFieldErrors(call.lang, parsed.fields))
      errors.push(...sentences.map(([field, message]) => ({ row, field, message })))
    } else {
      rows.push({ row, values: toColumnValues(collection, parsed, call.settings.timeZone) })
    }
  })
  const missing = await findMissingReferences(
    call.db,
    stored,
    scope,
    rows.map(({ values }) => values),
  )
  for (const { row: index, field } of missing) {
    const sentences = formatFieldErrors(call.lang, createMissingError(collection, [field]).fields)
    errors.push({ row: rows[index]!.row, field, message: sentences[field] ?? '' })
  }
  errors.push(...(await findTakenRows(call, stored, scope, rows)))
  errors.sort((a, b) => a.row - b.row)
  return { rows: rows.map(({ values }) => values), errors }
}

function parseRow(endpoint: Endpoint, given: Row, name: string): Row | ApiError {
  try {
    return validateFields(endpoint, given, name) as Row
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Errors of rows whose unique combination another row of the import or of the scope has. */
async function findTakenRows(
  { db, lang }: ImportCall,
  stored: Stored,
  scope: ScopeKey,
  rows: readonly { row: number; values: Row }[],
): Promise<RowError[]> {
  const { collection } = stored
  const errors: RowError[] = []
  for (const [at, keys] of collection.config.unique.entries()) {
    const field = keys.length === 1 ? keys[0]! : null
    const first = new Map<string, number>()
    const others: (typeof rows)[number][] = []
    for (const one of rows) {
      const combination = keys.map((key) => one.values[key])
      if (combination.includes(null)) continue
      const key = JSON.stringify(combination)
      const other = first.get(key)
      if (other === undefined) {
        first.set(key, one.row)
        others.push(one)
        continue
      }
      const reason = {
        key: 'rowTwice',
        values: {},
        collection: collection.name,
        fields: keys,
      } as const
      const message = formatError(lang, new ApiError('alreadyExists', { reason }))
      errors.push({ row: one.row, field, message, sameAs: other })
    }
    const message = formatError(lang, createTakenError(collection, at))
    const taken = await findTakenInScope(db, stored, scope, keys, others)
    errors.push(...taken.map(({ row }) => ({ row, field, message })))
  }
  return errors
}

/** The rows whose combination the scope already has. */
async function findTakenInScope<T extends { values: Row }>(
  db: Db,
  stored: Stored,
  scope: ScopeKey,
  keys: readonly string[],
  rows: readonly T[],
): Promise<T[]> {
  if (rows.length === 0) return []
  const columns = columnsOf(stored.table)
  const lists = keys.map((key) => {
    const values = rows.map(({ values: row }) => String(row[key]))
    return sql`${sql.param(values)}::text[]::${sql.raw(columns[key]!.getSQLType())}[]`
  })
  const names = keys.map((_, at) => sql.raw(`k${at}`))
  const same = keys.map((key, at) => sql`${columns[key]!} = given.${names[at]!}`)
  const { rows: found } = await db.execute<{ at: string }>(
    sql`select given.at from unnest(${sql.join(lists, sql`, `)}) with ordinality
        as given(${sql.join(names, sql`, `)}, at)
      where exists (select from ${stored.table}
        where ${and(inScope(stored, scope), isLive(stored), ...same)})`,
  )
  return found.map(({ at }) => rows[Number(at) - 1]!)
}

/** Throws ApiError `notAllowed` if the scope has no room for so many rows. */
export async function refuseTooMany(
  db: Db,
  stored: Stored,
  scope: ScopeKey,
  count: number,
): Promise<void> {
  const { rows } = await readCounts(db, stored, scope)
  if (rows + count > stored.collection.config.maxRows)
    throw createTooManyRowsError(stored.collection)
}
