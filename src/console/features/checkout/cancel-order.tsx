/** Button that cancels the order of an open payment, for a payer who has not paid and will not. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import type { Order } from '#client/payment/machine.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { orders } from '#contract/orders.ts'
import { showToast } from '#ui/toasts.tsx'

/** `onEnd` is called after either answer: an order that is refused may have been paid meanwhile. */
export function CancelOrder({ order, onEnd }: { order: Order; onEnd: () => void }) {
  const [isPending, setPending] = useState(false)
  const cancel = async () => {
    setPending(true)
    try {
      await call(orders.cancel, { id: order.id })
    } catch (error) {
      showToast({ tone: 'error', text: errorMessage(error, messageOf).text })
    }
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
