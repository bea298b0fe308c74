/** Refuses what is more than a sub-account's caps leave. */
import type { Cap } from '#contract/budgets.ts'
import type { SubAccountBudget } from '#server/features/budgets/read-budgets.ts'
import { ApiError } from '#server/http/errors.ts'

const reasons = {
  dailyCharNum: 'capDayChars',
  monthlyCharNum: 'capMonthChars',
  dailyVoiceNum: 'capDayVoices',
  monthlyVoiceNum: 'capMonthVoices',
  dailyImageNum: 'capDayImages',
  monthlyImageNum: 'capMonthImages',
} as const satisfies Record<Cap['cap'], string>

/**
 * Throws ApiError `tooManyRequests`, with the seconds until the day or month ends, if `needed` is
 * more than a cap leaves. The budget has to be read for the unit that is used, with the
 * sub-account's balance locked.
 */
export function refuseAboveCap({ name, caps }: SubAccountBudget, needed: number): void {
  // Report the cap that resets last.
  const [exceeded] = caps
    .filter(({ left }) => needed > left)
    .toSorted((a, b) => b.secondsLeft - a.secondsLeft)
  if (!exceeded) return
  const { cap, limit, left, resetDateTime, secondsLeft } = exceeded
  const until = resetDateTime.slice(0, 16)
  throw new ApiError('tooManyRequests', {
    seconds: secondsLeft,
    reason: { key: reasons[cap], values: { account: name, limit, left, needed, until } },
  })
}
