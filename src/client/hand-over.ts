/** The desktop client's hand-over: `?t=…&u=…` in the address is a session, stored and wiped from the address bar and the history. */
import { currentSession, signIn } from '#client/session.ts'
import type { Session } from '#contract/login.ts'

/**
 * `public/boot.js` has stored and wiped it before anything loads; here the other tabs are told.
 * Where storage refused it there, it is still in the address and taken over now, for this page.
 */
export function takeHandOver(): void {
  const taken = 'handedOver' in document.documentElement.dataset ? currentSession() : fromAddress()
  if (taken) signIn(taken)
}

function fromAddress(): Session | null {
  const url = new URL(location.href)
  const sk = url.searchParams.get('t')
  const userId = url.searchParams.get('u')
  if (!sk || !userId) return null
  url.searchParams.delete('t')
  url.searchParams.delete('u')
  history.replaceState(history.state, '', url)
  return { sk, userId }
}
