/** States of orders, payments and refunds; a request about them is a link to it. */
import { openRow } from '#console/engine/list/open-from-address.ts'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import { messageOf } from '#console/refine/i18n.ts'
import type { CustomerOrder } from '#contract/operator/orders.ts'
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

export const orderState = ({ row }: { row: CustomerOrder }) => (
  <span className="stack-cell">
    <span>
      <OrderState {...row} />
    </span>
    <span>{messageOf(`codes.payChannel.${row.payChannel}`)}</span>
  </span>
)

/** A customer's request for a refund, unless it was withdrawn, is of a paid order. */
export const OrderState = ({
  no,
  payStatus,
  refundRequestState: refund,
}: Pick<CustomerOrder, 'no' | 'payStatus' | 'refundRequestState'>) =>
  refund && refund !== 'withdrawn' ? (
    <AppLink route="operator/refund-requests" query={{ orderNo: no }}>
      <CodeTag code="refundRequestState" value={refund} />
    </AppLink>
  ) : (
    <CodeTag code="payStatus" value={payStatus} />
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
