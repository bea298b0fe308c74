/** Account features of a public page: user menu, and buttons by member group. */
import { displayName } from '#client/display-name.ts'
import { loadUser } from '#client/session/current-user.ts'
import { getCachedUser, isSignedIn, onSessionChange } from '#client/session/session.ts'
import { takePageMessage } from '#client/page-message.ts'
import type { User } from '#contract/user.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { showShortMessage } from '#landing/live/messages.ts'

/** Call once signed in. Follows later session changes. */
export function startAccount(): void {
  refreshAccount()
  onSessionChange(refreshAccount)
}

/** Shows and removes the message of the previous page (spec 8.8). */
export function showPageMessage(): void {
  const kind = takePageMessage()?.kind
  if (kind === 'signedIn' || kind === 'signedOut')
    showShortMessage(document.getElementById('message')?.dataset[kind] ?? '')
}

function refreshAccount(): void {
  if (!isSignedIn()) return document.documentElement.removeAttribute('data-pays')
  const user = getCachedUser()
  if (user) showUser(user)
  else void loadUser().catch(() => undefined)
}

/**
 * Fills in the account menu and sets `data-pays`, by which the styles choose the buttons: `main` for a
 * main account that bought a package, `sub` for a sub-account.
 */
function showUser(user: User): void {
  const name = displayName(user)
  const texts = {
    name,
    account: user.account,
    // A code point, which may be two UTF-16 units; a space without a name.
    initial: String.fromCodePoint(name.codePointAt(0) ?? 0x20).toLocaleUpperCase(),
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-me]'))
    element.textContent = texts[element.dataset['me'] as keyof typeof texts]
  const isPaying =
    user.memberGroupId != null && String(user.memberGroupId) !== businessLimits.freeTest.groupId
  const { dataset } = document.documentElement
  if (user.parentUserId != null) dataset['pays'] = 'sub'
  else if (isPaying) dataset['pays'] = 'main'
  else delete dataset['pays']
}
