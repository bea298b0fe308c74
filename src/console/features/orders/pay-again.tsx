/** Pays an unpaid order, in the dialog of the recharge page. */
import { useEffect, useRef } from 'react'
import { call } from '#client/api/call.ts'
import { localName } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import { quotaText } from '#console/features/orders/order-status.ts'
import { usePayment } from '#console/features/checkout/pay-dialog.tsx'
import { useRefreshAll } from '#console/refine/query.ts'
import { orders, type Order } from '#contract/orders.ts'

export default function PayAgain({ row, close }: { row: Order; close: () => void }) {
  const refreshAll = useRefreshAll()
  const { pay, dialog } = usePayment(() => {
    close()
    void refreshAll()
  })
  const isStarted = useRef(false)
  useEffect(() => {
    // Guards against a second run of the effect: opening the payment page is recorded as an order
    // event.
    if (isStarted.current) return
    isStarted.current = true
    const {
      id,
      payChannel,
      amount,
      memberGroupName: name,
      memberGroupEnName: enName,
      payUntilDateTime,
    } = row
    const until = payUntilDateTime ? fromWire(payUntilDateTime).getTime() : undefined
    const description = [localName({ name, enName }), quotaText(row)].join(' · ')
    pay({
      create: () => call(orders.payAgain, { id }),
      payChannel,
      amount,
      description,
      existing: { until },
    })
  }, [pay, row])
  return dialog
}
