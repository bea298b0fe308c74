/** Notice after a link signed a visitor in: names the account and offers to sign out (spec 4.1). */
import { createElement } from '#client/create-element.ts'
import { language } from '#client/i18n/language.ts'
import { currentSession, getCachedUser, onSessionChange } from '#client/session/session.ts'
import { signOutAndLeave } from '#client/session/sign-out-and-leave.ts'
import { linkNoticeKey } from '#client/session/link-notice-key.ts'
import { tabStore } from '#client/storage.ts'
import { en, zh } from '#locales/url-session.ts'
import './link-notice.css'

/**
 * Shows the notice at the top of the page, in front of the tab order, until it is closed or the
 * session of the link ends. Each page of the tab calls it while `linkNoticeKey` is stored.
 */
export function showLinkNotice(): void {
  const user = getCachedUser()
  if (!user || tabStore.get(linkNoticeKey) !== currentSession()?.userId)
    return tabStore.remove(linkNoticeKey)
  const t = language() === 'zh' ? zh : en
  const [before = '', after = ''] = t.signedIn.split('{{account}}')
  const close = () => {
    tabStore.remove(linkNoticeKey)
    notice.remove()
    unsubscribe()
  }
  const createButton = (label: string, onClick: () => void) => {
    const button = createElement('button', label)
    button.type = 'button'
    button.addEventListener('click', onClick)
    return button
  }
  const signOutButton = createButton(t.signOut, () => {
    signOutButton.disabled = true
    void signOutAndLeave()
  })
  const notice = createElement('section', '', [
    createElement('p', '', [before, createElement('bdi', user.account), after]),
    createElement('div', '', [signOutButton, createButton(t.close, close)]),
  ])
  notice.className = 'link-notice'
  notice.setAttribute('role', 'status')
  notice.setAttribute('aria-label', t.noticeLabel)
  const unsubscribe = onSessionChange(({ state }) => {
    if (state === 'signedOut' || state === 'switched') close()
  })
  document.body.prepend(notice)
}
