/** Business constants for interpolation into messages, formatted by language. */
import { businessLimits } from '#contract/business-limits.ts'
import { limits, times } from '#contract/limits.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const formatDays = (days: readonly number[], locale: string) =>
  new Intl.ListFormat(locale).format(days.map(String))

const formatValues = (locale: 'zh-CN' | 'en-US') => ({
  trialCharacters: businessLimits.freeTest.characters.toLocaleString(locale),
  trialDays: businessLimits.freeTest.days,
  rewardCharacters: businessLimits.inviteReward.characters.toLocaleString(locale),
  monthDays: businessLimits.monthly.days,
  usageDays: businessLimits.usage.days,
  nameMin: limits.account.min,
  nameMax: limits.account.max,
  passwordMin: limits.password.min,
  passwordMax: limits.password.max,
  codeMinutes: times.codeLifetime / minute,
  codeWaitSeconds: times.codeResendDelay / second,
  appCodeDigits: businessLimits.twoFactor.digits,
  recoveryCodes: businessLimits.twoFactor.recoveryCodes,
  sessionIdleDays: times.sessionIdleTimeout / day,
  sessionDays: times.sessionLifetime / day,
  replayHours: times.idempotencyKeyLifetime / hour,
  formerEmailDays: businessLimits.formerEmail.days,
  auditLogDays: businessLimits.auditLog.keepDays,
  counterDays: businessLimits.inviteRewardLimits.browserDays,
  minimumAge: businessLimits.terms.minimumAge,
  contactDays: businessLimits.terms.contactDays,
  planWarnDays: formatDays(businessLimits.plans.warnDaysBefore, locale),
  keyWarnDays: formatDays(businessLimits.apiKeys.warnDaysBefore, locale),
  unusualTimes: businessLimits.unusualUse.times,
  unusualFloor: businessLimits.unusualUse.floorChars.toLocaleString(locale),
  overlapHours: businessLimits.apiKeys.overlapHours,
  webhookRetryHours: businessLimits.webhooks.retryHours,
  webhookOverlapHours: businessLimits.webhooks.overlapHours,
  auditKeepDays: businessLimits.auditLog.keepDays,
  webhookKeepDays: businessLimits.webhooks.keepDays,
  documentHours: businessLimits.documents.hours,
  maxNames: businessLimits.subAccountNames.max.toLocaleString(locale),
})

type BusinessValues = ReturnType<typeof formatValues>
let [zh, en]: (BusinessValues | undefined)[] = []

/** Formatted at the first use of a language: a page shows one. */
export const businessValues = {
  get zh(): BusinessValues {
    return (zh ??= formatValues('zh-CN'))
  },
  get en(): BusinessValues {
    return (en ??= formatValues('en-US'))
  },
}
