/** Business constants for interpolation into messages, formatted by language. */
import { limits, times } from '#contract/limits.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const valuesIn = (locale: 'zh-CN' | 'en-US') => ({
  trialCharacters: limits.freeTest.characters.toLocaleString(locale),
  trialDays: limits.freeTest.days,
  rewardCharacters: limits.reward.invited.toLocaleString(locale),
  monthDays: limits.monthly.days,
  usageDays: limits.usage.days,
  nameMin: limits.account.min,
  nameMax: limits.account.max,
  passwordMin: limits.password.min,
  passwordMax: limits.password.max,
  codeMinutes: times.codeValid / minute,
  codeWaitSeconds: times.codeResend / second,
  appCodeDigits: limits.twoFactor.digits,
  recoveryCodes: limits.twoFactor.recoveryCodes,
  sessionIdleDays: times.sessionIdle / day,
  sessionDays: times.sessionEnd / day,
  replayHours: times.idempotency / hour,
  formerEmailDays: limits.formerEmail.days,
  counterDays: limits.invitation.browserDays,
  minimumAge: limits.terms.minimumAge,
  contactDays: limits.terms.contactDays,
  trashDays: limits.trash.days,
  mostNames: limits.subAccountNames.max.toLocaleString(locale),
})

export const businessValues = { zh: valuesIn('zh-CN'), en: valuesIn('en-US') }
