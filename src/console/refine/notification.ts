/** Refine's notification provider on the console's own toasts; antd's would outweigh the shell. */
import type { NotificationProvider } from '@refinedev/core'
import { errorMessage, isRefusal, onRefusal } from '#client/api/error-message.ts'
import { isSessionEnding } from '#console/refine/session-expiry.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { closeToast, showToast } from '#ui/toasts.tsx'

export const notificationProvider: NotificationProvider = {
  open({ key, type, message, description, undoableTimeout, cancelMutation }) {
    if (type === 'error' && isSessionEnding()) return
    showToast({
      key,
      tone: type === 'progress' ? 'info' : type,
      // Refine puts the server's message into `description` and its own, with the status, into
      // `message`.
      text: type === 'error' ? description || message : message,
      undo: cancelMutation,
      duration: type === 'progress' ? (undoableTimeout ?? 0) * 1000 : undefined,
    })
  },
  close: closeToast,
}

/**
 * Shows any error that has no form as a toast with its request id. Session expiry has its own toast.
 * The shared key replaces the toast that `showRefusals` has shown for the same rejection.
 */
export function notifyFailure(error: unknown): void {
  const key = isRefusal(error) ? `refused-${error.failure.msg}` : undefined
  if (!isSessionEnding()) showToast({ key, tone: 'error', ...errorMessage(error, messageOf) })
}

/** Shows every rejected request as a toast (spec 8.1). Returns the unsubscribe function. */
export const showRefusals = (): (() => void) => onRefusal(notifyFailure)

export const notifyDone = (text: string, key?: string): void =>
  showToast({ key, tone: 'success', text })

/**
 * Reports a success that can be taken back for as long as its toast is shown. `undo` makes the
 * reverse call, and rejects as that does. With a `key`, it replaces an earlier message, which can no
 * longer be taken back.
 */
export const notifyUndoable = (text: string, undo: () => Promise<unknown>, key?: string): void =>
  showToast({
    key,
    tone: 'success',
    text,
    undo: () => void undo().then(() => notifyDone(t('crud.done.undo')), notifyFailure),
  })
