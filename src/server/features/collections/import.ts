/** Imports of collections: rows checked one by one, then all added, or none. */
import { and, sql } from 'drizzle-orm'
import { importRowOf, type ImportResult } from '#contract/collection-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readCount, createTooManyRowsError } from '#server/features/collections/counters.ts'
import { toColumnValues, createTakenError } from '#server/features/collections/change-rows.ts'
import { inScope, type Row } from '#server/features/collections/queries.ts'
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
import { nextTurn } from '#server/platform/next-turn.ts'
import { formatError, formatFieldErrors } from '#server/platform/messages.ts'

type RowError = ImportResult['errors'][number]

type ImportCall = Pick<Call, 'db' | 'lang' | 'settings'>

/**
 * The valid rows as they would be added, the errors of the invalid ones, and how many rows were not
 * looked at since there are errors enough.
 */
type CheckedRows = {
  readonly rows: readonly Row[]
  readonly errors: readonly RowError[]
  readonly unchecked: number
}

/** Errors after which checking stops: the same mistake is mostly in all rows. */
const maxErrors = 200
/** Rows that share a statement per reference and per unique combination. */
const batchSize = 250
/** Milliseconds of checking after which calls of other users get their turn. */
const sliceTime = 5

/**
 * Validates rows as `create` does, against the scope and against each other, in slices. Stops once
 * `maxErrors` are found.
 */
export async function checkRows(
  call: ImportCall,
  stored: Stored,
  scope: ScopeKey,
  given: readonly Row[],
): Promise<CheckedRows> {
  const { collection } = stored
  const schema = { ...collection.calls['create']!, input: importRowOf(collection) }
  const findTakenRows = createTakenSearch(call, stored, scope)
  const endSlice = createSlices()
  const errors: RowError[] = []
  const rows: Row[] = []
  let row = 0
  while (row < given.length && errors.length < maxErrors) {
    const batch: RowOfImport[] = []
    const end = Math.min(row + batchSize, given.length)
    for (; row < end && errors.length < maxErrors; row++) {
      await endSlice()
      const parsed = parseRow(schema, given[row]!, callNameOf(collection, 'create'))
      if (parsed instanceof ApiError)
        for (const [field, message] of Object.entries(formatFieldErrors(call.lang, parsed.fields)))
          errors.push({ row, field, message })
      else batch.push({ row, values: toColumnValues(collection, parsed, call.settings.timeZone) })
    }
    const unknown = await findUnknownReferences(call, stored, scope, batch)
    const refused = new Set(unknown.map((error) => error.row))
    errors.push(...unknown)
    errors.push(...(await findTakenRows(batch.filter((one) => !refused.has(one.row)))))
    rows.push(...batch.map(({ values }) => values))
  }
  errors.sort((a, b) => a.row - b.row)
  return { rows, errors, unchecked: given.length - row }
}

type RowOfImport = { readonly row: number; readonly values: Row }

/** Returns a function that waits for calls of other users once the slice is used up. */
function createSlices(): () => Promise<void> | undefined {
  let startedAt = performance.now()
  const endSlice = async () => {
    await nextTurn()
    startedAt = performance.now()
  }
  return () => (performance.now() - startedAt < sliceTime ? undefined : endSlice())
}

/** Errors of references to rows that are not in the scope. */
async function findUnknownReferences(
  { db, lang }: ImportCall,
  stored: Stored,
  scope: ScopeKey,
  batch: readonly RowOfImport[],
): Promise<RowError[]> {
  const values = batch.map((one) => one.values)
  const missing = await findMissingReferences(db, stored, scope, values)
  return missing.map(({ row: index, field }) => {
    const sentences = formatFieldErrors(lang, createMissingError(stored.collection, [field]).fields)
    return { row: batch[index]!.row, field, message: sentences[field] ?? '' }
  })
}

function parseRow(endpoint: Endpoint, given: Row, name: string): Row | ApiError {
  try {
    return validateFields(endpoint, given, name) as Row
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/**
 * Returns a function that finds, batch by batch, the errors of rows whose unique combination an
 * earlier row of the import or the scope has.
 */
function createTakenSearch({ db, lang }: ImportCall, stored: Stored, scope: ScopeKey) {
  const { collection } = stored
  const searches = collection.config.unique.map((keys, at) => {
    const reason = {
      key: 'rowTwice',
      values: {},
      collection: collection.name,
      fields: keys,
    } as const
    return {
      keys,
      field: keys.length === 1 ? keys[0]! : null,
      firstRows: new Map<string, number>(),
      twice: formatError(lang, new ApiError('alreadyExists', { reason })),
      taken: formatError(lang, createTakenError(collection, at)),
    }
  })
  return async (batch: readonly RowOfImport[]): Promise<RowError[]> => {
    const errors: RowError[] = []
    for (const { keys, field, firstRows, twice, taken } of searches) {
      const others: RowOfImport[] = []
      for (const one of batch) {
        const combination = keys.map((key) => one.values[key])
        if (combination.includes(null)) continue
        const key = JSON.stringify(combination)
        const first = firstRows.get(key)
        if (first === undefined) {
          firstRows.set(key, one.row)
          others.push(one)
        } else errors.push({ row: one.row, field, message: twice, sameAs: first })
      }
      const found = await findTakenInScope(db, stored, scope, keys, others)
      errors.push(...found.map(({ row }) => ({ row, field, message: taken })))
    }
    return errors
  }
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
        where ${and(inScope(stored, scope), ...same)})`,
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
  const rows = await readCount(db, stored, scope)
  if (rows + count > stored.collection.config.maxRows)
    throw createTooManyRowsError(stored.collection)
}
