/** Verifies the session of a sign-in link and adopts it; confirms account switches first. */
import { askOtherTabs } from '#client/session/session-tabs.ts'
import { call } from '#client/api/call.ts'
import { currentSession, knownUser, rememberUser, signIn } from '#client/session/session.ts'
import {
  askToSwitch,
  reportInvalidLink,
  reportUnverifiedLink,
} from '#client/session/url-session-dialog.ts'
import { WireError } from '#contract/failure.ts'
import type { Session } from '#contract/login.ts'
import { users, type User } from '#contract/users.ts'

/**
 * Milliseconds to wait for other tabs. Longer than the default so that a busy tab is not missed.
 */
const tabTimeout = 1_000

export async function adoptUrlSession(session: Session): Promise<void> {
  const [linked] = await Promise.all([verify(session), askOtherTabs(tabTimeout)])
  if (linked === 'unreachable') return retryUnlessDropped(session)
  if (linked === 'invalid') return reportInvalidLink()
  const current = currentSession()
  if (current === null) return adopt(session, linked, 'link')
  if (current.userId === String(session.userId)) return adopt(session, linked, 'here')
  const signedInUser = await verify(current)
  if (signedInUser === 'invalid') return adopt(session, linked, 'here')
  const shown = signedInUser === 'unreachable' ? knownUser() : signedInUser
  if (await askToSwitch(shown, linked)) adopt(session, linked, 'here')
}

async function retryUnlessDropped(session: Session): Promise<void> {
  if (await reportUnverifiedLink()) return adoptUrlSession(session)
}

/** User of a session according to the server. Stores nothing. */
async function verify(session: Session): Promise<User | 'invalid' | 'unreachable'> {
  try {
    const user = await call(users.get, {}, { session })
    return String(user.userId) === String(session.userId) ? user : 'invalid'
  } catch (error) {
    const kind = error instanceof WireError ? error.failure.kind : undefined
    return kind === 'expired' || kind === 'refused' ? 'invalid' : 'unreachable'
  }
}

function adopt(session: Session, user: User, by: 'here' | 'link') {
  signIn(session, by)
  rememberUser(user)
}
