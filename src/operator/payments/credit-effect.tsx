/** What crediting an unmatched payment would do to the account. */
import type { CreditPreview } from '#contract/operator/unmatched-payments.ts'
import {
  BeforeAfter,
  Failure,
  type PreviewState,
  SkeletonLines,
  t,
} from '#operator/payments/parts.tsx'

export function CreditEffect({
  query: { data, error, isFetching },
}: {
  query: PreviewState<CreditPreview>
}) {
  if (error) return <Failure error={error} />
  if (!data) return isFetching ? <SkeletonLines lines={2} /> : null
  const { account, before, after, order } = data
  const changesChannel =
    order && before.tranChannelId && String(before.tranChannelId) !== String(after.tranChannelId)
  return (
    <div className="credit-preview" aria-live="polite">
      <span>{t('payments.handle.result', { account })}</span>
      <BeforeAfter before={before} after={after} />
      {changesChannel && <small>{t('payments.handle.otherChannel')}</small>}
    </div>
  )
}
