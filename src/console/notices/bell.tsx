/** The bell in the header: how many notices are unread, and under it the latest of them. */
import { lazy, Suspense } from 'react'
import { NoticeDialog } from '#console/notices/notice-dialog.tsx'
import { useFeed, useFeedStarted } from '#console/notices/use-feed.ts'
import { t } from '#console/providers/i18n.ts'
import { Popover } from '#console/screens/popover.tsx'
import { BellIcon } from '#console/ui/icons.tsx'
import '#console/notices/notices.css'

const NoticeList = lazy(() => import('#console/notices/notice-list.tsx'))

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
