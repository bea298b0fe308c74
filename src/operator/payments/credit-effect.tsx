/** What crediting an unmatched payment would do to the account. */
import type { CreditPreview } from '#contract/operator/unmatched-payments.ts'
import { BeforeAfter, type PreviewState, SkeletonLines, t } from '#operator/payments/parts.tsx'
import { PreviewFailure } from '#operator/preview-failure.tsx'

export function CreditEffect({ query }: { query: PreviewState<CreditPreview> }) {
  const { data, error, isFetching } = query
  if (error) return <PreviewFailure preview={query} />
  if (!data) return isFetching ? <SkeletonLines lines={2} /> : null
  const { account, before, after } = data
  return (
    <div className="credit-preview" aria-live="polite">
      <span>{t('payments.handle.result', { account })}</span>
      <BeforeAfter before={before} after={after} />
      {changedChannel(data) && <small>{t('payments.handle.otherChannel')}</small>}
    </div>
  )
}

/** Channel before and after, if the order moves the customer to another one. */
export function changedChannel({
  before: { tranChannelId: before },
  after: { tranChannelId: after },
  order,
}: CreditPreview) {
  return order && before && after && String(before) !== String(after)
    ? { before, after }
    : undefined
}
