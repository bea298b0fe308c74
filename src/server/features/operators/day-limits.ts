/** Limits of what one operator moves alone on a business day: checked, counted and read. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { DayAmounts, type dayLimits } from '#contract/operator/day-limits.ts'
import { findLinkedOperators } from '#server/features/operators/grants.ts'
import type { Operator, OperatorHandler } from '#server/features/operators/operator.ts'
import { operatorDays } from '#server/features/operators/table.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type Mover = Pick<Operator, 'userId'>
type Today = { now: Date; zone: string }

type Amount = keyof DayAmounts
const amounts = Object.keys(DayAmounts.shape) as Amount[]
const ofEach = <T>(toValue: (amount: Amount) => T) =>
  Object.fromEntries(amounts.map((amount) => [amount, toValue(amount)])) as Record<Amount, T>

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
  const row = ofEach((amount) => moved[amount] ?? 0)
  await tx
    .insert(operatorDays)
    .values({ day: toDay(now, zone), operator: userId, ...row })
    .onConflictDoUpdate({
      target: [operatorDays.day, operatorDays.operator],
      set: ofEach((amount) => sql`${operatorDays[amount]} + ${row[amount]}`),
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
  const [moved] = await db
    .select(ofEach((amount) => sql<number>`coalesce(sum(${operatorDays[amount]}), 0)::float8`))
    .from(operatorDays)
    .where(
      and(
        eq(operatorDays.day, toDay(now, zone)),
        inArray(operatorDays.operator, [userId, ...linked]),
      ),
    )
  return ofEach((amount) => Math.max(0, businessLimits.operatorDay[amount] - moved![amount]))
}

const toDay = (now: Date, zone: string): string => formatWireTime(now, zone).slice(0, 10)
