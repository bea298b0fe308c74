/** Tables of the secrets and the use of API keys; the keys themselves are a collection. */
import { date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { collectionTables } from '#server/features/collections/table.ts'
import { id, moment, quantity } from '#server/platform/db/columns.ts'

/** The keys, as their collection declares them. */
export const apiKeys = collectionTables['apiKeys']!

/** Secrets of the keys, of which only the hash is stored. A key without one is revoked. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    ownerId: id().notNull(),
    keyId: id().notNull(),
    /** SHA-256 of the secret in lower-case hex. */
    hash: text().notNull(),
    /** The beginning and the end of the secret. */
    hint: text().notNull(),
    createdAt: moment().notNull(),
    /** Of the former secret of a rotated key; null: none. */
    endsAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.hash] }),
    index('api_key_secrets_by_hash').on(row.hash),
    index('api_key_secrets_by_key').on(row.ownerId, row.keyId),
    foreignKey({
      name: 'api_key_secrets_key',
      columns: [row.ownerId, row.keyId],
      foreignColumns: [apiKeys.ownerId, apiKeys.id],
    }).onDelete('cascade'),
  ],
)

/** When a key was last used. */
export const apiKeyUse = pgTable(
  'api_key_use',
  {
    ownerId: id().notNull(),
    keyId: id().notNull(),
    lastUsedAt: moment(),
    /** Counted by servers of an older version, which may serve beside this one. */
    day: date({ mode: 'string' }),
    dayChars: quantity().notNull().default(0),
    monthChars: quantity().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.keyId] }),
    foreignKey({
      name: 'api_key_use_key',
      columns: [row.ownerId, row.keyId],
      foreignColumns: [apiKeys.ownerId, apiKeys.id],
    }).onDelete('cascade'),
  ],
)

/** Notices to the user of a key that it ends: once per end and number of days before it. */
export const keyExpiryNotices = pgTable(
  'key_expiry_notices',
  {
    ownerId: id().notNull(),
    keyId: id().notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    daysBefore: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.keyId, row.lastDay, row.daysBefore] }),
    foreignKey({
      name: 'key_expiry_notices_key',
      columns: [row.ownerId, row.keyId],
      foreignColumns: [apiKeys.ownerId, apiKeys.id],
    }).onDelete('cascade'),
  ],
)
