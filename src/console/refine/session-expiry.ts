/** End of a session, by expiry (spec 8.2) or a password change (spec 4.10). */
import { signOut } from '#client/session/session.ts'
import { t } from '#console/refine/i18n.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { cancelQueries } from '#console/refine/query.ts'
import { application } from '#console/refine/application.ts'
import { isReadOnly, viewAddress } from '#console/refine/read-only.ts'
import { exits } from '#console/refine/router.ts'
import { clearToasts, showToast } from '#ui/toasts.tsx'
import { times } from '#contract/limits.ts'

let ending = false
let leaveTimer: ReturnType<typeof setTimeout> | undefined

/** True from the first expiry or logout until the page unloads: suppresses further errors. */
export const sessionIsEnding = (): boolean => ending

/**
 * Signs out before leaving the page. Skips the unsaved-changes prompt, since nothing can be saved
 * any more.
 */
export function leaveSession(): void {
  ending = true
  cancelQueries()
  addEventListener('beforeunload', suppressPrompt, { capture: true })
  signOut()
}

/** Ends the session once, however many calls fail with expiry. Returns false for other errors. */
export function endSessionIfExpired(error: unknown): boolean {
  if (failureOf(error)?.kind !== 'expired') return false
  if (ending) return true
  if (isReadOnly) leaveImmediately(viewAddress, () => undefined)
  else endSession('error', t('failures.expired'), times.expiredRedirectDelay)
  return true
}

/**
 * Shows the message, signs out, and leaves after `delay` milliseconds. A later message
 * replaces an earlier one: an event stream may fail before the call that ended the session returns.
 */
export function endSession(tone: 'error' | 'success', text: string, delay: number): void {
  clearToasts()
  showToast({ key: 'expired', tone, text })
  leaveSession()
  clearTimeout(leaveTimer)
  leaveTimer = setTimeout(() => {
    ending = false
    application().leave()
  }, delay)
}

/**
 * Signs out and navigates without a message, replacing any pending one; the target page shows its
 * own. `afterSignOut` runs before the navigation.
 */
export function leaveImmediately(path: string, afterSignOut: () => void): void {
  clearToasts()
  clearTimeout(leaveTimer)
  leaveSession()
  afterSignOut()
  exits.replace(path)
}

const suppressPrompt = (event: Event) => event.stopImmediatePropagation()
