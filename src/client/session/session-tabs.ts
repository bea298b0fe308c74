/**
 * One session for all tabs of a browser: a new tab asks the open ones for it, and signing in or out
 * anywhere counts everywhere.
 */
import {
  currentSession,
  onSessionChange,
  signedIn,
  signIn,
  signOut,
} from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import type { Session } from '#contract/login.ts'

type Message =
  { kind: 'ask' } | { kind: 'have' | 'signedIn'; session: Session } | { kind: 'signedOut' }

/** Milliseconds a new tab waits for another one to answer. */
const patience = 150
/** Set while somebody is signed in here, so that visitors never wait; holds nothing secret. */
const openFlag = 'sessionOpen'

let channel: BroadcastChannel | undefined
let answered: (() => void) | undefined

/**
 * Listens to the other tabs and tells them of this one, until the returned function is called; call
 * before anything reads the session.
 */
export function shareSession(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const opened = new BroadcastChannel('session')
  channel = opened
  opened.addEventListener('message', ({ data }) => hear(data as Message))
  if (signedIn()) browserStore.set(openFlag, '1')
  const leave = onSessionChange(({ now, by }) => {
    if (by === 'otherTab' || now === 'known') return
    const session = currentSession()
    if (session) browserStore.set(openFlag, '1')
    else browserStore.remove(openFlag)
    // A tab in which another account is signed in ignores `have`: a link does not replace it
    // unasked.
    say(session ? { kind: by === 'link' ? 'have' : 'signedIn', session } : { kind: 'signedOut' })
  })
  const shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted && browserStore.get(openFlag) === null) signOut('otherTab')
  }
  addEventListener('pageshow', shownAgain)
  return () => {
    removeEventListener('pageshow', shownAgain)
    leave()
    opened.close()
    channel = undefined
  }
}

/**
 * Asks the open tabs for their session when this one has none; settles as soon as one answers, or
 * after `timeout` milliseconds.
 */
export async function askOtherTabs(timeout = patience): Promise<void> {
  if (!channel || signedIn() || browserStore.get(openFlag) === null) return
  await new Promise<void>((resolve) => {
    answered = resolve
    setTimeout(resolve, timeout)
    say({ kind: 'ask' })
  })
  answered = undefined
}

/** Whether waiting for other tabs may bring a session. */
export const sessionMayBeElsewhere = (): boolean => browserStore.get(openFlag) !== null

function hear(message: Message) {
  const session = currentSession()
  if (message.kind === 'ask' && session) say({ kind: 'have', session })
  else if (message.kind === 'signedOut') signOut('otherTab')
  else if (
    (message.kind === 'signedIn' || (message.kind === 'have' && !session)) &&
    isSession(message.session)
  ) {
    signIn(message.session, 'otherTab')
    answered?.()
  }
}

function say(message: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel?.postMessage(message)
}

function isSession(value: unknown): value is Session {
  const { sk, userId } = (value ?? {}) as Partial<Session>
  return (
    typeof sk === 'string' &&
    sk !== '' &&
    (typeof userId === 'string' || typeof userId === 'number')
  )
}
