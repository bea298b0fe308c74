/** The end of a session that the server declares over (spec 8.2): said once, cleared at once, home after a second. */
import { signOut } from '#client/session.ts'
import { t } from '#console/providers/i18n.ts'
import { failureOf } from '#console/providers/data-errors.ts'
import { exits } from '#console/providers/router.ts'
import { clearToasts, showToast } from '#console/ui/toast-store.ts'
import { times } from '#contract/limits.ts'

let ending: ReturnType<typeof setTimeout> | undefined

/** From the first failure to the end of the page: all other failures of the same cause are kept quiet. */
export const sessionIsEnding = (): boolean => ending !== undefined

/** However many calls fail for it, there is one message and one way home. Other failures are none of its business. */
export function endSessionIfExpired(error: unknown): boolean {
  if (failureOf(error)?.kind !== 'expired') return false
  if (ending !== undefined) return true
  ending = setTimeout(() => {
    ending = undefined
    exits.replace('/home')
  }, times.expiredRedirect)
  clearToasts()
  showToast({ key: 'expired', tone: 'error', text: t('failures.expired') })
  signOut()
  return true
}
