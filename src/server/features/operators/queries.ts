/** Lists of operators and of the log of their changes. */
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { operatorLog as logCalls, OperatorLogRow } from '#contract/operator/operator-log.ts'
import type { operators as calls, OperatorRow } from '#contract/operator/operators.ts'
import { operatorLog, operators } from '#server/features/operators/table.ts'
import { contains } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { offsetOf, type Page } from '#server/platform/db/page.ts'
import { inRange, wireTime } from '#server/platform/db/time.ts'

/** Enabled ones first, then by email. */
export async function operatorPage(
  db: Db,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<OperatorRow>> {
  const { email, role, enabled, userId, name, createdAt, lastLoginAt } = operators
  const where = and(
    query.email === undefined ? undefined : contains(email, query.email),
    query.role === undefined ? undefined : eq(role, query.role),
  )
  const created = wireTime(createdAt, zone)
  const [total, rows] = await Promise.all([
    totalOf(db, operators, where),
    db
      .select({
        id: sql<string>`${userId}::text`,
        email,
        name,
        role,
        enabled: sql<0 | 1>`${enabled}::int`,
        createDateTime: created,
        lastLoginDateTime: wireTime(lastLoginAt, zone),
      })
      .from(operators)
      .where(where)
      .orderBy(desc(enabled), asc(email))
      .limit(query.pageSize)
      .offset(offsetOf(query)),
  ])
  return { total, rows }
}

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
export async function operatorLogPage(
  db: Db,
  query: ParsedInputOf<typeof logCalls.page>,
  zone: string,
): Promise<Page<OperatorLogRow>> {
  const { id, at, operator, subject } = operatorLog
  const where = and(
    query.operator === undefined ? undefined : contains(operator, query.operator),
    query.subject === undefined ? undefined : contains(subject, query.subject),
    inRange(at, { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }, zone),
  )
  const [total, rows] = await Promise.all([
    totalOf(db, operatorLog, where),
    db
      .select(logFields(zone))
      .from(operatorLog)
      .where(where)
      .orderBy(desc(id))
      .limit(query.pageSize)
      .offset(offsetOf(query)),
  ])
  return { total, rows }
}

/** The latest changes of an account, under any of its login names; `names` in lower case. */
export async function changesOfAccount(
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

async function totalOf(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  return counted?.total ?? 0
}
