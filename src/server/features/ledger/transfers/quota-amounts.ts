/** The amounts of a transfer as calls name them. */
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import { ApiError } from '#server/http/errors.ts'

export type Amounts = {
  changeCharNum?: number | undefined
  changeVoiceNum?: number | undefined
  changeImageNum?: number | undefined
}

/**
 * Rejects a transfer of zero, which would write empty log rows (spec 5.8). Throws ApiError
 * `invalid`.
 */
export function toQuotaAmounts({
  changeCharNum: chars = 0,
  changeVoiceNum: voices = 0,
  changeImageNum: images = 0,
}: Amounts): QuotaAmounts {
  if (chars === 0 && voices === 0 && images === 0)
    throw new ApiError('invalid', { fields: [{ field: 'changeCharNum', rule: 'required' }] })
  return { chars, voices, images }
}
