/** Button above the list of notices that marks all of them as read. */
import { useInvalidate } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { markReadUpTo, useFeed } from '#console/features/notifications/feed.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { notices } from '#contract/notices.ts'

export default function MarkAllRead() {
  const canUse = useCanUse()
  const invalidate = useInvalidate()
  const { unread } = useFeed()
  if (!canUse(notices.read) || unread === 0) return null

  const markAllRead = async () => {
    try {
      const { rows } = await call(notices.page, { pageSize: 1 })
      if (rows[0]) await markReadUpTo(rows[0].id)
    } catch (error) {
      notifyFailure(error)
    }
    void invalidate({ resource: 'notices', invalidates: ['list'] })
  }

  return (
    <button type="button" className="button" onClick={() => void markAllRead()}>
      {t('inbox.markAllRead')}
    </button>
  )
}
