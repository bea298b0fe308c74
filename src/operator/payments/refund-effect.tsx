/** What a refund would take back from the customer's balance. */
import type { RefundPreview } from '#contract/operator/refunds.ts'
import {
  BeforeAfter,
  formatQuantity,
  type PreviewState,
  t,
  SkeletonLines,
} from '#operator/payments/parts.tsx'
import { PreviewFailure } from '#operator/preview-failure.tsx'

export function RefundEffect({ query }: { query: PreviewState<RefundPreview> }) {
  const { data, error, isFetching } = query
  if (error) return <PreviewFailure preview={query} />
  if (!data) return isFetching ? <SkeletonLines lines={2} /> : null
  if (!data.order) return <p className="form-note">{t('refund.nothing')}</p>
  const { translationBillingMode: mode, taken, owed, waived, before, after } = data
  return (
    <div className="credit-preview" aria-live="polite">
      <b>{t('refund.taken', { amount: formatQuantity(mode, taken) })}</b>
      {owed > 0 && <span>{t('refund.owed', { amount: formatQuantity(mode, owed) })}</span>}
      {waived > 0 && <span>{t('refund.waived', { amount: formatQuantity(mode, waived) })}</span>}
      {before && after ? (
        <>
          <span>{t('refund.result', { account: data.order.account })}</span>
          <BeforeAfter before={before} after={after} />
          <small>{t('refund.subs')}</small>
        </>
      ) : (
        <span>{t('refund.deleted')}</span>
      )}
    </div>
  )
}
