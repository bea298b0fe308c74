/** Runs the ledger invariants in one database snapshot. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { crossLogInvariants } from '#server/features/ledger/reconciliation/cross-log-invariants.ts'
import { balanceChainInvariants } from '#server/features/ledger/reconciliation/balance-chain.ts'
import type { Violation, Invariant } from '#server/features/ledger/reconciliation/invariant.ts'
import { paymentInvariants } from '#server/features/ledger/reconciliation/payment-invariants.ts'
import { reservationInvariants } from '#server/features/ledger/reconciliation/reservation-invariants.ts'
import type { Scope } from '#server/features/ledger/reconciliation/scope.ts'
import {
  triggerInvariants,
  systemInvariants,
} from '#server/features/ledger/reconciliation/system-invariants.ts'

export type Finding = {
  ownerId: string
  userId: string | null
  invariant: string
  sentence: string
}

export const invariants: readonly Invariant[] = [
  ...balanceChainInvariants,
  ...crossLogInvariants,
  ...paymentInvariants,
  ...reservationInvariants,
  ...systemInvariants,
]

/**
 * Maximum number of violations reported per invariant; a further line indicates that there are
 * more.
 */
export const maxReported = 100

/**
 * Call in a repeatable-read transaction (`inSnapshot`). Global invariants run only if the scope is
 * all owners and all rows.
 */
export async function runChecks(
  tx: Db,
  scope: Scope,
  onDone: (invariant: Invariant, findings: Finding[]) => void = () => {},
): Promise<Finding[]> {
  const all: Finding[] = []
  const everything = scope.owners === undefined && scope.whole
  for (const invariant of invariants.filter(({ global }) => everything || !global)) {
    const found = await findingsOf(tx, invariant, scope)
    onDone(invariant, found)
    all.push(...found)
  }
  return all
}

/**
 * Checks that the triggers, constraints and unique indexes exist; its cost doesn't depend on the
 * data size.
 */
export const checkTriggers = (tx: Db, scope: Scope): Promise<Finding[]> =>
  findingsOf(tx, triggerInvariants, scope)

/** Runs `work` in a repeatable-read transaction without statement timeout. */
export function inSnapshot<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  accessMode: 'read only' | 'read write' = 'read only',
): Promise<T> {
  return transaction(db, async (tx) => {
    await tx.execute(sql.raw(`set transaction isolation level repeatable read, ${accessMode}`))
    await tx.execute(sql`set local statement_timeout = 0`)
    return work(tx)
  })
}

async function findingsOf(
  tx: Db,
  { name, query, say }: Invariant,
  scope: Scope,
): Promise<Finding[]> {
  const { rows } = await tx.execute<Violation>(
    sql`select * from (${query(scope)}) broken order by owner_id, user_id nulls first, seq nulls first limit ${maxReported + 1}`,
  )
  return rows.map((found, index) => ({
    ownerId: found.owner_id,
    userId: found.user_id,
    invariant: name,
    sentence:
      index < maxReported ? say(found) : `There are more contradictions of this kind (${name}).`,
  }))
}
