/**
 * Looks for contradictions in the ledger, in one look at the database: what is written meanwhile
 * does not count.
 */
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

/** So many contradictions of one kind are told; one more is told as “and more”. */
export const maxReported = 100

/**
 * Call it in a transaction that sees one state of the database. Invariants of the whole system are
 * left out unless all is asked for.
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

/** Whether the database still guards itself: quick, whatever its size. */
export const checkTriggers = (tx: Db, scope: Scope): Promise<Finding[]> =>
  findingsOf(tx, triggerInvariants, scope)

/** A transaction that sees one state of the database, and may take its time. */
export function inSnapshot<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  accessMode: 'read only' | 'read write' = 'read only',
): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode },
  )
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
