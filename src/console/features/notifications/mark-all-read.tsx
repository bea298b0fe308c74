/** Button above the list of notices that marks all of them as read. */
import { useInvalidate } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { markReadUpTo, reloadUnreadCount, useFeed } from '#console/features/notifications/feed.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure, notifyUndoable } from '#console/refine/notification.ts'
import { notices } from '#contract/notices.ts'

export function MarkAllRead() {
  const canUse = useCanUse()
  const invalidate = useInvalidate()
  const { unread } = useFeed()
  if (!canUse(notices.read) || unread === 0) return null

  const refresh = () => invalidate({ resource: 'notices', invalidates: ['list'] })
  const markAllRead = async () => {
    try {
      const [[newest], [lastRead]] = await Promise.all([
        readNewest({}),
        canUse(notices.markUnread) ? readNewest({ read: 1 }) : [],
      ])
      if (!newest) return
      await markReadUpTo(newest.id)
      const undo = async () => {
        await call(notices.markUnread, { id: lastRead?.id }, { quiet: true })
        await Promise.all([reloadUnreadCount(newest.id), refresh()])
      }
      if (canUse(notices.markUnread)) notifyUndoable(t('inbox.markedRead', { count: unread }), undo)
    } catch (error) {
      notifyFailure(error)
    }
    void refresh()
  }

  return (
    <button type="button" className="button" onClick={() => void markAllRead()}>
      {t('inbox.markAllRead')}
    </button>
  )
}

const readNewest = async (filter: { read?: 1 }) =>
  (await call(notices.page, { ...filter, pageSize: 1 })).rows
