/** Ends the session in the console: by expiry (spec 8.2), password change (spec 4.10) or sign-out. */
import { signOut } from '#client/session/session.ts'
import { t } from '#console/refine/i18n.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { stashFormDrafts } from '#console/refine/form-draft.ts'
import { cancelQueries } from '#console/refine/query.ts'
import { application } from '#console/refine/application.ts'
import { isReadOnly, supportViewAddress } from '#console/refine/read-only.ts'
import { exits } from '#console/refine/router.ts'
import { clearToasts, showToast } from '#ui/toasts.tsx'
import { times } from '#contract/limits.ts'

let isEnding = false
let redirectTimer: ReturnType<typeof setTimeout> | undefined

/** True from the first expiry or sign-out until the redirect: suppresses further errors. */
export const isSessionEnding = (): boolean => isEnding

/**
 * Signs out; the caller then leaves the page. Skips the unsaved-changes prompt, since nothing can be
 * saved any more.
 */
export function signOutBeforeExit(): void {
  isEnding = true
  cancelQueries()
  addEventListener('beforeunload', suppressPrompt, { capture: true })
  signOut()
}

/** Ends the session once, however many calls fail with expiry. Returns false for other errors. */
export function endSessionIfExpired(error: unknown): boolean {
  if (failureOf(error)?.kind !== 'expired') return false
  if (isEnding) return true
  if (isReadOnly) signOutAndOpen(supportViewAddress)
  else {
    stashFormDrafts()
    signOutWithMessage('error', t('failures.expired'), times.expiredRedirectDelay)
  }
  return true
}

/**
 * Shows the message, signs out, and opens the start page after `delay` milliseconds. A later message
 * replaces an earlier one: an event stream may fail before the call that ended the session returns.
 */
export function signOutWithMessage(tone: 'error' | 'success', text: string, delay: number): void {
  clearToasts()
  showToast({ key: 'session-ended', tone, text })
  signOutBeforeExit()
  clearTimeout(redirectTimer)
  redirectTimer = setTimeout(() => {
    isEnding = false
    application().openStartPage()
  }, delay)
}

/**
 * Signs out and opens the page at once, without a message and in place of a pending one; that page
 * shows its own. `afterSignOut` runs before the navigation.
 */
export function signOutAndOpen(path: string, afterSignOut?: () => void): void {
  clearToasts()
  clearTimeout(redirectTimer)
  signOutBeforeExit()
  afterSignOut?.()
  exits.replace(path)
}

const suppressPrompt = (event: Event) => event.stopImmediatePropagation()
