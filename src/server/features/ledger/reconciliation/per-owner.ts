/** Restricts checks to one owner, for a database that is distributed over machines (Citus). */
import { sql, type SQL } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { ledgerCheckpoints } from '#server/features/ledger/reconciliation/table.ts'
import { accountLog, balances, reservations } from '#server/features/ledger/table.ts'
import { orderEvents, orders, refundRequests } from '#server/features/orders/table.ts'
import {
  ownerDays,
  translationFloors,
  translationLog,
  usageDays,
} from '#server/features/translation/table.ts'
import { budgetTopUps } from '#server/features/budgets/table.ts'
import { statements } from '#server/features/statements/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/db.ts'
import { logCounters } from '#server/platform/db/table.ts'

/**
 * Split tables that the checks read. Rows of reference tables may belong to nobody yet, such as a refund
 * of a payment without an order: the checks join these by owner.
 */
const checkedTables = [
  accountLog,
  balances,
  budgetTopUps,
  ledgerCheckpoints,
  logCounters,
  orderEvents,
  orders,
  ownerDays,
  refundRequests,
  reservations,
  statements,
  translationFloors,
  translationLog,
  usageDays,
  users,
]

/**
 * Whether the database is distributed (Citus). A repeatable-read transaction is then a snapshot of
 * each machine, not of all together. This suffices for checks of one owner, whose rows are on one
 * machine, with a copy of the reference tables.
 */
export async function isDistributed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ split: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as split`,
  )
  return rows[0]!.split
}

/**
 * Runs the query over one owner's rows: common table expressions hide the tables under their own
 * names. The whole query then runs on the owner's machine.
 */
export const restrictToOwner = (ownerId: string, query: SQL): SQL =>
  sql`with ${sql.join(
    checkedTables.map(
      (table) =>
        sql`${table} as not materialized (select * from ${table} where owner_id = ${ownerId}::bigint)`,
    ),
    sql`, `,
  )} ${query}`

/** Ids of all owners with accounts, and of those with only account log rows. */
export async function listOwners(db: Db): Promise<string[]> {
  const reason = 'lists the owners that a check of everything reads one by one'
  const { rows } = await db.execute<{ owner_id: string }>(
    sql`select owner_id from ${balances} where ${acrossOwners(reason)}
      union select owner_id from ${accountLog} where ${acrossOwners(reason)} order by 1`,
  )
  return rows.map((row) => row.owner_id)
}
