/** Bell in the header: number of unread notices and a list of the latest. */
import { lazy, Suspense } from 'react'
import { NoticeDialog } from '#console/features/notifications/notice-dialog.tsx'
import { useFeed, useFeedStarted } from '#console/features/notifications/use-feed.ts'
import { t } from '#console/refine/i18n.ts'
import { Popover } from '#console/ui/popover.tsx'
import { BellIcon } from '#console/ui/icons.tsx'
import '#console/features/notifications/notices.css'

const NoticeList = lazy(() => import('#console/features/notifications/notice-list.tsx'))

export default function Bell() {
  const keeps = useFeedStarted()
  const { unread, urgent } = useFeed()
  const name = unread > 0 ? t('notices.bell.some', { count: unread }) : t('notices.bell.none')
  return (
    <>
      {keeps && (
        <Popover
          className="icon-button bell"
          name={name}
          lazily
          label={
            <>
              <BellIcon />
              {unread > 0 && (
                <span className="bell-count" aria-hidden="true">
                  {unread > 99 ? '99+' : unread}
                </span>
              )}
            </>
          }
        >
          <Suspense fallback={<div className="notice-list notice-opening" />}>
            <NoticeList />
          </Suspense>
        </Popover>
      )}
      {urgent[0] && <NoticeDialog key={urgent[0].id} notice={urgent[0]} />}
    </>
  )
}
