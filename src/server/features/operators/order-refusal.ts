/** Refuses an operator’s request about an order, a payment or a refund. */
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import type { OperatorReason } from '#locales/operator-refusals.ts'

const notFoundReasons: readonly OperatorReason[] = ['orderUnknown', 'refundUnknown']

/** Refusal of an operator's request about an order, a payment or a refund. */
export const createRefusal = <K extends OperatorReason>(
  key: K,
  values: ReasonValues[K],
): ApiError =>
  new ApiError(notFoundReasons.includes(key) ? 'notFound' : 'invalid', {
    reason: reasonWith(key, values),
  })
