/**
 * Verifies the session of a link and signs its user in; asks first where another account is signed
 * in, and changes nothing if it fails.
 */
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
 * Milliseconds that open tabs have to answer: longer than elsewhere, since a busy tab must not go
 * unnoticed.
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

/** The user that the server knows by this session. Nothing is stored. */
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
