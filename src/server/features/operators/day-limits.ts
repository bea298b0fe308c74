/** Limits of what one operator moves alone on a business day: checked, counted and read. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DayAmounts, dayLimits } from '#contract/operator/day-limits.ts'
import { findLinkedOperators } from '#server/features/operators/grants.ts'
import type { Operator, OperatorHandler } from '#server/features/operators/operator.ts'
import { operatorDays } from '#server/features/operators/table.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type Mover = Pick<Operator, 'userId'>
type Today = { now: Date; zone: string }

const amounts = ['chars', 'voices', 'images', 'minutes', 'credits', 'refunds'] as const

/**
 * Counts what the operator moves alone towards the limits of the day. Returns false, without
 * counting, if it exceeds one of them: a second operator has to approve it. Linked operators count
 * as one. Call it in the transaction of the change, after the accounts are locked: until its end,
 * other operators wait.
 */
export async function takeFromDay(
  tx: Db,
  { userId }: Mover,
  moved: Partial<DayAmounts>,
  { now, zone }: Today,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operatorDay})`)
  const left = await readLeft(tx, userId, { now, zone })
  if (amounts.some((amount) => (moved[amount] ?? 0) > 0 && moved[amount]! > left[amount]))
    return false
  const row = { chars: 0, voices: 0, images: 0, minutes: 0, credits: 0, refunds: 0, ...moved }
  await tx
    .insert(operatorDays)
    .values({ day: toDay(now, zone), operator: userId, ...row })
    .onConflictDoUpdate({
      target: [operatorDays.day, operatorDays.operator],
      set: Object.fromEntries(
        amounts.map((amount) => [amount, sql`${operatorDays[amount]} + ${row[amount]}`]),
      ),
    })
  return true
}

export const getDayLeft: OperatorHandler<typeof dayLimits.left> = (
  _,
  { db, me, clock, settings },
) => readLeft(db, me.userId, { now: clock(), zone: settings.timeZone })

/** What the operator may still move today. */
async function readLeft(db: Db, userId: string, { now, zone }: Today): Promise<DayAmounts> {
  const linked = await findLinkedOperators(db, userId, now)
  const sum = (amount: (typeof amounts)[number]) =>
    sql<number>`coalesce(sum(${operatorDays[amount]}), 0)::float8`
  const [moved] = await db
    .select({
      chars: sum('chars'),
      voices: sum('voices'),
      images: sum('images'),
      minutes: sum('minutes'),
      credits: sum('credits'),
      refunds: sum('refunds'),
    })
    .from(operatorDays)
    .where(
      and(
        eq(operatorDays.day, toDay(now, zone)),
        inArray(operatorDays.operator, [userId, ...linked]),
      ),
    )
  const left = (amount: (typeof amounts)[number]) =>
    Math.max(0, businessLimits.operatorDay[amount] - moved![amount])
  return {
    chars: left('chars'),
    voices: left('voices'),
    images: left('images'),
    minutes: left('minutes'),
    credits: left('credits'),
    refunds: left('refunds'),
  }
}

const toDay = (now: Date, zone: string): string => formatWireTime(now, zone).slice(0, 10)
