/** Refuses what is more than a cap leaves. */
import type { CapName } from '#contract/budgets.ts'
import type { CapLeft } from '#server/features/budgets/cap-left.ts'
import type { SubAccountBudget } from '#server/features/budgets/read-budgets.ts'
import { ApiError, type CapReasonKey } from '#server/http/errors.ts'

/**
 * Throws ApiError `tooManyRequests`, with the seconds until the day or month ends, if `needed` is
 * more than a cap leaves. The caps have to be read for the unit that is used, with the user's
 * balance locked. `name`: whose caps they are; `reason`: the message of a cap.
 */
export function refuseAboveCap<C extends CapLeft>(
  { name, caps }: { name: string; caps: readonly C[] },
  needed: number,
  reason: (cap: C) => CapReasonKey,
): void {
  // Report the cap that resets last.
  const [exceeded] = caps
    .filter(({ left }) => needed > left)
    .toSorted((a, b) => b.secondsLeft - a.secondsLeft)
  if (!exceeded) return
  const { limit, left, resetDateTime, secondsLeft } = exceeded
  const until = resetDateTime.slice(0, 16)
  throw new ApiError('tooManyRequests', {
    seconds: secondsLeft,
    reason: { key: reason(exceeded), values: { name, limit, left, needed, until } },
  })
}

const reasons = {
  dailyCharNum: 'capDayChars',
  monthlyCharNum: 'capMonthChars',
  dailyVoiceNum: 'capDayVoices',
  monthlyVoiceNum: 'capMonthVoices',
  dailyImageNum: 'capDayImages',
  monthlyImageNum: 'capMonthImages',
} as const satisfies Record<CapName, string>

/** Throws as `refuseAboveCap`. The budget has to be read for the unit that is used. */
export function refuseAboveBudget(budget: SubAccountBudget, needed: number): void {
  refuseAboveCap(budget, needed, ({ cap }) => reasons[cap])
}
