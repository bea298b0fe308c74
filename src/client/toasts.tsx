/** Toast area of a page or dialog: two live regions that exist before the first toast. */
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import {
  addToastHost,
  closeToast,
  pauseToast,
  onToasts,
  resumeToast,
  toasts,
  topToastHost,
  type Toast,
} from '#client/toast-store.ts'
import '#client/toasts.css'

export type ToastTexts = {
  readonly region: string
  readonly close: string
  readonly undo: string
  /** Renders the request id under which the server logs a failed request. */
  readonly requestId: (id: string) => ReactNode
}

/** `base` is the area of the page; each dialog has its own. */
export function ToastArea({ texts, base = false }: { texts: ToastTexts; base?: boolean }) {
  const [host] = useState(() => Symbol('toast host'))
  useLayoutEffect(() => {
    const remove = addToastHost(host, base)
    return () => remove()
  }, [host, base])
  const isTop = useSyncExternalStore(onToasts, () => topToastHost() === host)
  const all = useSyncExternalStore(onToasts, () => (topToastHost() === host ? toasts() : none))
  const message = (toast: Toast) => <Message key={toast.id} toast={toast} texts={texts} />
  return (
    <section className="toasts" {...(isTop ? { 'aria-label': texts.region } : {})}>
      <div aria-live="assertive">{all.filter(({ tone }) => tone === 'error').map(message)}</div>
      <output>{all.filter(({ tone }) => tone !== 'error').map(message)}</output>
    </section>
  )
}

const none: readonly Toast[] = []

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
