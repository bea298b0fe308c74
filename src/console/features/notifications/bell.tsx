/** Bell in the header: number of unread notices, the latest of them, and urgent ones. */
import { lazy, Suspense } from 'react'
import { useFeed, useFeedConnection, dismiss } from '#console/features/notifications/feed.ts'
import { t } from '#console/refine/i18n.ts'
import { Popover } from '#ui/popover.tsx'
import { BellIcon } from '#ui/icons.tsx'
import './notices.css'
import { NoticeLink } from '#console/features/notifications/notice-link.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { Notice } from '#contract/notices.ts'

const NoticeList = lazy(() => import('#console/features/notifications/notice-list.tsx'))

const CustomerView = lazy(() => import('#console/features/support-view/customer-view.tsx'))

/** Higher numbers are shown as "99+". */
const maxCount = 99

export default function Bell() {
  const storesNotices = useFeedConnection()
  const { unread, urgent, supportView } = useFeed()
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
          <Suspense fallback={<div className="notice-list notice-list-loading" />}>
            <NoticeList />
          </Suspense>
        </Popover>
      )}
      {supportView && (
        <Suspense>
          <CustomerView view={supportView} />
        </Suspense>
      )}
      {urgent[0] && <NoticeDialog key={urgent[0].id} notice={urgent[0]} />}
    </>
  )
}

/** Dialog of an urgent notice (spec 4.11); stays open until dismissed. */
export function NoticeDialog({ notice }: { notice: Notice }) {
  const close = () => dismiss(notice)
  return (
    <Dialog title={notice.title} onClose={close}>
      <p className="notice-content">{notice.content}</p>
      <p className="notice-at">{notice.at}</p>
      <div className="dialog-actions">
        <NoticeLink notice={notice} className="button" onGo={close} />
        <button type="button" className="button primary" data-initial-focus onClick={close}>
          {t('inbox.understood')}
        </button>
      </div>
    </Dialog>
  )
}
