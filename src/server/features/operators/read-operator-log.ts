/** Reads the log of operators’ changes, and refused sign-ins. */
import { and, count, desc, eq, inArray, isNotNull, like, or, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { operatorLog as logCalls, OperatorLogRow } from '#contract/operator/operator-log.ts'
import type {
  RefusedSignIn,
  refusedSignIns as refusedCalls,
} from '#contract/operator/refused-sign-ins.ts'
import type { SecurityEvent } from '#server/features/identity/index.ts'
import { securityEvents } from '#server/features/identity/table.ts'
import { operatorLog, operators } from '#server/features/operators/table.ts'
import { operatorOwnerId, unknownOperator } from '#server/features/operators/operator.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

const { userId: unknownOperatorId } = unknownOperator

const logFields = (zone: string) => ({
  id: sql<string>`${operatorLog.id}::text`,
  createDateTime: wireTime(operatorLog.at, zone),
  operator: operatorLog.operator,
  action: operatorLog.action,
  subject: operatorLog.subject,
  reason: operatorLog.reason,
  before: sql<string | null>`${operatorLog.before}::text`,
  after: sql<string | null>`${operatorLog.after}::text`,
})

/** Newest first. */
export async function readOperatorLogPage(
  db: Db,
  query: ParsedInputOf<typeof logCalls.page>,
  zone: string,
): Promise<Page<OperatorLogRow>> {
  const { id, at, operator, subject } = operatorLog
  const where = and(
    query.operator === undefined ? undefined : containsText(operator, query.operator),
    query.subjectKind === undefined ? undefined : like(subject, `${query.subjectKind} %`),
    query.subject === undefined ? undefined : containsText(subject, query.subject),
    isInRange(at, { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }, zone),
  )
  const [total, rows] = await Promise.all([
    db.$count(operatorLog, where),
    db
      .select(logFields(zone))
      .from(operatorLog)
      .where(where)
      .orderBy(desc(id))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}

/** The latest changes of an account, under any of its login names; `names` in lower case. */
export async function readAccountChanges(
  db: Db,
  { ownerId, names }: { ownerId: string; names: readonly string[] },
  max: number,
  zone: string,
): Promise<OperatorLogRow[]> {
  const subjects = [`account of owner ${ownerId}`, ...names.map((name) => `account ${name}`)]
  return db
    .select(logFields(zone))
    .from(operatorLog)
    .where(inArray(sql`lower(${operatorLog.subject})`, subjects))
    .orderBy(desc(operatorLog.id))
    .limit(max)
}

/** Kind of refusal by security event. */
const refusalKinds = {
  wrongPassword: 'signIn',
  wrongOwnPassword: 'password',
  wrongCode: 'code',
} as const satisfies Partial<Record<SecurityEvent, RefusedSignIn['refusal']>>

/** The latest first. */
export async function readRefusedSignInPage(
  db: Db,
  query: ParsedInputOf<typeof refusedCalls.page>,
  zone: string,
): Promise<Page<RefusedSignIn>> {
  const { ownerId, userId, event, day, network, ip, count: times, firstAt, lastAt } = securityEvents
  const isOperator = and(eq(operators.userId, userId), eq(ownerId, operatorOwnerId))
  const isOfOperators = and(
    eq(ownerId, operatorOwnerId),
    or(eq(userId, unknownOperatorId), isNotNull(operators.userId)),
  )
  const where = and(
    isOfOperators,
    inArray(event, Object.keys(refusalKinds) as (keyof typeof refusalKinds)[]),
    query.account === undefined ? undefined : containsText(operators.email, query.account),
    query.ip === undefined
      ? undefined
      : or(containsText(ip, query.ip), containsText(network, query.ip)),
    isInRange(lastAt, { begin: query.lastDateTimeBegin, end: query.lastDateTimeEnd }, zone),
  )
  const [latest, first] = [wireTime(lastAt, zone), wireTime(firstAt, zone)]
  const countQuery = db
    .select({ total: count() })
    .from(securityEvents)
    .leftJoin(operators, isOperator)
  const [[counted], rows] = await Promise.all([
    countQuery.where(where),
    db
      .select({
        id: sql<string>`md5(concat_ws('-', ${userId}, ${event}, ${day}, ${network}))`,
        lastDateTime: latest,
        firstDateTime: first,
        account: sql<string>`coalesce(${operators.email}, '')`,
        event,
        network,
        ip,
        count: times,
      })
      .from(securityEvents)
      .leftJoin(operators, isOperator)
      .where(where)
      .orderBy(desc(lastAt), desc(userId), desc(event), desc(network))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ event: securityEvent, ...row }) => ({
      ...row,
      refusal: refusalKinds[securityEvent as keyof typeof refusalKinds],
    })),
  }
}
