/** Limits of what one operator moves alone on a business day: checked, counted and read. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DayAmounts, dayLimits } from '#contract/operator/day-limits.ts'
import { findLinkedOperators } from '#server/features/operators/grants.ts'
import type { OperatorHandler } from '#server/features/operators/service.ts'
import { operatorDays, operators } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** An operator; on the command line only a name, which may be of no account. */
type Mover = { name: string; userId?: string }
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
  mover: Mover,
  moved: Partial<DayAmounts>,
  { now, zone }: Today,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operatorDay})`)
  const userId = mover.userId ?? (await findIdByName(tx, mover.name))
  const left = await readLeft(tx, userId ?? mover.name, { now, zone })
  if (amounts.some((amount) => (moved[amount] ?? 0) > 0 && moved[amount]! > left[amount]))
    return false
  const row = { chars: 0, voices: 0, images: 0, minutes: 0, credits: 0, refunds: 0, ...moved }
  await tx
    .insert(operatorDays)
    .values({ day: toDay(now, zone), operator: userId ?? mover.name, ...row })
    .onConflictDoUpdate({
      target: [operatorDays.day, operatorDays.operator],
      set: Object.fromEntries(
        amounts.map((amount) => [amount, sql`${operatorDays[amount]} + ${row[amount]}`]),
      ),
    })
  return true
}

/** For commands, which have no second operator. Throws ApiError `notAllowed` above a limit. */
export async function refuseAboveDay(
  tx: Db,
  mover: Mover,
  moved: Partial<DayAmounts>,
  today: Today,
): Promise<void> {
  if (!(await takeFromDay(tx, mover, moved, today)))
    throw new ApiError('notAllowed', { reason: { key: 'dayLimitByCommand', values: {} } })
}

export const getDayLeft: OperatorHandler<typeof dayLimits.left> = (
  _,
  { db, me, clock, settings },
) => readLeft(db, me.userId, { now: clock(), zone: settings.timeZone })

/** What the operator may still move today, given the id or, of a command, the name. */
export async function readLeft(
  db: Db,
  operator: string,
  { now, zone }: Today,
): Promise<DayAmounts> {
  const linked = /^\d+$/.test(operator) ? await findLinkedOperators(db, operator, now) : []
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
        inArray(operatorDays.operator, [...new Set([operator, ...linked])]),
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

async function findIdByName(tx: Db, name: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ userId: operators.userId })
    .from(operators)
    .where(eq(operators.name, name))
  return found?.userId
}
