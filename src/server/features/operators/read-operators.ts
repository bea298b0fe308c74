/** Reads the list of operators. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { operators as calls, OperatorRow } from '#contract/operator/operators.ts'
import { operators } from '#server/features/operators/table.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** Enabled ones first, then by email. */
export async function readOperatorPage(
  db: Db,
  query: ParsedInputOf<typeof calls.page>,
  me: Pick<Operator, 'userId'>,
  zone: string,
): Promise<Page<OperatorRow>> {
  const { email, role, enabled, userId, name, createdAt, lastLoginAt } = operators
  const where = and(
    query.email === undefined ? undefined : containsText(email, query.email),
    query.role === undefined ? undefined : eq(role, query.role),
  )
  const created = wireTime(createdAt, zone)
  const [total, rows] = await Promise.all([
    db.$count(operators, where),
    db
      .select({
        id: sql<string>`${userId}::text`,
        email,
        name,
        role,
        enabled: sql<0 | 1>`${enabled}::int`,
        isOwn: sql<0 | 1>`(${userId} = ${me.userId}::bigint)::int`,
        createDateTime: created,
        lastLoginDateTime: wireTime(lastLoginAt, zone),
      })
      .from(operators)
      .where(where)
      .orderBy(desc(enabled), asc(email))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}
