/** Refuses an operator’s request with a reason of `locales/operator-refusals.ts`. */
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import type { OperatorReason } from '#locales/operator-refusals.ts'

const notFoundReasons: readonly OperatorReason[] = [
  'orderUnknown',
  'refundUnknown',
  'refundRequestUnknown',
]

export const createRefusal = <K extends OperatorReason>(
  key: K,
  values: ReasonValues[K],
): ApiError =>
  new ApiError(notFoundReasons.includes(key) ? 'notFound' : 'invalid', {
    reason: reasonWith(key, values),
  })
