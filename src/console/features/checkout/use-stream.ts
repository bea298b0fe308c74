/** Connects a payment to the notification stream, which replaces fast polling. */
import { useEffect } from 'react'
import { useFeed } from '#console/features/notifications/use-feed.ts'
import type { PaymentDriver } from '#console/features/checkout/driver.ts'
import { onChanged } from '#console/refine/live.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'

const about = orders.payInfo.path.split('/')[1]!

/**
 * A backend without the notices extension streams no order changes, so polling stays fast there.
 */
export function useStream({ send }: PaymentDriver): void {
  const { open } = useFeed()
  const { serves } = useCapabilities()
  const streamed = open && serves(notices.page)
  useEffect(() => {
    send({ is: streamed ? 'streamOpened' : 'streamClosed' })
  }, [send, streamed])
  useEffect(() => {
    const unsubscribe = onChanged((changed) => changed.includes(about) && send({ is: 'told' }))
    return unsubscribe
  }, [send])
}
