/** Numbers of PostgreSQL's advisory locks: one per kind of work that a single process may do. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
export const advisoryLocks = {
  /** Held as long as a process uses the embedded cluster. */
  embeddedCluster: 7_201_410,
  migration: 7_201_411,
  reconciliation: 7_201_412,
  /** One change of an operators' record at a time. */
  operatorRecords: 7_201_413,
  /** Registration of a secret key at start. */
  secretKeys: 7_201_414,
  /** Indexes that are built while the server runs. */
  indexes: 7_201_415,
  businessDays: 7_201_416,
  /** What operators move on a day. */
  operatorDay: 7_201_417,
  webhookQueue: 7_201_418,
} as const

/** Serialises changes by operators of records to the end of the transaction; their rules read other records. */
export const lockRecords = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operatorRecords})`)
