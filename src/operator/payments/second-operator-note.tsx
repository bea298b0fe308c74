/** Says why a change needs a second operator, and how much the operator may still move today. */
import { yuan } from '#client/i18n/format.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { dayLimits, type SecondOperatorReason } from '#contract/operator/day-limits.ts'
import { SectionError } from '#console/ui/query-card.tsx'
import { t, useCall } from '#operator/payments/parts.tsx'

export function SecondOperatorNote({
  approval,
  kind,
}: {
  approval: SecondOperatorReason | null
  kind: 'credits' | 'refunds'
}) {
  const { data, error, refetch } = useCall(dayLimits.left, {})
  return (
    <>
      {error && !data && (
        <SectionError
          name={t('payments.approval.left.name')}
          error={error}
          retry={() => void refetch()}
        />
      )}
      {data && (
        <p className="day-left">
          {t(`payments.approval.left.${kind}`, {
            left: yuan(data[kind]),
            limit: yuan(businessLimits.operatorDay[kind]),
          })}
        </p>
      )}
      {approval && (
        <p className="form-note" data-tone="warning">
          {t(`payments.approval.why.${approval}`)}
        </p>
      )}
    </>
  )
}
