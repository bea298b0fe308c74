/** Shares the session among all tabs of one console through a BroadcastChannel. */
import {
  currentSession,
  onSessionChange,
  isSignedIn,
  signIn,
  signOut,
} from '#client/session/session.ts'
import { browserStore, sessionScope } from '#client/storage.ts'
import type { Session } from '#contract/sign-in.ts'

/**
 * `ask` requests the session, `have` answers. Tabs of different releases exchange messages, so keep
 * these values.
 */
type Message =
  | { kind: 'ask' }
  | { kind: 'have' | 'signedIn'; session: Session }
  | { kind: 'signedOut' }

/** Milliseconds a new tab waits for the session of another tab. */
const defaultTimeout = 150
/** Local storage key, set while any tab is signed in, so that visitors never wait. No secret. */
const openFlagKey = `${sessionScope}sessionOpen`

let channel: BroadcastChannel | undefined
let resolveRequest: (() => void) | undefined

/**
 * Starts synchronising the session with other tabs. Returns the function that stops it. Call before
 * the session is first read.
 */
export function shareSession(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const opened = new BroadcastChannel(`${sessionScope}session`)
  channel = opened
  opened.addEventListener('message', ({ data }) => receive(data as Message))
  if (isSignedIn()) browserStore.set(openFlagKey, '1')
  const unsubscribe = onSessionChange(({ state, source }) => {
    if (source === 'otherTab' || state === 'known') return
    const session = currentSession()
    if (session) browserStore.set(openFlagKey, '1')
    else browserStore.remove(openFlagKey)
    // Tabs signed in to another account ignore `have`: a link must not replace their session
    // without confirmation.
    postToTabs(
      session ? { kind: source === 'link' ? 'have' : 'signedIn', session } : { kind: 'signedOut' },
    )
  })
  const signOutIfStale = ({ persisted }: PageTransitionEvent) => {
    if (persisted && browserStore.get(openFlagKey) === null) signOut('otherTab')
  }
  addEventListener('pageshow', signOutIfStale)
  return () => {
    removeEventListener('pageshow', signOutIfStale)
    unsubscribe()
    opened.close()
    channel = undefined
  }
}

/**
 * Requests the session from other tabs if this one has none. Resolves on the first response or
 * after `timeout` milliseconds.
 */
export async function adoptSessionOfOtherTabs(timeout = defaultTimeout): Promise<void> {
  if (!channel || isSignedIn() || browserStore.get(openFlagKey) === null) return
  await new Promise<void>((resolve) => {
    resolveRequest = resolve
    setTimeout(resolve, timeout)
    postToTabs({ kind: 'ask' })
  })
  resolveRequest = undefined
}

/** True if another tab may have a session. */
export const canSessionBeElsewhere = (): boolean => browserStore.get(openFlagKey) !== null

function receive(message: Message) {
  const session = currentSession()
  if (message.kind === 'ask' && session) postToTabs({ kind: 'have', session })
  else if (message.kind === 'signedOut') signOut('otherTab')
  else if (
    (message.kind === 'signedIn' || (message.kind === 'have' && !session)) &&
    isSession(message.session)
  ) {
    signIn(message.session, 'otherTab')
    resolveRequest?.()
  }
}

function postToTabs(message: Message) {
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
