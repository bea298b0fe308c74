/** Checks of one owner at a time, for a database that is split over machines. */
import { sql, type SQL } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { ledgerCheckpoints } from '#server/features/ledger/reconciliation/table.ts'
import { accountLog, balances, reservations } from '#server/features/ledger/table.ts'
import {
  orderEvents,
  orderNumbers,
  orders,
  payments,
  refunds,
} from '#server/features/orders/table.ts'
import {
  ownerDays,
  translationDays,
  translationFloors,
  translationLog,
  translationMonths,
  usageDays,
} from '#server/features/translation/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/db.ts'
import { logCounters } from '#server/platform/db/table.ts'

/** All tables that the checks read. */
const checkedTables = [
  accountLog,
  balances,
  ledgerCheckpoints,
  logCounters,
  orderEvents,
  orderNumbers,
  orders,
  ownerDays,
  payments,
  refunds,
  reservations,
  translationDays,
  translationFloors,
  translationLog,
  translationMonths,
  usageDays,
  users,
]

/**
 * Whether the database is split (Citus). Repeatable read is no snapshot of all its machines, but it
 * is one of each: what a check reads of one owner is on one machine, copies of reference tables
 * included, and a transaction is committed there at once.
 */
export async function isDistributed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ split: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as split`,
  )
  return rows[0]!.split
}

/**
 * The query over one owner's rows only: each name of a table stands for those of its rows, so that
 * the owner's machine runs all of it.
 */
export const restrictToOwner = (ownerId: string, query: SQL): SQL =>
  sql`with ${sql.join(
    checkedTables.map(
      (table) =>
        sql`${table} as not materialized (select * from ${table} where owner_id = ${ownerId}::bigint)`,
    ),
    sql`, `,
  )} ${query}`

/** Owners of accounts, and of rows of the account log without one. */
export async function listOwners(db: Db): Promise<string[]> {
  const reason = 'lists the owners that a check of everything reads one by one'
  const { rows } = await db.execute<{ owner_id: string }>(
    sql`select owner_id from ${balances} where ${acrossOwners(reason)}
      union select owner_id from ${accountLog} where ${acrossOwners(reason)} order by 1`,
  )
  return rows.map((row) => row.owner_id)
}
