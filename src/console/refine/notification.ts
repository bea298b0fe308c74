/**
 * What Refine wants to say, said by the console's own messages: antd's would weigh more than the
 * rest of the shell.
 */
import type { NotificationProvider } from '@refinedev/core'
import { failureWords, type FailureWords } from '#client/api/error-message.ts'
import { sessionIsEnding } from '#console/refine/session-expiry.ts'
import { word } from '#console/refine/i18n.ts'
import { closeToast, showToast } from '#console/ui/toast-store.ts'
import { WireError } from '#contract/failure.ts'

export const notificationProvider: NotificationProvider = {
  open({ key, type, message, description, undoableTimeout, cancelMutation }) {
    if (type === 'error' && sessionIsEnding()) return
    showToast({
      key,
      tone: type === 'progress' ? 'info' : type,
      // Refine puts the server's own sentence second and its own, with the status in it, first.
      text: type === 'error' ? description || message : message,
      undo: cancelMutation,
      stays: type === 'progress' ? (undoableTimeout ?? 0) * 1000 : undefined,
    })
  },
  close: closeToast,
}

/**
 * Tells of anything thrown, with the request id to report. The end of a session is told by itself,
 * once.
 */
export function notifyFailure(error: unknown, key?: string): void {
  if (!sessionIsEnding()) showToast({ key, tone: 'error', ...wordsOf(error) })
}

/**
 * What failed where no item stands that could be marked: then the sentence about what is wrong
 * takes the place of the one that points at it.
 */
export function wordsOf(error: unknown): FailureWords {
  const fields =
    error instanceof WireError && error.failure.kind === 'refused'
      ? error.failure.fields
      : undefined
  const [wrong] = Object.values(fields ?? {})
  return { ...failureWords(error, word), ...(wrong ? { text: wrong } : {}) }
}

export const notifyDone = (text: string, key?: string): void =>
  showToast({ key, tone: 'success', text })
