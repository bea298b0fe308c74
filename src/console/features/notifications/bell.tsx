/** Bell in the header: number of unread notices, the latest of them, and those to read at once. */
import { lazy, Suspense } from 'react'
import { useFeed, useFeedConnection } from '#console/features/notifications/feed.ts'
import { t } from '#console/refine/i18n.ts'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import { Popover } from '#ui/popover.tsx'
import { BellIcon } from '#ui/icons.tsx'
import './notices.css'
import { PendingNotice } from '#console/features/notifications/pending-notice.tsx'

const NoticeList = lazy(() => import('#console/features/notifications/notice-list.tsx'))

const SupportViewBanner = lazy(
  () => import('#console/features/support-view/support-view-banner.tsx'),
)

/** Higher numbers are shown as "99+". */
const maxCount = 99

export default function Bell() {
  const storesNotices = useFeedConnection()
  const { unread, supportView } = useFeed()
  const name = unread > 0 ? t('inbox.bell.some', { count: unread }) : t('inbox.bell.none')
  return (
    <>
      {storesNotices && (
        <Popover
          className="icon-button bell"
          name={name}
          lazy
          label={
            <>
              <BellIcon />
              {unread > 0 && (
                <span className="bell-count" aria-hidden="true">
                  {unread > maxCount ? `${maxCount}+` : unread}
                </span>
              )}
            </>
          }
        >
          <ErrorBoundary
            fallback={
              <p className="notice-message" role="alert">
                {t('crashed.part')}
              </p>
            }
          >
            <Suspense fallback={<div className="notice-list notice-list-loading" />}>
              <NoticeList />
            </Suspense>
          </ErrorBoundary>
        </Popover>
      )}
      {supportView && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <SupportViewBanner view={supportView} />
          </Suspense>
        </ErrorBoundary>
      )}
      <PendingNotice />
    </>
  )
}
