/** Toasts: a store outside React, so that any module can show one, and their components. */
import {
  useEffect,
  useSyncExternalStore,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
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
  /** Milliseconds on screen. Default: by tone, and longer with `undo`. */
  duration?: number | undefined
}

/** Milliseconds. Errors stay long enough to be read twice and to copy the request id. */
const durations = { success: 4_000, info: 6_000, error: 12_000 } as const
/** With a button to undo; it starts again when pointer and focus have left (WCAG 2.2.1). */
const undoDuration = 10_000
const maxToasts = 4

/** Milliseconds within which an identical toast only restarts the timer of the first one. */
const repeatWindow = 2_000

let visibleToasts: readonly Toast[] = []
let lastId = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

export const toasts = (): readonly Toast[] => visibleToasts

function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export type NewToast = Omit<Toast, 'key' | 'id' | 'at'> & { key?: string | undefined }

export function showToast(toast: NewToast): void {
  const id = ++lastId
  const next = { ...toast, id, at: Date.now(), key: toast.key ?? `toast-${id}` }
  const previous = visibleToasts.find(({ key }) => key === next.key)
  if (previous?.text === next.text && next.at - previous.at < repeatWindow)
    return startToastTimer(next.key)
  const others = visibleToasts.filter((candidate) => candidate !== previous)
  setToasts(withinLimit([...others, next]))
  startToastTimer(next.key)
}

/** Of too many, those that can't be undone close first. */
function withinLimit(shown: readonly Toast[]): readonly Toast[] {
  const surplus = shown.length - maxToasts
  const closing = [...shown.filter(({ undo }) => !undo), ...shown].slice(0, Math.max(0, surplus))
  return shown.filter((toast) => !closing.includes(toast))
}

export function closeToast(key: string): void {
  stopToastTimer(key)
  if (visibleToasts.some((toast) => toast.key === key))
    setToasts(visibleToasts.filter((toast) => toast.key !== key))
}

/** Closes the toast after its whole duration, even if its timer ran before. */
export function startToastTimer(key: string): void {
  stopToastTimer(key)
  const toast = visibleToasts.find((candidate) => candidate.key === key)
  if (toast)
    timers.set(
      key,
      setTimeout(
        () => closeToast(key),
        toast.duration ?? (toast.undo ? undoDuration : durations[toast.tone]),
      ),
    )
}

export function clearToasts(): void {
  for (const { key } of visibleToasts) stopToastTimer(key)
  setToasts([])
}

/** Keeps the toast open until the timer starts again. */
export function stopToastTimer(key: string): void {
  clearTimeout(timers.get(key))
  timers.delete(key)
}

function setToasts(next: readonly Toast[]) {
  visibleToasts = next
  for (const listener of listeners) listener()
}

/** Texts of the buttons of a toast. */
type ToastTexts = {
  readonly close: string
  readonly undo: string
  /** Read out with a message that can be undone: how the keyboard reaches the button. */
  readonly undoHelp: string
  /** Renders the request id under which the server logs a failed request. */
  readonly requestId: (id: string) => ReactNode
}

/** The toasts of one live region: the errors, or all others. */
export function ToastMessages({ errors, texts }: { errors: boolean; texts: ToastTexts }) {
  useEffect(() => {
    if (errors) return undefined
    document.addEventListener('keydown', moveFocus)
    return () => document.removeEventListener('keydown', moveFocus)
  }, [errors])
  return useSyncExternalStore(onToasts, toasts)
    .filter(({ tone }) => (tone === 'error') === errors)
    .map((toast) => <Message key={toast.id} toast={toast} texts={texts} />)
}

/** What had the focus before a toast. */
let focusedBefore: Element | null = null

/** F6 moves the focus to the latest toast, those to undo before others, and back. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return
  const shown = [...document.querySelectorAll('.toast')]
  const latest =
    shown.findLast((toast) => toast.querySelector('[aria-keyshortcuts]')) ?? shown.at(-1)
  if (!latest) return
  event.preventDefault()
  if (shown.some((toast) => toast.contains(document.activeElement))) returnFocus()
  else latest.querySelector('button')?.focus()
}

function returnFocus(): void {
  const target = focusedBefore?.isConnected ? focusedBefore : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function Message({
  toast: { key, tone, text, requestId, undo },
  texts,
}: {
  toast: Toast
  texts: ToastTexts
}) {
  const keepOpen = () => stopToastTimer(key)
  /** Not while the focus is on the toast. After a tap, it counts as hovered for good. */
  const pointerLeaves = ({ currentTarget }: PointerEvent) => {
    if (!currentTarget.contains(document.activeElement)) startToastTimer(key)
  }
  /** Not while the pointer is on the toast. */
  const focusLeaves = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.matches(':hover') && !currentTarget.contains(relatedTarget))
      startToastTimer(key)
  }
  const close = ({ currentTarget }: MouseEvent) => {
    // Otherwise the focus would be lost with the button.
    if (currentTarget === document.activeElement) returnFocus()
    closeToast(key)
  }
  return (
    <span
      className="toast"
      data-tone={tone}
      onPointerEnter={keepOpen}
      onPointerLeave={pointerLeaves}
      onFocus={({ relatedTarget }) => {
        keepOpen()
        if (!relatedTarget?.closest('.toasts')) focusedBefore = relatedTarget
      }}
      onBlur={focusLeaves}
    >
      <span className="toast-text">
        {text}
        {undo && <span className="visually-hidden"> {texts.undoHelp}</span>}
        {requestId && texts.requestId(requestId)}
      </span>
      {undo && (
        <button
          type="button"
          className="button"
          aria-keyshortcuts="F6"
          onClick={(event) => {
            close(event)
            undo()
          }}
        >
          {texts.undo}
        </button>
      )}
      <button type="button" className="toast-close" aria-label={texts.close} onClick={close}>
        <CloseIcon />
      </button>
    </span>
  )
}
