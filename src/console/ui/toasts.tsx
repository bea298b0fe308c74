/**
 * Where messages appear: two live regions that stand from the start, so that screen readers hear
 * what is put into them.
 */
import { useSyncExternalStore } from 'react'
import { t } from '#console/refine/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { CloseIcon } from '#console/ui/icons.tsx'
import {
  closeToast,
  holdToast,
  onToasts,
  releaseToast,
  toasts,
  type Toast,
} from '#console/ui/toast-store.ts'

export function Toasts() {
  const all = useSyncExternalStore(onToasts, toasts)
  return (
    <section className="toasts" aria-label={t('toast.region')}>
      <div role="alert">{all.filter(({ tone }) => tone === 'error').map(message)}</div>
      <output>{all.filter(({ tone }) => tone !== 'error').map(message)}</output>
    </section>
  )
}

const message = (toast: Toast) => <Message key={toast.key} toast={toast} />

function Message({ toast: { key, tone, text, requestId, undo } }: { toast: Toast }) {
  const hold = () => holdToast(key)
  const release = () => releaseToast(key)
  const takeBack = () => {
    undo?.()
    closeToast(key)
  }
  return (
    <span
      className="toast"
      data-tone={tone}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className="toast-text">
        {text}
        {requestId && <RequestId id={requestId} />}
      </span>
      {undo && (
        <button type="button" className="button" onClick={takeBack}>
          {t('toast.undo')}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('toast.close')}
        onClick={() => closeToast(key)}
      >
        <CloseIcon />
      </button>
    </span>
  )
}

/** The id under which the server's log knows a request, to be copied into a report. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className="request-id">
      {t('failures.requestId')} <code>{id}</code>
      <CopyButton text={id} what={t('failures.requestId')} />
    </span>
  )
}
