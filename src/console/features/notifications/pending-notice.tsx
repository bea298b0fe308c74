/** Dialog of the oldest notice that is not dismissed yet (spec 4.11). */
import { useFeed, dismiss } from '#console/features/notifications/feed.ts'
import { asksForAnswer, NoticeAnswers } from '#console/features/notifications/notice-answers.tsx'
import { NoticeLink } from '#console/features/notifications/notice-link.tsx'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import type { Notice } from '#contract/notices.ts'
import './notices.css'

export function PendingNotice() {
  const [notice] = useFeed().pending
  return notice && <NoticeDialog key={notice.id} notice={notice} />
}

function NoticeDialog({ notice }: { notice: Notice }) {
  const close = () => dismiss(notice)
  return (
    <Dialog title={notice.title || t('inbox.title')} onClose={close}>
      <p className="notice-content">{notice.content}</p>
      <NoticeAnswers notice={notice} />
      <p className="notice-at">{notice.at}</p>
      <div className="dialog-actions">
        <NoticeLink notice={notice} className="button" onGo={close} />
        <button
          type="button"
          className={asksForAnswer(notice) ? 'button' : 'button primary'}
          data-initial-focus
          onClick={close}
        >
          {t('inbox.understood')}
        </button>
      </div>
    </Dialog>
  )
}
