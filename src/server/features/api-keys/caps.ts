/** Caps of a key: characters that it may use per day and month of the business calendar. */
import { sql } from 'drizzle-orm'
import type { ProgramUser } from '#server/features/api-keys/authenticate.ts'
import { apiKeys, apiKeyUse } from '#server/features/api-keys/table.ts'
import { reservations } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

const keyColumns = sql`${typedPlaceholder('ownerId', 'bigint')}, ${typedPlaceholder('keyId', 'bigint')}`

/** Locks the key's row, so that concurrent reservations are counted one after another. */
const lockUseStatement = prepareStatement<{ day: string; month: string }>(
  'api_key_lock_use',
  sql`insert into ${apiKeyUse} as u (owner_id, key_id, day) select owner_id, id, ${typedPlaceholder('today', 'date')} from ${apiKeys} where (owner_id, id) = (${keyColumns})
    on conflict (owner_id, key_id) do update set day = u.day
    returning (case when u.day = ${typedPlaceholder('today', 'date')} then u.day_chars else 0 end)::text as day,
      (case when date_trunc('month', u.day) = date_trunc('month', ${typedPlaceholder('today', 'date')}) then u.month_chars else 0 end)::text as month`,
)

const readReservedStatement = prepareStatement<{
  reserved: string
  name: string
  dayEnd: number
  monthEnd: number
}>(
  'api_key_reserved',
  sql`select coalesce((select sum(r.key_chars) from ${reservations} r where r.owner_id = k.owner_id and r.key_id = k.id), 0)::text as reserved, k.name,
      extract(epoch from (${typedPlaceholder('today', 'date')} + 1)::timestamp at time zone ${typedPlaceholder('zone', 'text')})::float8 as "dayEnd",
      extract(epoch from (date_trunc('month', ${typedPlaceholder('today', 'date')}) + interval '1 month')::timestamp at time zone ${typedPlaceholder('zone', 'text')})::float8 as "monthEnd"
    from ${apiKeys} k where (k.owner_id, k.id) = (${keyColumns})`,
)

/**
 * Call it in the transaction that has reserved `chars` for the key. Throws ApiError
 * `tooManyRequests`, with the seconds until the day or month ends, if a cap would be exceeded, and
 * `keyRefused` if the key is deleted.
 */
export async function enforceCaps(
  tx: Db,
  {
    ownerId,
    keyId,
    dailyChars,
    monthlyChars,
  }: Pick<ProgramUser, 'ownerId' | 'keyId' | 'dailyChars' | 'monthlyChars'>,
  chars: number,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  if (dailyChars === null && monthlyChars === null) return
  const today = formatWireTime(now, zone).slice(0, 10)
  const [used] = await lockUseStatement(tx, { ownerId, keyId, today })
  const [key] = await readReservedStatement(tx, { ownerId, keyId, today, zone })
  if (!used || !key) throw new ApiError('keyRefused')
  const { reserved, name, dayEnd, monthEnd } = key
  const refuseAbove = (
    limit: number | null,
    usedChars: number,
    end: number,
    reason: 'keyDay' | 'keyMonth',
  ) => {
    if (limit === null || usedChars + Number(reserved) <= limit) return
    const left = Math.max(0, limit - usedChars - Number(reserved) + chars)
    throw new ApiError('tooManyRequests', {
      seconds: Math.max(1, Math.ceil(end - now.getTime() / 1_000)),
      reason: { key: reason, values: { name, limit, left } },
    })
  }
  refuseAbove(monthlyChars, Number(used.month), monthEnd, 'keyMonth')
  refuseAbove(dailyChars, Number(used.day), dayEnd, 'keyDay')
}
