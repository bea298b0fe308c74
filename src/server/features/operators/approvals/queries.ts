/** The list of requests for approval. */
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Approval, approvals as calls } from '#contract/operator/approvals.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { canDecide } from '#server/features/operators/approvals/decide-request.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/approval-kind.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { findLinkedOperators } from '#server/features/operators/grants.ts'
import { approvals } from '#server/features/operators/table.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { isInRange, formatWireTime } from '#server/platform/db/time.ts'

/** Open ones first, then newest. */
export async function readApprovalPage(
  db: Db,
  kinds: readonly ApprovalRules[],
  query: ParsedInputOf<typeof calls.page>,
  me: Operator,
  zone: string,
  now: Date,
): Promise<Page<Approval>> {
  const { id, state, kind, askedName, subject, createdAt } = approvals
  const time = { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }
  const where = and(
    query.state === undefined ? undefined : eq(state, query.state),
    query.kind === undefined ? undefined : eq(kind, query.kind),
    query.operator === undefined ? undefined : containsText(askedName, query.operator),
    query.subject === undefined ? undefined : containsText(subject, query.subject),
    isInRange(createdAt, time, zone),
  )
  const [[counted], rows, linked] = await Promise.all([
    db.select({ total: count() }).from(approvals).where(where),
    db
      .select()
      .from(approvals)
      .where(where)
      .orderBy(desc(sql`${state} = 'open'`), desc(id))
      .limit(query.pageSize)
      .offset(toOffset(query)),
    findLinkedOperators(db, me.userId, now),
  ])
  return {
    total: counted?.total ?? 0,
    rows: rows.map((row) => {
      const rules = kinds.find((each) => each.kind === row.kind)
      const isDecidable = row.state === 'open' && rules !== undefined && canDecide(row, rules, me)
      const isLinked = isDecidable && linked.has(row.askedBy)
      const isOwnOpen = row.state === 'open' && row.askedBy === me.userId
      return {
        id: String(row.id),
        createDateTime: formatWireTime(row.createdAt, zone),
        kind: row.kind,
        subject: row.subject,
        operator: row.askedName,
        operatorRole: row.askedRole,
        reason: row.reason,
        request: JSON.stringify(row.request),
        state: row.state,
        decidedOperator: row.decidedName,
        decideDateTime: row.decidedAt && formatWireTime(row.decidedAt, zone),
        note: row.note,
        mayApprove: isDecidable && !isLinked ? 1 : 0,
        mayRefuse: isDecidable || isOwnOpen ? 1 : 0,
        isOwn: row.askedBy === me.userId ? 1 : 0,
      }
    }),
  }
}
