/** Runs the invariants of the ledger and returns what violates them. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  crossLogInvariants,
  paymentInvariants,
  databaseGuards,
  systemInvariants,
} from '#server/features/ledger/reconciliation/cross-log-invariants.ts'
import {
  balanceChainInvariants,
  reservationInvariants,
} from '#server/features/ledger/reconciliation/account-invariants.ts'
import { fapiaoInvariants } from '#server/features/ledger/reconciliation/fapiao-invariants.ts'
import { statementInvariants } from '#server/features/ledger/reconciliation/statement-invariants.ts'
import type {
  Violation,
  Invariant,
  Scope,
} from '#server/features/ledger/reconciliation/invariant.ts'
import {
  listOwners,
  isDistributed,
  restrictToOwner,
} from '#server/features/ledger/reconciliation/per-owner.ts'
import { checkReason } from '#server/features/ledger/reconciliation/checkpoints.ts'

/**
 * A violated invariant, with the sentence of the report. `userId` is null if it concerns a whole
 * owner.
 */
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
  ...statementInvariants,
  ...fapiaoInvariants,
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
  const isEverything = scope.owners === undefined && scope.full
  const isSplit = await isDistributed(tx)
  const owners = isSplit ? (scope.owners ?? (await listOwners(tx))) : undefined
  for (const invariant of invariants.filter(({ isGlobal }) => isEverything || !isGlobal)) {
    const isDatabaseGuards = invariant === databaseGuards
    const found = await findViolations(tx, invariant, scope, isDatabaseGuards ? undefined : owners)
    onDone(invariant, found)
    all.push(...found)
  }
  return all
}

/**
 * Checks that the triggers, constraints and unique indexes exist; its cost doesn't depend on the
 * data size.
 */
export const checkDatabaseGuards = (tx: Db, scope: Scope): Promise<Finding[]> =>
  findViolations(tx, databaseGuards, scope)

/** Runs `work` in a repeatable-read transaction without statement timeout. */
export function inSnapshot<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  accessMode: 'read only' | 'read write' = 'read only',
): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      await tx.execute(sql.raw(`set transaction isolation level repeatable read, ${accessMode}`))
      await tx.execute(sql`set local statement_timeout = 0`)
      return work(tx)
    },
    { isLong: true },
  )
}

async function findViolations(
  tx: Db,
  { name, query, describe }: Invariant,
  scope: Scope,
  owners?: readonly string[],
): Promise<Finding[]> {
  const rows: Violation[] = []
  for (const violationQuery of buildViolationQueries(query, scope, owners)) {
    const found = await tx.execute<Violation>(
      sql`${violationQuery} order by owner_id, user_id nulls first, seq nulls first limit ${maxReported + 1 - rows.length}`,
    )
    rows.push(...found.rows)
    if (rows.length > maxReported) break
  }
  return rows.map((found, index) => ({
    ownerId: found.owner_id,
    userId: found.user_id,
    invariant: name,
    sentence:
      index < maxReported
        ? describe(found)
        : `There are more contradictions of this kind (${name}).`,
  }))
}

/** One query over all owners, or one for each of `owners`. */
function buildViolationQueries(
  query: Invariant['query'],
  scope: Scope,
  owners: readonly string[] | undefined,
): SQL[] {
  if (!owners)
    return [sql`select * from (${query(scope)}) broken where ${acrossOwners(checkReason)}`]
  return owners.map((owner) =>
    restrictToOwner(owner, sql`select * from (${query({ ...scope, owners: [owner] })}) broken`),
  )
}
