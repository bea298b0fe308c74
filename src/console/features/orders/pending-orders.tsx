/**
 * Continues the payment of the order that waited before a reload. Polls the orders in a visible tab
 * while unpaid ones are shown and the notification stream is closed.
 */
import { useEffect, useRef } from 'react'
import type { HeaderProps } from '#console/engine/resource.ts'
import { useFeed } from '#console/features/notifications/feed.ts'
import { usePayment } from '#console/features/checkout/pay-dialog.tsx'
import { pollInterval } from '#console/features/orders/use-order.tsx'
import { useRefreshAll } from '#console/refine/query.ts'
import type { Order } from '#contract/orders.ts'

export default function PendingOrders({ rows, scope, poll }: HeaderProps<Order>) {
  const refreshAll = useRefreshAll()
  const { resume, dialog } = usePayment(() => void refreshAll())
  useEffect(resume, [resume])
  const unpaid = rows.filter(({ payStatus }) => payStatus === 'W').map(({ id }) => id)
  const { isStreamOpen } = useFeed()
  const shouldPoll = unpaid.length > 0 && !isStreamOpen

  const previous = useRef({ scope, unpaid })
  useEffect(() => {
    if (scope === undefined) return
    const hasSettled =
      previous.current.scope === scope && previous.current.unpaid.some((id) => !unpaid.includes(id))
    previous.current = { scope, unpaid }
    // A paid order also changes data shown elsewhere.
    if (hasSettled) void refreshAll()
  })

  useEffect(() => {
    if (!shouldPoll) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void poll()
    }, pollInterval)
    return () => clearInterval(timer)
  }, [shouldPoll, poll])
  return dialog
}
