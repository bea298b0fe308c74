/** Adjusts a customer’s balances, above a limit with a second operator’s approval. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import type { Account } from '#server/features/ledger/index.ts'
import { adjustBalance, type Adjustment } from '#server/features/packages/index.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import { approvalKind } from '#server/features/operators/approvals/approval-kind.ts'
import { namesOfLinked } from '#server/features/operators/grants.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import {
  type Customer,
  type AccountChange,
  toLogSubject,
  getCustomer,
} from '#server/features/operators/customers/customer.ts'

/** Posts the adjustment and logs it. The owner sees the operator's name. */
export async function adjustCustomer(
  tx: Db,
  customer: Customer,
  adjustment: Adjustment,
  { operator, reason, now, approvedBy }: AccountChange & { approvedBy?: string },
): Promise<{ before: Account; after: Account }> {
  const { before, after } = await adjustBalance(
    tx,
    customer,
    adjustment,
    { managerName: operator },
    now,
  )
  await recordChange(tx, {
    at: now,
    operator,
    action: 'adjust',
    subject: toLogSubject(customer),
    reason,
    before: toLoggedBalances(before),
    after: { ...toLoggedBalances(after), ...(approvedBy !== undefined && { approvedBy }) },
  })
  return { before, after }
}

const toLoggedBalances = ({ chars, voices, images, expiresAt }: Account) => ({
  chars,
  voices,
  images,
  expiresAt,
})

export const toAdjustmentEvent = ({ ownerId }: UserKey): ChangeEvent => ({
  ownerId,
  about: ['user', 'memberAccountLog'],
})

const optionalInteger = z.optional(z.int())

/** An adjustment above the limit, carried out once a second operator approves it. */
export const adjustmentApproval = approvalKind('adjust', {
  request: z.object({
    ownerId: z.string(),
    userId: z.string(),
    chars: optionalInteger,
    voices: optionalInteger,
    images: optionalInteger,
    minutes: optionalInteger,
  }),
  roles: ['finance', 'admin'],
  async execute(tx, { ownerId, userId, ...adjustment }, approved) {
    await adjustCustomer(
      tx,
      await getCustomer(tx, userId),
      withoutUnchangedUnits(adjustment),
      approved,
    )
    return toAdjustmentEvent({ ownerId, userId })
  },
})

/** Without the units that do not change. */
export const withoutUnchangedUnits = (adjustment: {
  [U in keyof Adjustment]: Adjustment[U] | undefined
}): Adjustment =>
  Object.fromEntries(
    Object.entries(adjustment).filter(([, change]) => change !== undefined && change !== 0),
  )

/** What counts towards the operator's limits of the day. */
export const toMovedAmounts = (adjustment: Adjustment): Adjustment =>
  Object.fromEntries(Object.entries(adjustment).map(([unit, change]) => [unit, Math.abs(change)]))

const day = 24 * 60 * 60_000

const adjustable = ['chars', 'voices', 'images', 'minutes'] as const
type Adjustable = Record<(typeof adjustable)[number], number>

/** Whether a change is larger than what is left, so that it needs approval. */
export const exceeds = (adjustment: Adjustment, left: Adjustable): boolean =>
  adjustable.some((unit) => Math.abs(adjustment[unit] ?? 0) > left[unit])

/**
 * How much the operator may still adjust the account group within 24 hours, after previous
 * adjustments, so that a large change cannot be split into small ones. Operators who are linked by
 * given access count as one.
 */
export async function readAdjustable(
  tx: Db,
  { ownerId }: UserKey,
  operatorId: string,
  now: Date,
): Promise<Adjustable> {
  const since = new Date(now.getTime() - day)
  const names = await namesOfLinked(tx, operatorId, since, now)
  const total = (column: keyof typeof changeColumns) =>
    sql<number>`coalesce(sum(abs(${changeColumns[column]})), 0)::float8`
  const [adjusted] = await tx
    .select({
      chars: total('chars'),
      voices: total('voices'),
      images: total('images'),
      minutes: total('minutes'),
    })
    .from(accountLog)
    .where(
      and(
        eq(accountLog.ownerId, ownerId),
        eq(accountLog.logType, 'SYS_ADJUST'),
        inArray(accountLog.managerName, names),
        gt(accountLog.at, since),
      ),
    )
  const left = (unit: keyof Adjustable) =>
    Math.max(0, businessLimits.adjustment[unit] - adjusted![unit])
  return {
    chars: left('chars'),
    voices: left('voices'),
    images: left('images'),
    minutes: left('minutes'),
  }
}

const changeColumns = {
  chars: accountLog.charChange,
  voices: accountLog.voiceChange,
  images: accountLog.imageChange,
  minutes: accountLog.minuteChange,
}
