/** Support's request to view the account: the customer's dialog to allow it, then the banner. */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#client/api/call.ts'
import { refreshSupportView } from '#console/features/notifications/feed.ts'
import { t, timeOfDay } from '#console/features/support-view/messages.ts'
import { ViewBar } from '#console/features/support-view/view-bar.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import { supportViews, type SupportView } from '#contract/support-views.ts'
import { showToast } from '#ui/toasts.tsx'
import './support-view.css'

export default function SupportViewBanner({ view }: { view: SupportView }) {
  const [postponed, setPostponed] = useState<SupportView['id']>()
  const [isBusy, setBusy] = useState(false)
  const { id, operatorName: operator, untilDateTime, state, opened } = view
  const at = timeOfDay(untilDateTime)
  /** Performs a call, then reloads the state of the view even if it failed. */
  const send = async (work: () => Promise<unknown>, doneMessage?: string) => {
    setBusy(true)
    try {
      await work()
      if (doneMessage) showToast({ key: 'support-view', tone: 'success', text: doneMessage })
    } catch {
      // `showRefusals` shows a toast.
    }
    await refreshSupportView()
    setBusy(false)
  }
  if (state === 'asked' && postponed !== id)
    return (
      <ConsentDialog
        view={view}
        isBusy={isBusy}
        onAnswer={(allowed) =>
          void send(
            () => call(supportViews.answer, { id, allowed }),
            allowed ? undefined : t('refused'),
          )
        }
        onPostpone={() => setPostponed(id)}
      />
    )
  if (state === 'asked')
    return (
      <ViewBar tone="pending" button={t('reply')} onClick={() => setPostponed(undefined)}>
        {t('asks', { operator, at })}
      </ViewBar>
    )
  return (
    <ViewBar
      tone={opened ? 'active' : 'pending'}
      button={t('endNow')}
      isBusy={isBusy}
      onClick={() => void send(() => call(supportViews.end, { id }), t('ended'))}
    >
      {t(opened ? 'views' : 'mayView', { operator, at })}
    </ViewBar>
  )
}

type ConsentProps = {
  view: SupportView
  isBusy: boolean
  onAnswer: (allowed: 0 | 1) => void
  onPostpone: () => void
}

/**
 * Neither answer is the default: the focus starts on the text. Rendered above the page, since a
 * narrow window hides the console.
 */
function ConsentDialog({ view, isBusy, onAnswer, onPostpone }: ConsentProps) {
  const { operatorName, reason, minutes, untilDateTime } = view
  const facts = [
    ['who', operatorName],
    ['why', reason],
    ['howLong', t('minutes', { minutes })],
    ['answerBy', timeOfDay(untilDateTime)],
    ['sees', t('seesItems')],
    ['seesNot', t('seesNotItems')],
  ] as const
  return createPortal(
    <Dialog title={t('title')} onClose={onPostpone}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- takes the focus instead of an answer */}
      <div className="view-request" data-initial-focus tabIndex={-1}>
        <p>{t('intro')}</p>
        <dl>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="dialog-actions">
        <button type="button" className="link" onClick={onPostpone}>
          {t('later')}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => onAnswer(0)}>
          {t('refuse')}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => onAnswer(1)}>
          {t('allow')}
        </button>
      </div>
    </Dialog>,
    document.body,
  )
}
