/** Tables of the work on documents and of their files; the documents themselves are a collection. */
import { and, eq, sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DocumentFormat } from '#contract/document-formats.ts'
import type { RefusalCode } from '#contract/failure.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import type { Reservation } from '#server/features/ledger/index.ts'
import type { TranslationHints } from '#server/features/translation/index.ts'
import type { ErrorReason } from '#server/http/errors.ts'
import { bytea, id, moment, quantity } from '#server/platform/db/columns.ts'

/** The documents, as their collection declares them. */
export const documents = collectionTables['documents']!

/**
 * Why a document failed, or waits: the parts of an ApiError. `since`: ISO time since which the
 * channel is busy.
 */
export type StoredProblem = { code: RefusalCode; reason?: ErrorReason; since?: string }

/** How a document is to be translated, and how far that is. */
export const documentJobs = pgTable(
  'document_jobs',
  {
    ownerId: id().notNull(),
    documentId: id().notNull(),
    /** Of the user who uploaded it, as in the translation log. */
    clientType: text().notNull(),
    ip: text().notNull(),
    /** The key of the program that uploaded it. */
    keyId: id(),
    /** SHA-256 of `document_key` in lower-case hex; of programs only. */
    secretHash: text(),
    /** Of a program's file and how it is to be translated. */
    uploadHash: text(),
    /** When a program first asked for it: until then, it may not have received the key. */
    claimedAt: moment(),
    format: text().$type<DocumentFormat>().notNull(),
    /** Bytes of the uploaded file. */
    size: quantity().notNull(),
    /** Code points of its text; `price`: characters of the account, once done those charged. */
    chars: quantity().notNull(),
    price: quantity().notNull(),
    glossaryId: id(),
    hints: jsonb().$type<TranslationHints>().notNull().default({}),
    /** Per cent. */
    progress: integer().notNull().default(0),
    /** Since when it waits or is translated; null while there is nothing to do. */
    queuedAt: moment(),
    /** The process that works on it, and until when others leave it alone. */
    leaseId: uuid(),
    leasedUntil: moment(),
    /** How often a process began to work on it. */
    attempts: integer().notNull().default(0),
    reservation: jsonb().$type<Reservation>(),
    problem: jsonb().$type<StoredProblem>(),
    /** Of the texts that `texts` in `document_parts` translates, and how. */
    textsHash: text(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.documentId] }),
    index('document_jobs_queued')
      .on(row.queuedAt)
      .where(sql`${row.queuedAt} is not null`),
    foreignKey({
      name: 'document_jobs_document',
      columns: [row.ownerId, row.documentId],
      foreignColumns: [documents.ownerId, documents.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Files in pieces. `source`, `result`: the uploaded file and its translation. `texts`: translated
 * texts from the number `at` on, as JSON, while the document is translated.
 */
export const documentParts = pgTable(
  'document_parts',
  {
    ownerId: id().notNull(),
    documentId: id().notNull(),
    kind: text().$type<'source' | 'texts' | 'result'>().notNull(),
    at: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.documentId, row.kind, row.at] }),
    foreignKey({
      name: 'document_parts_document',
      columns: [row.ownerId, row.documentId],
      foreignColumns: [documents.ownerId, documents.id],
    }).onDelete('cascade'),
  ],
)

/** Joins the documents and the work on them. */
export const isWorkOnDocument = and(
  eq(documents.ownerId, documentJobs.ownerId),
  eq(documents.id, documentJobs.documentId),
)
