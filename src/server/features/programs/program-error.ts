/** Status and sentence of an error in the shapes of other APIs. */
import type { RefusalCode } from '#contract/failure.ts'
import type { Lang } from '#locales/messages.ts'
import type { ApiError } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'
import { formatError, t } from '#server/platform/messages.ts'

/** English, unless Chinese is asked for: clients of these APIs send no language. */
export const langOfProgram = (c: AppContext): Lang =>
  /^\s*zh/i.test(c.req.header('accept-language') ?? '') ? 'zh' : 'en'

/** Statuses of business errors, which have none of their own; 400 for the others. */
const statusByCode: Partial<Record<RefusalCode, number>> = {
  notAllowed: 403,
  readOnly: 403,
  capabilityMissing: 403,
  accountDisabled: 403,
  notFound: 404,
  notAvailable: 404,
  changedElsewhere: 503,
  channelBusy: 529,
  channelClosed: 503,
}
const lacksQuota = (code: RefusalCode) => code === 'notEnough' || code === 'planExpired'

/** `ofKey`, `ofQuota`: statuses of an invalid key and of a used-up quota. */
export function statusOf(
  { code, status, reason }: ApiError,
  { ofKey, ofQuota }: { ofKey: number; ofQuota: number },
): number {
  if (code === 'keyRefused') return reason ? 403 : ofKey
  if (lacksQuota(code)) return ofQuota
  return status === 200 || status > 599 ? (statusByCode[code] ?? 400) : status
}

/** Names the field, as programs know it, and says what is wrong. */
export function sentenceOf(lang: Lang, error: ApiError): string {
  const { reason, fields } = error
  const [first] = fields
  if (reason || !first?.field) return formatError(lang, error)
  const { field, rule, limit = 0 } = first
  const key = rule === 'required' || rule === 'min' || rule === 'max' ? rule : 'other'
  return t(lang, `programs.fields.${key}`, { field, limit })
}
