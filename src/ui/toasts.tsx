/** Toasts: a store outside React, so that any module can show one, and their components. */
import { useSyncExternalStore, type ReactNode } from 'react'
import { CloseIcon } from '#ui/icons.tsx'

type Toast = {
  /** A toast with the same key replaces the earlier one. */
  key: string
  /** New for each toast, so that a repeated message is announced again. */
  id: number
  /** Milliseconds since the epoch when it was shown. */
  at: number
  tone: 'success' | 'error' | 'info'
  text: string
  /** Request id of a failure, shown with a copy button. */
  requestId?: string | undefined
  undo?: (() => void) | undefined
  /** Milliseconds on screen. Default: by tone. */
  duration?: number | undefined
}

/** Milliseconds. Errors stay long enough to be read twice and to copy the request id. */
const durations = { success: 4_000, info: 6_000, error: 12_000 } as const
const max = 4

/** Milliseconds within which an identical toast only restarts the timer of the first one. */
const repeatWindow = 2_000

let shown: readonly Toast[] = []
let made = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

export const toasts = (): readonly Toast[] => shown

function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export type NewToast = Omit<Toast, 'key' | 'id' | 'at'> & { key?: string | undefined }

export function showToast(toast: NewToast): void {
  const id = ++made
  const next = { ...toast, id, at: Date.now(), key: toast.key ?? `toast-${id}` }
  const before = shown.find(({ key }) => key === next.key)
  if (before?.text === next.text && next.at - before.at < repeatWindow) return resumeToast(next.key)
  const rest = shown.filter((one) => one !== before)
  setToasts([...rest, next].slice(-max))
  resumeToast(next.key)
}

export function closeToast(key: string): void {
  stopTimer(key)
  if (shown.some((toast) => toast.key === key))
    setToasts(shown.filter((toast) => toast.key !== key))
}

/** Pauses the timer while the toast is hovered or focused. */
export function pauseToast(key: string): void {
  stopTimer(key)
}

export function resumeToast(key: string): void {
  stopTimer(key)
  const toast = shown.find((one) => one.key === key)
  if (toast)
    timers.set(
      key,
      setTimeout(() => closeToast(key), toast.duration ?? durations[toast.tone]),
    )
}

export function clearToasts(): void {
  for (const { key } of shown) stopTimer(key)
  setToasts([])
}

function stopTimer(key: string) {
  clearTimeout(timers.get(key))
  timers.delete(key)
}

function setToasts(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Texts of the buttons of a toast. */
type ToastTexts = {
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
        <CloseIcon />
      </button>
    </span>
  )
}
