/** Dialog of an urgent notice (spec 4.11); stays open until dismissed. */
import { dismiss } from '#console/features/notifications/feed.ts'
import { NoticeLink } from '#console/features/notifications/notice-link.tsx'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import type { Notice } from '#contract/notices.ts'

export function NoticeDialog({ notice }: { notice: Notice }) {
  const close = () => dismiss(notice)
  return (
    <Dialog title={notice.title} onClose={close}>
      <p className="notice-content">{notice.content}</p>
      <p className="notice-at">{notice.at}</p>
      <div className="dialog-actions">
        <NoticeLink notice={notice} className="button" onGo={close} />
        <button type="button" className="button primary" data-first onClick={close}>
          {t('notices.understood')}
        </button>
      </div>
    </Dialog>
  )
}
