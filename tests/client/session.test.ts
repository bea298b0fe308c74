// @vitest-environment happy-dom
/** The session of a tab: storage, listeners, and browsers without storage. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  getCachedUser,
  onSessionChange,
  rememberUser,
  isSignedIn,
  signIn,
  signOut,
  type SessionChange,
} from '#client/session/session.ts'
import { sampleUser } from '#tests/support/browser/globals.ts'

beforeEach(() => {
  signOut()
  history.replaceState(null, '', '/home')
})
afterEach(() => vi.unstubAllGlobals())

test('a session is stored under the keys of spec section 4', () => {
  signIn({ sk: 'secret', userId: 42 })
  rememberUser(sampleUser('42'))
  expect({ ...sessionStorage }).toMatchObject({ sk: 'secret', userId: '42' })
  expect(JSON.parse(sessionStorage.getItem('userInfo')!)).toMatchObject({ userId: '42' })
  expect(getCachedUser()?.account).toBe('demo@example.com')
})

test('a session needs a secret and a user id', () => {
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userInfo', JSON.stringify(sampleUser('42')))
  expect([isSignedIn(), getCachedUser()]).toEqual([false, null])
  sessionStorage.setItem('userId', '42')
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
})

test('signing out clears the storage', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  signOut()
  expect(sessionStorage.length).toBe(0)
  expect(getCachedUser()).toBeNull()
})

test('a new session discards the cached user', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  signIn({ sk: 'other', userId: '43' })
  expect(getCachedUser()).toBeNull()
})

test('the cached user is the same object until its data changes', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  const before = getCachedUser()
  expect(getCachedUser()).toBe(before)
  rememberUser({ ...sampleUser('42'), nickname: 'bridge' })
  expect(getCachedUser()).not.toBe(before)
  expect(getCachedUser()?.nickname).toBe('bridge')
})

test('a response about a previous user is ignored', () => {
  signIn({ sk: 'other', userId: '43' })
  rememberUser(sampleUser('42'))
  expect(getCachedUser()).toBeNull()
})

test('malformed userInfo is ignored', () => {
  signIn({ sk: 'secret', userId: '42' })
  for (const malformed of ['{', 'null', '{"userId":"42"}', '"x"']) {
    sessionStorage.setItem('userInfo', malformed)
    expect(getCachedUser()).toBeNull()
  }
})

test('listeners receive every change until they unsubscribe', () => {
  const received: SessionChange[] = []
  const unsubscribe = onSessionChange((change) => received.push(change))
  signIn({ sk: 'secret', userId: '42' })
  signIn({ sk: 'renewed', userId: '42' })
  rememberUser(sampleUser('42'))
  signIn({ sk: 'other', userId: '43' }, 'otherTab')
  signOut()
  signOut()
  unsubscribe()
  signIn({ sk: 'secret', userId: '42' })
  expect(received.map(({ state, source }) => `${state} ${source}`)).toEqual([
    'signedIn here',
    'signedIn here',
    'known here',
    'switched otherTab',
    'signedOut here',
  ])
})

test('without storage the session lasts for the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(isSignedIn()).toBe(false)
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
  expect(getCachedUser()).not.toBeNull()
  signOut()
  expect(isSignedIn()).toBe(false)
})
