/** The desktop client's hand-over: `?t=…&u=…` in the address is a session, stored and wiped from the address bar and the history. */
import { signIn } from '#client/session.ts'

/** `public/boot.js` does this before anything loads; here it is done again for browsers whose storage refused it there. */
export function takeHandOver(): void {
  const url = new URL(location.href)
  const sk = url.searchParams.get('t')
  const userId = url.searchParams.get('u')
  if (!sk || !userId) return
  url.searchParams.delete('t')
  url.searchParams.delete('u')
  history.replaceState(history.state, '', url)
  signIn({ sk, userId })
}
