/**
 * The end of a session that the server declares over (spec 8.2), or that a new password ends
 * (4.10): said once, cleared at once, home a moment later.
 */
import { signOut } from '#client/session/session.ts'
import { t } from '#console/refine/i18n.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { cancelQueries } from '#console/refine/query.ts'
import { exits } from '#console/refine/router.ts'
import { clearToasts, showToast } from '#client/toast-store.ts'
import { times } from '#contract/limits.ts'

let ending = false
let wayHome: ReturnType<typeof setTimeout> | undefined

/**
 * From the first failure, or the wish to leave, to the end of the page: further failures are kept
 * quiet, what is on the screen stays.
 */
export const sessionIsEnding = (): boolean => ending

/**
 * Signs out on the way to another page. What is unsaved is not asked about any more: nobody is left
 * who could save it.
 */
export function leaveSession(): void {
  ending = true
  cancelQueries()
  addEventListener('beforeunload', unasked, { capture: true })
  signOut()
}

/**
 * However many calls fail for it, there is one message and one way home. Other failures are none of
 * its business.
 */
export function endSessionIfExpired(error: unknown): boolean {
  if (failureOf(error)?.kind !== 'expired') return false
  if (!ending) endSession('error', t('failures.expired'), times.expiredRedirect)
  return true
}

/**
 * Says why, signs out, and goes home after a `pause` in milliseconds. What is said last counts: a
 * stream may break off before the call that ended it is answered.
 */
export function endSession(tone: 'error' | 'success', text: string, pause: number): void {
  clearToasts()
  showToast({ key: 'expired', tone, text })
  leaveSession()
  clearTimeout(wayHome)
  wayHome = setTimeout(() => {
    ending = false
    exits.replace('/home')
  }, pause)
}

/**
 * Signs out and goes on without a word, since where one gets to there is one; it takes the place of
 * what was said before. `between` is done when nobody is signed in any more.
 */
export function leaveImmediately(path: string, between: () => void): void {
  clearToasts()
  clearTimeout(wayHome)
  leaveSession()
  between()
  exits.replace(path)
}

const unasked = (event: Event) => event.stopImmediatePropagation()
