/** Files of documents in the database, in pieces. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { documentParts } from '#server/features/documents/table.ts'
import type { Db } from '#server/platform/db/open.ts'

export type DocumentKey = { ownerId: string; documentId: string }
type FileKind = 'source' | 'result'

/** Bytes of a piece: one row of the database is sent at a time. */
const pieceSize = 1024 * 1024

const isOfFile = ({ ownerId, documentId }: DocumentKey, kind: FileKind | 'texts') =>
  and(
    eq(documentParts.ownerId, ownerId),
    eq(documentParts.documentId, documentId),
    eq(documentParts.kind, kind),
  )

/** Requires a transaction. */
export async function storeFile(
  tx: Db,
  key: DocumentKey,
  kind: FileKind,
  bytes: Uint8Array,
): Promise<void> {
  for (let start = 0, at = 0; start < bytes.length; start += pieceSize, at++)
    await tx
      .insert(documentParts)
      .values({ ...key, kind, at, bytes: bytes.subarray(start, start + pieceSize) })
}

/** Empty if the file is gone. Its pieces are read one after another. */
export async function readFile(
  db: Db,
  key: DocumentKey,
  kind: FileKind,
): Promise<Uint8Array<ArrayBuffer>> {
  const isOf = isOfFile(key, kind)
  const length = sql<number>`coalesce(sum(octet_length(${documentParts.bytes})), 0)::float8`
  const [file] = await db.select({ length }).from(documentParts).where(isOf)
  const bytes = new Uint8Array(file!.length)
  for (let start = 0, at = 0; start < bytes.length; at++) {
    const [piece] = await db
      .select({ bytes: documentParts.bytes })
      .from(documentParts)
      .where(and(isOf, eq(documentParts.at, at)))
    // Deleted meanwhile.
    if (!piece) return new Uint8Array()
    bytes.set(piece.bytes, start)
    start += piece.bytes.length
  }
  return bytes
}

/**
 * Translated texts from the number `at` on. `sources`: characters by source language;
 * `fallbackChannelId`: the channel that translated them in place of the document's.
 */
export type TranslatedTexts = {
  at: number
  texts: string[]
  sources: Readonly<Record<string, number>>
  fallbackChannelId?: string | undefined
}

export async function storeTexts(
  tx: Db,
  key: DocumentKey,
  { at, ...translated }: TranslatedTexts,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(translated))
  await tx.insert(documentParts).values({ ...key, kind: 'texts', at, bytes })
}

export async function readStoredTexts(db: Db, key: DocumentKey): Promise<TranslatedTexts[]> {
  const rows = await db
    .select({ at: documentParts.at, bytes: documentParts.bytes })
    .from(documentParts)
    .where(isOfFile(key, 'texts'))
    .orderBy(asc(documentParts.at))
  return rows.map(({ at, bytes }) => ({
    at,
    ...(JSON.parse(new TextDecoder().decode(bytes)) as Omit<TranslatedTexts, 'at'>),
  }))
}

/** Deletes what only the translation of a document needs. */
export async function deleteParts(
  tx: Db,
  key: DocumentKey,
  kinds: readonly (FileKind | 'texts')[],
): Promise<void> {
  for (const kind of kinds) await tx.delete(documentParts).where(isOfFile(key, kind))
}
