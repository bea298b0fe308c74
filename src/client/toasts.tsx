/** The toasts of a toast area. */
import { useSyncExternalStore, type ReactNode } from 'react'
import {
  closeToast,
  pauseToast,
  onToasts,
  resumeToast,
  toasts,
  type Toast,
} from '#client/toast-store.ts'

export type ToastTexts = {
  readonly close: string
  readonly undo: string
  /** Renders the request id under which the server logs a failed request. */
  readonly requestId: (id: string) => ReactNode
}

/** The toasts of one live region: the errors, or all others. */
export function ToastMessages({ errors, texts }: { errors: boolean; texts: ToastTexts }) {
  return useSyncExternalStore(onToasts, toasts)
    .filter(({ tone }) => (tone === 'error') === errors)
    .map((toast) => <Message key={toast.id} toast={toast} texts={texts} />)
}

function Message({
  toast: { key, tone, text, requestId, undo },
  texts,
}: {
  toast: Toast
  texts: ToastTexts
}) {
  const hold = () => pauseToast(key)
  const release = () => resumeToast(key)
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
        {requestId && texts.requestId(requestId)}
      </span>
      {undo && (
        <button type="button" className="button" onClick={takeBack}>
          {texts.undo}
        </button>
      )}
      <button
        type="button"
        className="toast-close"
        aria-label={texts.close}
        onClick={() => closeToast(key)}
      >
        <svg
          viewBox="0 0 16 16"
          width="16"
          height="16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="m4 4 8 8M12 4l-8 8" />
        </svg>
      </button>
    </span>
  )
}
