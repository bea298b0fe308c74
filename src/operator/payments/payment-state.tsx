/** State of an unmatched payment; while a request to credit it awaits approval, a link to that. */
import { openRow } from '#console/engine/list/open-from-address.ts'
import type { Cell } from '#console/engine/resource.ts'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import type { UnmatchedPayment } from '#contract/operator/unmatched-payments.ts'
import { CodeTag, t } from '#operator/payments/parts.tsx'

export const paymentStateCell: Cell<UnmatchedPayment> = ({ row }) => <PaymentState payment={row} />

export function PaymentState({
  payment: { state, approvalAsked, gatewayNo },
}: {
  payment: UnmatchedPayment
}) {
  const canOpen = useCanOpen()
  if (approvalAsked === 0 || state !== 'open')
    return <CodeTag code="unmatchedState" value={state} />
  const text = t('payments.creditRequest.asked')
  if (!canOpen(approvalsRoute)) return <span className="tag">{text}</span>
  return (
    <AppLink
      route={approvalsRoute}
      query={{ state: 'open', subject: gatewayNo, open: openRow }}
      className="tag"
    >
      {text}
    </AppLink>
  )
}

const approvalsRoute = 'operator/approvals'
