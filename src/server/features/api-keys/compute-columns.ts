/** Computed columns of API keys: their state, hint, last use and use of the day and month. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { apiKeys as collection } from '#contract/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { apiKeySecrets, apiKeyUse } from '#server/features/api-keys/table.ts'
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
  const [secrets, uses] = await Promise.all([
    db
      .select()
      .from(apiKeySecrets)
      .where(and(eq(apiKeySecrets.ownerId, ownerId), inArray(apiKeySecrets.keyId, ids))),
    db
      .select({
        keyId: apiKeyUse.keyId,
        lastUseDateTime: wireTime<string | null>(apiKeyUse.lastUsedAt, timeZone),
        usedTodayNum: sql<number>`case when ${apiKeyUse.day} = ${today}::date then ${apiKeyUse.dayChars} else 0 end::float8`,
        usedThisMonthNum: sql<number>`case when date_trunc('month', ${apiKeyUse.day}) = date_trunc('month', ${today}::date) then ${apiKeyUse.monthChars} else 0 end::float8`,
      })
      .from(apiKeyUse)
      .where(and(eq(apiKeyUse.ownerId, ownerId), inArray(apiKeyUse.keyId, ids))),
  ])
  return rows.map(({ id, lastDay }) => {
    const valid = secrets.filter(
      ({ keyId, endsAt }) => keyId === String(id) && (endsAt === null || endsAt > now),
    )
    const { hint = '' } = valid.find(({ endsAt }) => endsAt === null) ?? {}
    const {
      lastUseDateTime = null,
      usedTodayNum = 0,
      usedThisMonthNum = 0,
    } = uses.find(({ keyId }) => keyId === String(id)) ?? {}
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
