/** Declares a kind of request that a second operator has to approve. */
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApprovalKind } from '#contract/operator/approvals.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { approvals } from '#server/features/operators/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'

/**
 * Requester, approver and reason, for the change and its entry in the operator log. `publicUrl`: for
 * links in mails.
 */
type ApprovedRequest = {
  operator: string
  approvedBy: string
  reason: string
  now: Date
  publicUrl: string | undefined
}

type KindRules<Request> = {
  /** Stored as JSON. Refer to accounts by id: names would outlive a deleted account. */
  request: z.ZodMiniType<Request>
  /** Roles that may approve; the requester may not, whatever the role. */
  roles: readonly OperatorRole[]
  /** The approving operator needs another role than the one who made the request. */
  requiresOtherRole?: boolean
  /** Whether a subject has at most one open request of the kind, such as a payment to credit. */
  oncePerSubject?: boolean
  /** Throws ApiError to leave the request open. Returns the change to publish after the commit. */
  execute: (tx: Db, request: Request, approved: ApprovedRequest) => Promise<ChangeEvent | undefined>
}

/** A kind of requests; passed to `createApprovalHandlers` in `src/server/operator-handlers.ts`. */
export type ApprovalRules = {
  kind: ApprovalKind
  roles: readonly OperatorRole[]
  requiresOtherRole: boolean
  execute: (tx: Db, request: unknown, approved: ApprovedRequest) => Promise<ChangeEvent | undefined>
}

type NewRequest<Request> = {
  /** As in the operator log, for example `account anna@example.com`. */
  subject: string
  /** Main account concerned; its erasure blanks the subject. */
  ownerId: UserKey['ownerId']
  request: Request
  reason: string
}

/** Two operators who ask at once wait for each other. */
async function refuseSecond(tx: Db, kind: ApprovalKind, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${subject}`}, 0))`)
  const [open] = await tx
    .select({ operator: approvals.askedName })
    .from(approvals)
    .where(
      and(eq(approvals.kind, kind), eq(approvals.subject, subject), eq(approvals.state, 'open')),
    )
    .limit(1)
  if (open) throw createRefusal('approvalAskedAlready', open)
}

/** Declares a kind of requests. `createRequest` throws ApiError for a second one of a subject. */
export function approvalKind<Request>(
  kind: ApprovalKind,
  {
    request: schema,
    roles,
    requiresOtherRole = false,
    oncePerSubject = false,
    execute,
  }: KindRules<Request>,
): ApprovalRules & {
  createRequest: (tx: Db, me: Operator, request: NewRequest<Request>, now: Date) => Promise<string>
} {
  return {
    kind,
    roles,
    requiresOtherRole,
    execute: (tx, request, approved) => execute(tx, z.parse(schema, request), approved),
    async createRequest(tx, me, { subject, ownerId, request, reason }, now) {
      if (oncePerSubject) await refuseSecond(tx, kind, subject)
      const content = { kind, subject, ownerId, request: request as object, reason }
      const requester = { askedBy: me.userId, askedName: me.name, askedRole: me.role }
      const [added] = await tx
        .insert(approvals)
        .values({ ...content, ...requester, createdAt: now })
        .returning({ id: approvals.id })
      await recordChange(tx, {
        at: now,
        operator: me.name,
        action: 'approvals ask',
        subject,
        reason,
        after: { kind, request },
      })
      return String(added!.id)
    },
  }
}
