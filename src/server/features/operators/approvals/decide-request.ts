/** Approves or refuses another operator’s request. */
import { eq } from 'drizzle-orm'
import { grantDays, findLinkedOperators } from '#server/features/operators/grants.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { approvals, operators } from '#server/features/operators/table.ts'
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import type { OperatorReason } from '#locales/operator-refusals.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/approval-kind.ts'

type Decision = { id: string | number; note?: string | undefined }
type Approver = Pick<Operator, 'userId' | 'name' | 'role'>
type StoredApproval = typeof approvals.$inferSelect

/** Whether the operator may decide the request by role. */
export const canDecide = (
  { askedBy, askedRole }: Pick<StoredApproval, 'askedBy' | 'askedRole'>,
  { roles, requiresOtherRole }: Pick<ApprovalRules, 'roles' | 'requiresOtherRole'>,
  { userId, role }: Approver,
): boolean =>
  askedBy !== userId && roles.includes(role) && !(requiresOtherRole && askedRole === role)

/**
 * Carries out the stored request in the given transaction. Throws ApiError `notFound`,
 * `changedElsewhere` for a request that was decided or whose operator was disabled, `notAllowed`
 * also for an operator who is linked with the requester, and what the change throws.
 */
export async function approveRequest(
  tx: Db,
  kinds: readonly ApprovalRules[],
  { id, note }: Decision,
  me: Approver,
  { now, publicUrl }: { now: Date; publicUrl: string | undefined },
): Promise<ChangeEvent | undefined> {
  const isRequesterUnchanged = await lockRequester(tx, id)
  const request = await lockOpenRequest(tx, id)
  if (!isRequesterUnchanged)
    throw new ApiError('changedElsewhere', { reason: { key: 'approvalLapsed', values: {} } })
  const rules = getRules(kinds, request)
  if (request.askedBy === me.userId) throw createRefusal('approvalOwn', {})
  if (!canDecide(request, rules, me)) throw createRefusal('approvalRole', {})
  if ((await findLinkedOperators(tx, me.userId, now)).has(request.askedBy))
    throw createRefusal('approvalLinked', { days: grantDays })
  const changed = await rules.execute(tx, request.request, {
    operator: request.askedName,
    approvedBy: me.name,
    reason: request.reason,
    now,
    publicUrl,
  })
  await decide(tx, request, { state: 'approved', note }, me, now)
  return changed
}

/**
 * Refuses the request, or withdraws it if it is the operator's own. Throws ApiError like
 * `approveRequest`.
 */
export async function refuseRequest(
  tx: Db,
  kinds: readonly ApprovalRules[],
  { id, note }: Decision,
  me: Approver,
  now: Date,
): Promise<void> {
  const request = await lockOpenRequest(tx, id)
  const isOwn = request.askedBy === me.userId
  if (!isOwn && !canDecide(request, getRules(kinds, request), me))
    throw createRefusal('approvalRole', {})
  await decide(tx, request, { state: isOwn ? 'withdrawn' : 'refused', note }, me, now)
}

/**
 * Locks the requester's row, so that the operator can't be disabled meanwhile; disabling locks in
 * the same order. Returns whether the operator is enabled and has the role of the request.
 */
async function lockRequester(tx: Db, id: string | number): Promise<boolean> {
  const [request] = isId(String(id))
    ? await tx
        .select({ by: approvals.askedBy, role: approvals.askedRole })
        .from(approvals)
        .where(eq(approvals.id, Number(id)))
    : []
  if (!request) return true
  const [requester] = await tx
    .select({ enabled: operators.enabled, role: operators.role })
    .from(operators)
    .where(eq(operators.userId, request.by))
    .for('share')
  return requester?.enabled === true && requester.role === request.role
}

async function lockOpenRequest(tx: Db, id: string | number): Promise<StoredApproval> {
  const [found] = isId(String(id))
    ? await tx
        .select()
        .from(approvals)
        .where(eq(approvals.id, Number(id)))
        .for('update')
    : []
  if (!found) throw new ApiError('notFound')
  if (found.state !== 'open')
    throw new ApiError('changedElsewhere', {
      reason: { key: 'approvalDecided', values: { operator: found.decidedName ?? '' } },
    })
  return found
}

function getRules(kinds: readonly ApprovalRules[], { kind }: StoredApproval): ApprovalRules {
  const rules = kinds.find((each) => each.kind === kind)
  if (!rules) throw new Error(`Nothing is registered for approvals of the kind ${kind}.`)
  return rules
}

async function decide(
  tx: Db,
  { id, kind, subject, request }: StoredApproval,
  { state, note = null }: { state: StoredApproval['state']; note?: string | null | undefined },
  { userId, name }: Approver,
  now: Date,
): Promise<void> {
  await tx
    .update(approvals)
    .set({ state, note, decidedBy: userId, decidedName: name, decidedAt: now })
    .where(eq(approvals.id, id))
  await recordChange(tx, {
    at: now,
    operator: name,
    action: state === 'approved' ? 'approvals approve' : 'approvals refuse',
    subject,
    reason: note,
    before: { kind, request, state: 'open' },
    after: { kind, request, state },
  })
}

const createRefusal = <K extends OperatorReason>(key: K, values: ReasonValues[K]) =>
  new ApiError('notAllowed', { reason: reasonWith(key, values) })
