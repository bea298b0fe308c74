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

/** Pieces of a file, read one after another; none if the file is gone. */
export async function* readPieces(
  db: Db,
  key: DocumentKey,
  kind: FileKind,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; ; at++) {
    const [piece] = await db
      .select({ bytes: documentParts.bytes })
      .from(documentParts)
      .where(and(isOfFile(key, kind), eq(documentParts.at, at)))
    if (!piece) return
    yield new Uint8Array(piece.bytes)
  }
}

/** Empty if the file is gone. */
export async function readFile(
  db: Db,
  key: DocumentKey,
  kind: FileKind,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = sql<number>`coalesce(sum(octet_length(${documentParts.bytes})), 0)::float8`
  const [file] = await db.select({ length }).from(documentParts).where(isOfFile(key, kind))
  const bytes = new Uint8Array(file!.length)
  let start = 0
  for await (const piece of readPieces(db, key, kind)) {
    bytes.set(piece, start)
    start += piece.length
  }
  // Deleted meanwhile.
  return start === bytes.length ? bytes : new Uint8Array()
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
