/** Deletes sub-accounts: their quota returns to the main account, their personal data is erased. */
import { sql, and, eq, inArray, isNull, type Column } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { confirmActor } from '#server/features/accounts/account-roles.ts'
import { dropAlertsOf } from '#server/features/alerts/index.ts'
import { eraseNames } from '#server/features/audit-log/index.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { endSessionsOf } from '#server/features/identity/index.ts'
import {
  closeAccounts,
  lockAccounts,
  readManager,
  reclaimLeft,
} from '#server/features/ledger/index.ts'
import { transferOwnership } from '#server/features/workspace/index.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import { deleteRowsOf } from '#server/features/collections/index.ts'
import { recoveryCodes, twoFactorSecrets } from '#server/features/identity/table.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { isId } from '#server/platform/db/columns.ts'
import { statements } from '#server/features/statements/table.ts'
import { approvals, operatorLog } from '#server/features/operators/table.ts'
import { listViews } from '#server/features/saved-views/table.ts'

/**
 * Atomic: reclaims quota to the main account, ends sessions and frees login names. User rows remain
 * without personal data, because the ledger refers to them. Returns the former login names by id, as
 * the account log keeps them. Requires a transaction. Throws ApiError
 * `notFound`, or `notAllowed` for a deputy that deletes one with a role.
 */
export async function deleteSubAccounts(
  tx: Db,
  me: CurrentUser,
  userIds: readonly (string | number)[],
  now: Date,
): Promise<Map<string, string>> {
  const { ownerId } = me
  const ids = [...new Set(userIds.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  await reclaimLeft(tx, locked, ids, 'all', now, await readManager(tx, me))
  await closeAccounts(tx, locked, ids, now)
  // Before the roles of those deleted are erased.
  await confirmActor(tx, me, ids)
  return eraseUsers(tx, ownerId, ids, now)
}

/**
 * Updates users first: a sign-in in progress locks that row, and its session has to exist to be
 * ended. Users are locked before sessions everywhere, which prevents deadlocks.
 */
async function eraseUsers(
  tx: Db,
  ownerId: string,
  ids: string[],
  now: Date,
): Promise<Map<string, string>> {
  const erased = await tx
    .select({ userId: users.userId, account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, ids), isNull(users.erasedAt)))
  await tx
    .update(users)
    .set({
      account: '',
      nickname: null,
      passwordHash: '',
      enabled: false,
      accountRole: null,
      erasedAt: now,
    })
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, ids)))
  await blankSubjects(
    tx,
    ownerId,
    erased.map(({ account }) => account),
  )
  await endSessionsOf(tx, ownerId, ids)
  await transferOwnership(tx, ownerId, ids, now)
  await dropAlertsOf(tx, ownerId, ids)
  // Closed months keep its use, without the names of its keys.
  await tx
    .update(statements)
    .set({
      use: sql`(select jsonb_agg(one - 'keyTitle' order by at) from jsonb_array_elements(${statements.use}) with ordinality uses(one, at))`,
    })
    .where(
      and(
        eq(statements.ownerId, ownerId),
        inArray(statements.userId, ids),
        sql`${statements.use} @? '$[*].keyTitle ? (@ != null)'`,
      ),
    )
  await deleteRowsOf(tx, 'userId', ownerId, ids)
  await tx
    .delete(twoFactorSecrets)
    .where(and(eq(twoFactorSecrets.ownerId, ownerId), inArray(twoFactorSecrets.userId, ids)))
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.ownerId, ownerId), inArray(recoveryCodes.userId, ids)))
  await tx
    .delete(subAccountBudgets)
    .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(subAccountBudgets.userId, ids)))
  await tx
    .delete(listViews)
    .where(and(eq(listViews.ownerId, ownerId), inArray(listViews.userId, ids)))
  await tx
    .delete(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), inArray(loginNames.userId, ids)))
  // Last, since it locks the counter of the audit log.
  await eraseNames(tx, ownerId, ids)
  return new Map(erased.map(({ userId, account }) => [userId, account]))
}

/**
 * Removes the names from the operator log and from requests for approval. Requests come first: a
 * decision in progress locks its request and logs the subject.
 */
async function blankSubjects(tx: Db, ownerId: string, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  const blanked = { subject: `account of owner ${ownerId}` }
  const isNamed = (subject: Column) =>
    inArray(
      sql`lower(${subject})`,
      accounts.map((account) => sql`'account ' || lower(${account}::text)`),
    )
  await tx
    .update(approvals)
    .set(blanked)
    .where(and(eq(approvals.ownerId, ownerId), isNamed(approvals.subject)))
  await tx.update(operatorLog).set(blanked).where(isNamed(operatorLog.subject))
}
