/** Glossaries and their dictionaries as programs create, read, change and delete them. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import {
  addRows,
  deleteRows,
  editRow,
  lockCounter,
  storedOf,
} from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { glossaries, glossaryTerms } from '#server/features/glossaries/table.ts'
import { refuseTooManyTerms } from '#server/features/glossaries/handlers.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

export type Glossary = { id: string; name: string; createdAt: Date }
/** Languages in the product's codes. */
export type LanguagePairOfTerms = { source: string; target: string }
export type Entry = { source: string; target: string | null }

const glossaryColumns = columnsOf(glossaries)
const termColumns = columnsOf(glossaryTerms)

/** The glossaries of an account group, oldest first, or one of them. */
export async function readGlossaries(db: Db, ownerId: string, id?: string): Promise<Glossary[]> {
  if (id !== undefined && !isId(id)) return []
  const rows = await db
    .select({
      id: sql<string>`${glossaries.id}::text`,
      name: sql<string>`${glossaryColumns['name']!}`,
      createdAt: glossaries.createdAt,
    })
    .from(glossaries)
    .where(
      and(eq(glossaries.ownerId, ownerId), id === undefined ? undefined : eq(glossaries.id, id)),
    )
    .orderBy(glossaries.id)
  return rows as Glossary[]
}

/** Throws ApiError `alreadyExists` for a name that is in use, and `notAllowed` above the limit. */
export async function addGlossary(
  tx: Db,
  ownerId: string,
  name: string,
  now: Date,
): Promise<string> {
  const [id] = await addRows(tx, storedOf('glossaries'), { ownerId, id: '0' }, [{ name }], now)
  return id!
}

/** Throws ApiError `notFound`, and `alreadyExists` for a name that is in use. */
export async function renameGlossary(
  tx: Db,
  ownerId: string,
  id: string,
  name: string,
): Promise<void> {
  await editRow(tx, storedOf('glossaries'), { ownerId, id: '0' }, id, { name }, undefined)
}

/** Deletes a glossary that exists, with its terms. Requires a transaction. */
export async function removeGlossary(tx: Db, ownerId: string, id: string): Promise<void> {
  const stored = storedOf('glossaries')
  const scope = { ownerId, id: '0' }
  await lockCounter(tx, stored, scope)
  await deleteRows(tx, stored, scope, [id])
}

const isOfPair = (glossaryId: string, { source, target }: LanguagePairOfTerms): SQL =>
  and(
    eq(termColumns['glossaryId']!, glossaryId),
    eq(termColumns['sourceLangCode']!, source),
    eq(termColumns['targetLangCode']!, target),
  )!

/** The terms of a dictionary in the order in which they were added. */
export async function readEntries(
  db: Db,
  ownerId: string,
  glossaryId: string,
  pair: LanguagePairOfTerms,
): Promise<Entry[]> {
  return db
    .select({
      source: sql<string>`${termColumns['sourceTerm']!}`,
      target: sql<string | null>`${termColumns['targetTerm']!}`,
    })
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.ownerId, ownerId), isOfPair(glossaryId, pair)))
    .orderBy(glossaryTerms.id)
}

/**
 * Adds terms in place of those with the same source, or of all. Requires a transaction. Throws
 * ApiError `notAllowed` above the limit of a glossary.
 */
export async function putEntries(
  tx: Db,
  ownerId: string,
  glossaryId: string,
  pair: LanguagePairOfTerms,
  entries: readonly Entry[],
  { replacesAll, now }: { replacesAll: boolean; now: Date },
): Promise<void> {
  const sources = entries.map(({ source }) => source)
  const replaced = replacesAll
    ? undefined
    : sql`${termColumns['sourceTerm']!} = any(${sql.param(sources)}::text[])`
  await removeEntries(tx, ownerId, and(isOfPair(glossaryId, pair), replaced)!)
  const rows = entries.map(({ source, target }) => ({
    glossaryId,
    sourceLangCode: pair.source,
    targetLangCode: pair.target,
    sourceTerm: source,
    targetTerm: target,
    caseSensitive: false,
  }))
  if (rows.length > 0) await addRows(tx, storedOf('glossaryTerms'), { ownerId, id: '0' }, rows, now)
  await refuseTooManyTerms(tx, ownerId, [glossaryId])
}

/** Deletes a dictionary. Throws ApiError `notFound` if it has no terms. */
export async function removeDictionary(
  tx: Db,
  ownerId: string,
  glossaryId: string,
  pair: LanguagePairOfTerms,
): Promise<void> {
  const removed = await removeEntries(tx, ownerId, isOfPair(glossaryId, pair))
  if (removed === 0) throw new ApiError('notFound')
}

async function removeEntries(tx: Db, ownerId: string, where: SQL): Promise<number> {
  const stored = storedOf('glossaryTerms')
  const scope = { ownerId, id: '0' }
  await lockCounter(tx, stored, scope)
  const found = await tx
    .select({ id: sql<string>`${glossaryTerms.id}::text` })
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.ownerId, ownerId), where))
  const ids = found.map(({ id }) => id)
  return ids.length === 0 ? 0 : (await deleteRows(tx, stored, scope, ids)).length
}
