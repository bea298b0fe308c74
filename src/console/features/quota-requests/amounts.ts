/** Amounts of a request for quota, and of a balance. */
import type { Amounts } from '#console/features/distribution/balance.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { quotaRequests } from '#contract/quota-requests.ts'
import type { User } from '#contract/user.ts'

export type QuotaRequest = OutputOf<typeof quotaRequests.calls.get>

/** What was asked for, or what the values of a form say. */
export const askedAmounts = ({
  charNum,
  voiceNum,
  imageNum,
}: Partial<Pick<QuotaRequest, 'charNum' | 'voiceNum' | 'imageNum'>>): Amounts => ({
  chars: charNum ?? 0,
  voices: voiceNum ?? 0,
  images: imageNum ?? 0,
})

export const grantedAmounts = (row: QuotaRequest): Amounts => ({
  chars: row.grantedCharNum ?? 0,
  voices: row.grantedVoiceNum ?? 0,
  images: row.grantedImageNum ?? 0,
})

export const balanceAmounts = ({
  usableCharNum,
  usableVoiceNum,
  usableImageNum,
}: Pick<
  User['memberAccount'],
  'usableCharNum' | 'usableVoiceNum' | 'usableImageNum'
>): Amounts => ({ chars: usableCharNum, voices: usableVoiceNum, images: usableImageNum })
