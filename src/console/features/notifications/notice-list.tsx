/** Latest notices, marked as read when shown; new ones stay highlighted until the list closes. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { call } from '#client/api/call.ts'
import { markReadUpTo, noticesKey } from '#console/features/notifications/feed.ts'
import { NoticeAnswers } from '#console/features/notifications/notice-answers.tsx'
import { NoticeLink } from '#console/features/notifications/notice-link.tsx'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { notices, type InboxNotice } from '#contract/notices.ts'

/** Number of notices that fit into the popover. */
const pageSize = 10

export default function NoticeList() {
  const { data, isError, refetch } = useQuery({
    queryKey: [noticesKey, notices.page.path],
    queryFn: ({ signal }) => call(notices.page, { pageSize }, { signal }),
    staleTime: 0,
  })
  const newest = data?.rows[0]
  useEffect(() => {
    if (newest?.read === 0) void markReadUpTo(newest.id).catch(() => undefined)
  }, [newest])
  return (
    <section className="notice-list" aria-label={t('inbox.list')} aria-busy={!data && !isError}>
      <h2>{t('inbox.title')}</h2>
      {data && data.rows.length > 0 && (
        <ul>
          {data.rows.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {data?.rows.length === 0 && <p className="notice-message">{t('inbox.empty')}</p>}
      {!data && isError && (
        <p className="notice-message" role="alert">
          {t('inbox.failed')}{' '}
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {t('inbox.retry')}
          </button>
        </p>
      )}
      {!data && !isError && <Skeleton />}
      <p className="notice-more">
        <Link className="app-link" to={`/${'UserCenterNotices' satisfies Route}`}>
          {t('inbox.all')}
        </Link>
      </p>
    </section>
  )
}

function NoticeItem({ notice }: { notice: InboxNotice }) {
  return (
    <li data-level={notice.level} data-read={notice.read}>
      <h3>
        {notice.read === 0 && (
          <span className="notice-new" role="img" aria-label={t('inbox.unread')} />
        )}
        {notice.title}
      </h3>
      <p>{notice.content}</p>
      <NoticeAnswers notice={notice} />
      <p className="notice-at">
        <time>{notice.at}</time>
        <NoticeLink notice={notice} className="app-link" />
      </p>
    </li>
  )
}

const Skeleton = () => (
  <ul aria-hidden="true">
    {[0, 1, 2].map((row) => (
      <li key={row} className="notice-skeleton" />
    ))}
  </ul>
)
