/** Caps of a key: characters that it may use per day and month of the business calendar. */
import { sql } from 'drizzle-orm'
import type { ProgramUser } from '#server/features/api-keys/authenticate.ts'
import { apiKeys } from '#server/features/api-keys/table.ts'
import {
  periodEndColumns,
  refuseAboveCap,
  toCapLeft,
  type PeriodEnds,
} from '#server/features/budgets/index.ts'
import { reservations } from '#server/features/ledger/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type KeyUse = PeriodEnds & { name: string; day: string; month: string; running: string }

const ownerId = typedPlaceholder('ownerId', 'bigint')
const today = typedPlaceholder('today', 'date')

const keyUseStatement = prepareStatement<KeyUse>(
  'api_key_caps',
  sql`select k.name, used.day::text as day, used.month::text as month, running.chars::text as running, ${periodEndColumns}
    from ${apiKeys} k
    cross join lateral (select coalesce(sum(d.chars) filter (where d.day >= ${today}), 0) as day, coalesce(sum(d.chars), 0) as month from ${usageDays} d
      where d.owner_id = k.owner_id and d.user_id = k.user_id and d.key_id = k.id and d.day >= date_trunc('month', ${today}::timestamp)::date) used
    cross join lateral (select coalesce(sum(r.key_chars), 0) as chars from ${reservations} r
      where r.owner_id = k.owner_id and r.key_id = k.id and r.id <> ${typedPlaceholder('except', 'uuid')}) running
    where k.owner_id = ${ownerId} and k.id = ${typedPlaceholder('keyId', 'bigint')}`,
)

/**
 * Call it in the transaction that has locked the balance of the key's user, by the reservation
 * `except` of the characters. Throws ApiError `tooManyRequests` if a cap would be exceeded, and
 * `keyRefused` if the key is deleted.
 */
export async function enforceKeyCaps(
  tx: Db,
  {
    ownerId,
    keyId,
    dailyChars,
    monthlyChars,
  }: Pick<ProgramUser, 'ownerId' | 'keyId' | 'dailyChars' | 'monthlyChars'>,
  { chars, except }: { chars: number; except: string },
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  if (dailyChars === null && monthlyChars === null) return
  const day = formatWireTime(now, zone).slice(0, 10)
  const [use] = await keyUseStatement(tx, { ownerId, keyId, today: day, zone, except })
  if (!use) throw new ApiError('keyRefused')
  const caps = (['day', 'month'] as const).flatMap((period) => {
    const limit = period === 'day' ? dailyChars : monthlyChars
    if (limit === null) return []
    const used = Number(use[period]) + Number(use.running)
    return [{ period, ...toCapLeft(period, { limit, used }, use, { today: day, now }) }]
  })
  refuseAboveCap({ name: use.name, caps }, chars, ({ period }) =>
    period === 'day' ? 'keyDay' : 'keyMonth',
  )
}
