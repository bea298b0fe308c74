/** Column with the status and the method of a payment, and the state of a request for a refund. */
import { toneOf } from '#console/engine/fields/choices.tsx'
import { messageOf } from '#console/refine/i18n.ts'
import type { CodeName } from '#contract/vocabulary.ts'
import type { Order } from '#contract/orders.ts'

export const paymentColumn = {
  field: ['payStatus', 'payChannel'],
  cell: PaymentCell,
  width: { usual: 190, least: 120 },
} as const

/** A request for a refund is of a paid order. */
function PaymentCell({
  row: { payStatus, payChannel, refundRequestState: refund },
}: {
  row: Order
}) {
  return (
    <span className="stack-cell">
      <span>
        {refund && refund !== 'withdrawn' ? (
          <Tag code="refundRequestState" value={refund} />
        ) : (
          <Tag code="payStatus" value={payStatus} />
        )}
      </span>
      <span>{messageOf(`codes.payChannel.${payChannel}`)}</span>
    </span>
  )
}

const Tag = ({ code, value }: { code: CodeName; value: string }) => (
  <span className="tag" data-tone={toneOf({ code }, value)}>
    {messageOf(`codes.${code}.${value}`)}
  </span>
)
