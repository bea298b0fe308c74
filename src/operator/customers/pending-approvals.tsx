/** Requests for approval that concern a customer, so that nobody asks for the same twice. */
import { messageOf } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { limits } from '#contract/limits.ts'
import { approvals, type Approval } from '#contract/operator/approvals.ts'
import type { CustomerDetails } from '#contract/operator/customers.ts'
import { t } from '#operator/customers/messages.ts'
import { CodeTag, useCall } from '#operator/payments/parts.tsx'
import { subjectName } from '#operator/team/log-action.tsx'

const openRequests = { state: 'open', pageNum: 1, pageSize: limits.page.sizes.at(-1)! } as const

/** Open requests about the account itself or one of its orders, once the customer has loaded. */
export function usePendingApprovals(customer: CustomerDetails | undefined): {
  requests: readonly Approval[]
  isWaiting: boolean
  error: unknown
  refresh: () => void
} {
  const { data, error, isLoading, refetch } = useCall(approvals.page, openRequests)
  const names = new Set([customer?.account, ...(customer?.orders.map(({ no }) => no) ?? [])])
  return {
    requests: data?.rows.filter(({ subject }) => names.has(subjectName(subject))) ?? [],
    isWaiting: isLoading,
    error: data ? null : error,
    refresh: () => void refetch(),
  }
}

export function PendingApproval({
  request: { kind, operator, createDateTime, reason, subject, state },
}: {
  request: Approval
}) {
  return (
    <section className="customer-note" aria-label={t('customers.pending.title')}>
      <CodeTag code="approvalState" value={state} />
      <p>
        {t('customers.pending.text', {
          kind: messageOf(`codes.approvalKind.${kind}`),
          operator,
          at: createDateTime,
        })}{' '}
        <small>{reason}</small>
      </p>
      <AppLink
        route="operator/approvals"
        query={{ state: 'open', subject: subjectName(subject) }}
        className="button"
      >
        {t('customers.pending.show')}
      </AppLink>
    </section>
  )
}
