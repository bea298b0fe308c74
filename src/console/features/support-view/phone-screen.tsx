/** Notices and support's request to view the account on a phone, where the console is hidden. */
import { useGetIdentity } from '@refinedev/core'
import { useFeed, useFeedConnection } from '#console/features/notifications/feed.ts'
import { PendingNotice } from '#console/features/notifications/pending-notice.tsx'
import SupportViewBanner from '#console/features/support-view/support-view-banner.tsx'

export default function PhoneScreen() {
  useGetIdentity()
  useFeedConnection()
  const { supportView } = useFeed()
  return (
    <>
      {supportView && <SupportViewBanner view={supportView} />}
      <PendingNotice />
    </>
  )
}
