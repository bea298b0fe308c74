/** The request of support on a phone, where the rest of the console is not shown. */
import { useGetIdentity } from '@refinedev/core'
import { useFeed, useFeedStarted } from '#console/features/notifications/feed.ts'
import CustomerView from '#console/features/support-view/customer-view.tsx'

export default function PhoneView() {
  useGetIdentity()
  useFeedStarted()
  const { supportView } = useFeed()
  return supportView && <CustomerView view={supportView} />
}
