/** Button that cancels the order of an open payment, for a payer who has not paid and will not. */
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { Order } from '#client/payment/machine.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { orders } from '#contract/orders.ts'

/** `onEnd` is called after either answer: an order that is refused may have been paid meanwhile. */
export function CancelOrder({ order, onEnd }: { order: Order; onEnd: () => void }) {
  const canUse = useCanUse()
  const [isPending, setPending] = useState(false)
  if (!canUse(orders.cancel)) return null
  const cancel = async () => {
    setPending(true)
    await idempotentCall(orders.cancel, { id: order.id }).catch(notifyFailure)
    setPending(false)
    onEnd()
  }
  return (
    <button
      type="button"
      className="text-button"
      disabled={isPending}
      onClick={() => void cancel()}
    >
      {t('checkout.pay.cancel')}
    </button>
  )
}
