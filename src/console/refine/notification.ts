/**
 * What Refine wants to say, said by the console's own messages: antd's would weigh more than the
 * rest of the shell.
 */
import type { NotificationProvider } from '@refinedev/core'
import { errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { sessionIsEnding } from '#console/refine/session-expiry.ts'
import { word } from '#console/refine/i18n.ts'
import { closeToast, showToast } from '#client/toast-store.ts'
import { isRefusal, onRefusal } from '#client/refusals.ts'

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
 * Shows anything thrown as a message, with the request id to report. The end of a session has a
 * message of its own, once.
 */
export function notifyFailure(error: unknown): void {
  const words = errorMessage(error, word)
  const [wrong] = Object.values((isRefusal(error) && error.failure.fields) || {})
  const text = wrong && wrong !== words.text ? `${words.text}\n${wrong}` : words.text
  notify({ ...words, text }, error)
}

/** Shows each refusal (spec 8.1), until the returned function is called. */
export const showRefusals = (): (() => void) =>
  onRefusal((error) => notify(errorMessage(error, word), error))

/** The message of a refusal takes the place of the one that `showRefusals` has shown of it. */
function notify(words: ErrorMessage, error: unknown): void {
  const key = isRefusal(error) ? `refused-${error.failure.msg}` : undefined
  if (!sessionIsEnding()) showToast({ key, tone: 'error', ...words })
}

/**
 * What failed where no item stands that could be marked: then the sentence about what is wrong
 * takes the place of the one that points at it.
 */
export function wordsOf(error: unknown): ErrorMessage {
  const [wrong] = Object.values((isRefusal(error) && error.failure.fields) || {})
  return { ...errorMessage(error, word), ...(wrong ? { text: wrong } : {}) }
}

export const notifyDone = (text: string, key?: string): void =>
  showToast({ key, tone: 'success', text })
