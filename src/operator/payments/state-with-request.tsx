/** States of payments and refunds; one that awaits approval is a link to its request. */
import { openRow } from '#console/engine/list/open-from-address.ts'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import type { Refund } from '#contract/operator/refunds.ts'
import type { UnmatchedPayment } from '#contract/operator/unmatched-payments.ts'
import type { CodeName } from '#contract/vocabulary.ts'
import { CodeTag } from '#operator/payments/parts.tsx'

export const paymentState = ({ row }: { row: UnmatchedPayment }) => (
  <StateWithRequest code="unmatchedState" value={row.state} subject={row.gatewayNo} />
)

export const refundState = ({ row }: { row: Refund }) => (
  <StateWithRequest code="refundState" value={row.state} subject={`refund ${row.id}`} />
)

type Props = {
  code: CodeName
  value: string
  /** Finds the request. */
  subject: string
}

function StateWithRequest({ subject, ...state }: Props) {
  const canOpen = useCanOpen()
  const tag = <CodeTag {...state} />
  if (state.value !== 'asked' || !canOpen(approvalsRoute)) return tag
  return (
    <AppLink route={approvalsRoute} query={{ state: 'open', subject, open: openRow }}>
      {tag}
    </AppLink>
  )
}

const approvalsRoute = 'operator/approvals'
