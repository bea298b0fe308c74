/** Computed columns of API keys: their state, hint, last use and use of the day and month. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { apiKeys as collection } from '#contract/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { apiKeys, apiKeySecrets, apiKeyUse } from '#server/features/api-keys/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { formatWireTime, wireTime } from '#server/platform/db/time.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Required<
  Pick<Row, 'hint' | 'state' | 'lastUseDateTime' | 'usedTodayNum' | 'usedThisMonthNum'>
>

export async function computeKeyColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me: { ownerId }, clock, settings: { timeZone } }: SignedCall,
): Promise<Computed[]> {
  const ids = rows.map(({ id }) => String(id))
  const now = clock()
  const today = formatWireTime(now, timeZone).slice(0, 10)
  const [secrets, uses, chars] = await Promise.all([
    db
      .select()
      .from(apiKeySecrets)
      .where(and(eq(apiKeySecrets.ownerId, ownerId), inArray(apiKeySecrets.keyId, ids))),
    db
      .select({
        keyId: apiKeyUse.keyId,
        lastUseDateTime: wireTime<string | null>(apiKeyUse.lastUsedAt, timeZone),
      })
      .from(apiKeyUse)
      .where(and(eq(apiKeyUse.ownerId, ownerId), inArray(apiKeyUse.keyId, ids))),
    db
      .select({
        keyId: usageDays.keyId,
        usedTodayNum: sql<number>`coalesce(sum(${usageDays.chars}) filter (where ${usageDays.day} = ${today}), 0)::float8`,
        usedThisMonthNum: sql<number>`sum(${usageDays.chars})::float8`,
      })
      .from(apiKeys)
      .innerJoin(
        usageDays,
        and(
          eq(usageDays.ownerId, apiKeys.ownerId),
          eq(usageDays.userId, sql`${apiKeys}.user_id`),
          eq(usageDays.keyId, apiKeys.id),
          gte(usageDays.day, `${today.slice(0, 7)}-01`),
        ),
      )
      .where(and(eq(apiKeys.ownerId, ownerId), inArray(apiKeys.id, ids)))
      .groupBy(usageDays.keyId),
  ])
  return rows.map(({ id, lastDay }) => {
    const valid = secrets.filter(
      ({ keyId, endsAt }) => keyId === String(id) && (endsAt === null || endsAt > now),
    )
    const { hint = '' } = valid.find(({ endsAt }) => endsAt === null) ?? {}
    const { lastUseDateTime = null } = uses.find(({ keyId }) => keyId === String(id)) ?? {}
    const { usedTodayNum = 0, usedThisMonthNum = 0 } =
      chars.find(({ keyId }) => keyId === String(id)) ?? {}
    return {
      hint,
      state: stateOf(valid.length, lastDay, today),
      lastUseDateTime,
      usedTodayNum,
      usedThisMonthNum,
    }
  })
}

function stateOf(
  validSecrets: number,
  lastDay: string | null | undefined,
  today: string,
): Row['state'] {
  if (validSecrets === 0) return 'revoked'
  if (lastDay && lastDay < today) return 'expired'
  return validSecrets > 1 ? 'rotated' : 'active'
}
