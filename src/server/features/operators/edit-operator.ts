/** Changes an operator's name or role, disables or enables; open requests lapse where needed. */
import { and, eq, sql } from 'drizzle-orm'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { endSessionsOfViewer } from '#server/features/identity/index.ts'
import { recordGrant } from '#server/features/operators/grants.ts'
import {
  createTakenError,
  endSessionsOf,
  lockOperator,
  toLoggedOperator,
  type Changer,
  type OperatorAccount,
} from '#server/features/operators/operator-account.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { approvals, operators } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Throws ApiError `notAllowed` for one's own account, since a new name would reset the limit of
 * adjustments, and `invalid` for another's name.
 */
export async function editOperator(
  tx: Db,
  { id, name, role }: { id: string | number; name: string; role: OperatorRole },
  changer: Changer,
  now: Date,
): Promise<void> {
  const before = await lockOperator(tx, id, changer)
  if (before.userId === changer.userId && (before.role !== role || before.name !== name))
    throw createOwnAccountError()
  const isTaken = sql`${operators.name} = ${name} and ${operators.userId} <> ${before.userId}::bigint`
  if ((await tx.$count(operators, isTaken)) > 0) throw createTakenError('name')
  const [after] = await tx
    .update(operators)
    .set({ name, role })
    .where(eq(operators.userId, before.userId))
    .returning()
  if (before.role !== role) {
    await lapseRequests(tx, before, changer, now)
    // The new role may not be allowed to view customers' accounts.
    await endSessionsOfViewer(tx, before.userId)
  }
  await recordOperatorChange(tx, 'operators edit', before, after!, changer, now)
}

/**
 * Ends the sessions of an operator who is disabled; the open requests lapse. Throws ApiError
 * `notAllowed` for oneself.
 */
export async function changeOperatorEnabled(
  tx: Db,
  { id, enabled }: { id: string | number; enabled: boolean },
  changer: Changer,
  now: Date,
): Promise<void> {
  const before = await lockOperator(tx, id, changer)
  if (before.userId === changer.userId) throw createOwnAccountError()
  if (before.enabled === enabled) return
  const [after] = await tx
    .update(operators)
    .set({ enabled })
    .where(eq(operators.userId, before.userId))
    .returning()
  await endSessionsOf(tx, before.userId)
  if (enabled) await recordGrant(tx, before.userId, changer.userId, now)
  else await lapseRequests(tx, before, changer, now)
  await recordOperatorChange(
    tx,
    enabled ? 'operators enable' : 'operators disable',
    before,
    after!,
    changer,
    now,
  )
}

/** Closes the operator's open requests. The operator's row is locked before theirs. */
async function lapseRequests(
  tx: Db,
  { userId }: OperatorAccount,
  changer: Changer,
  now: Date,
): Promise<void> {
  const lapsed = await tx
    .update(approvals)
    .set({
      state: 'lapsed',
      decidedBy: changer.userId ?? null,
      decidedName: changer.name,
      decidedAt: now,
    })
    .where(and(eq(approvals.askedBy, userId), eq(approvals.state, 'open')))
    .returning()
  for (const { kind, subject, request } of lapsed)
    await recordChange(tx, {
      at: now,
      operator: changer.name,
      action: 'approvals lapse',
      subject,
      before: { kind, request, state: 'open' },
      after: { kind, request, state: 'lapsed' },
    })
}

const createOwnAccountError = () =>
  new ApiError('notAllowed', { reason: { key: 'ownOperator', values: {} } })

const recordOperatorChange = (
  tx: Db,
  action: string,
  before: OperatorAccount,
  after: OperatorAccount,
  changer: Changer,
  now: Date,
) =>
  recordChange(tx, {
    at: now,
    operator: changer.name,
    action,
    subject: `operator ${before.email}`,
    before: toLoggedOperator(before),
    after: toLoggedOperator(after),
  })
