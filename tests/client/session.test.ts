// @vitest-environment happy-dom
/** The session of a tab: what is stored, who is notified, and what a browser that keeps nothing does. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentSession,
  knownUser,
  onSessionChange,
  rememberUser,
  signedIn,
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

test('a session is kept under the keys of section 4', () => {
  signIn({ sk: 'secret', userId: 42 })
  rememberUser(sampleUser('42'))
  expect({ ...sessionStorage }).toMatchObject({ sk: 'secret', userId: '42' })
  expect(JSON.parse(sessionStorage.getItem('userInfo')!)).toMatchObject({ userId: '42' })
  expect(knownUser()?.account).toBe('demo@example.com')
})

test('one is signed in only with a secret and a user id', () => {
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userInfo', JSON.stringify(sampleUser('42')))
  expect([signedIn(), knownUser()]).toEqual([false, null])
  sessionStorage.setItem('userId', '42')
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
})

test('signing out leaves nothing behind', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  signOut()
  expect(sessionStorage.length).toBe(0)
  expect(knownUser()).toBeNull()
})

test('another user inherits nothing of the one before', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  signIn({ sk: 'other', userId: '43' })
  expect(knownUser()).toBeNull()
})

test('the known user is one object until its data changes', () => {
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  const before = knownUser()
  expect(knownUser()).toBe(before)
  rememberUser({ ...sampleUser('42'), nickname: 'bridge' })
  expect(knownUser()).not.toBe(before)
  expect(knownUser()?.nickname).toBe('bridge')
})

test('an answer about a user who has gone is dropped', () => {
  signIn({ sk: 'other', userId: '43' })
  rememberUser(sampleUser('42'))
  expect(knownUser()).toBeNull()
})

test('a userInfo that makes no sense is no user', () => {
  signIn({ sk: 'secret', userId: '42' })
  for (const malformed of ['{', 'null', '{"userId":"42"}', '"x"']) {
    sessionStorage.setItem('userInfo', malformed)
    expect(knownUser()).toBeNull()
  }
})

test('listeners hear of every change until they leave', () => {
  const heard: SessionChange[] = []
  const leave = onSessionChange((change) => heard.push(change))
  signIn({ sk: 'secret', userId: '42' })
  signIn({ sk: 'renewed', userId: '42' })
  rememberUser(sampleUser('42'))
  signIn({ sk: 'other', userId: '43' }, 'otherTab')
  signOut()
  signOut()
  leave()
  signIn({ sk: 'secret', userId: '42' })
  expect(heard.map(({ now, by }) => `${now} ${by}`)).toEqual([
    'signedIn here',
    'signedIn here',
    'known here',
    'switched otherTab',
    'signedOut here',
  ])
})

test('a browser that refuses storage keeps the session for the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(signedIn()).toBe(false)
  signIn({ sk: 'secret', userId: '42' })
  rememberUser(sampleUser('42'))
  expect(currentSession()).toEqual({ sk: 'secret', userId: '42' })
  expect(knownUser()).not.toBeNull()
  signOut()
  expect(signedIn()).toBe(false)
})
