/** Who gave operators their access: operators linked by it do not count as independent. */
import { sql, gt } from 'drizzle-orm'
import { operatorLog, operators, operatorGrants } from '#server/features/operators/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Days for which giving access links two operators. */
export const grantDays = 30

const earliestGrant = (now: Date) => new Date(now.getTime() - grantDays * 24 * 60 * 60_000)

/**
 * Records who created, renewed or enabled an operator. A command has no account and needs access to
 * the server, so it links nobody.
 */
export async function recordGrant(
  tx: Db,
  userId: string,
  grantedBy: string | undefined,
  now: Date,
): Promise<void> {
  if (grantedBy !== undefined)
    await tx.insert(operatorGrants).values({ userId, grantedBy, at: now })
}

/**
 * The operator and all who are linked with the operator by access given within `grantDays`,
 * directly or through a common giver: A who created B, C whom B created, and D whom A created.
 */
export async function findLinkedOperators(db: Db, userId: string, now: Date): Promise<Set<string>> {
  const { userId: operatorId, grantedBy, at } = operatorGrants
  const isRecent = gt(at, earliestGrant(now))
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive givers(id) as (
      select ${userId}::bigint
      union select ${grantedBy} from givers join ${operatorGrants} on ${operatorId} = givers.id where ${isRecent}
    ), linked(id) as (
      select id from givers
      union select ${operatorId} from linked join ${operatorGrants} on ${grantedBy} = linked.id where ${isRecent}
    )
    select id::text as id from linked`)
  return new Set(rows.map(({ id }) => id))
}

/** Current names of the linked operators, and names that they had since `renamedSince`. */
export async function namesOfLinked(
  db: Db,
  userId: string,
  renamedSince: Date,
  now: Date,
): Promise<string[]> {
  const ids = sql.param([...(await findLinkedOperators(db, userId, now))])
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${operators.name} as name from ${operators} where ${operators.userId} = any(${ids}::bigint[])
    union select ${operatorLog.before}->>'name' from ${operatorLog}
      where ${operatorLog.action} = 'operators edit' and ${operatorLog.at} > ${renamedSince.toISOString()}::timestamptz
        and ${operatorLog.subject} in (select 'operator ' || ${operators.email} from ${operators} where ${operators.userId} = any(${ids}::bigint[]))`)
  return rows.map(({ name }) => name)
}
