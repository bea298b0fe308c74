/** The rules within which owners ask for refunds. */
import { businessLimits } from '#contract/business-limits.ts'
import { refundRules } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { eq, sql } from 'drizzle-orm'

export type Rules = Pick<
  typeof refundRules.$inferSelect,
  'enabled' | 'days' | 'leastUnusedPercent' | 'timePlans'
>

/** `version` 0: nobody has changed them yet. */
export async function readRefundRules(db: Db): Promise<Rules & { version: number }> {
  const [stored] = await db.select().from(refundRules)
  return stored ?? { ...businessLimits.refundRequests.rules, version: 0 }
}

/** `version`: the one that was read. Throws ApiError `changedElsewhere`. */
export async function saveRefundRules(tx: Db, rules: Rules, version: number): Promise<void> {
  const saved =
    version === 0
      ? await tx.insert(refundRules).values(rules).onConflictDoNothing().returning()
      : await tx
          .update(refundRules)
          .set({ ...rules, version: sql`${refundRules.version} + 1` })
          .where(eq(refundRules.version, version))
          .returning()
  if (saved.length === 0) throw new ApiError('changedElsewhere')
}

/** Rules on the wire, where yes is 1 and no is 0. */
export const toWireRules = ({ enabled, days, leastUnusedPercent, timePlans }: Rules) => ({
  enabled: toFlag(enabled),
  days,
  leastUnusedPercent,
  timePlans: toFlag(timePlans),
})

const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)
