// @vitest-environment happy-dom
/** Several tabs, one session. The other tab is a channel of the test's own. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  currentSession,
  onSessionChange,
  signedIn,
  signIn,
  signOut,
  type SessionChange,
} from '#client/session/session.ts'
import {
  adoptSessionOfOtherTabs,
  sessionMayBeElsewhere,
  shareSession,
} from '#client/session/session-tabs.ts'

const session = { sk: 'secret', userId: '42' }
let otherTab: BroadcastChannel
let heard: { kind: string }[]
let stopSharing = () => {}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  heard = []
  otherTab = new BroadcastChannel('session')
  otherTab.addEventListener('message', ({ data }) => heard.push(data as { kind: string }))
})
afterEach(() => {
  stopSharing()
  signOut()
  otherTab.close()
})

test('a new tab takes over the session of an open one', async () => {
  localStorage.setItem('sessionOpen', '1')
  otherTab.addEventListener('message', ({ data }) => {
    if ((data as { kind: string }).kind === 'ask') sayThere({ kind: 'have', session })
  })
  stopSharing = shareSession()
  await adoptSessionOfOtherTabs()
  expect(currentSession()).toEqual(session)
})

test('a new tab waits a moment for an answer and no longer', async () => {
  localStorage.setItem('sessionOpen', '1')
  stopSharing = shareSession()
  expect(sessionMayBeElsewhere()).toBe(true)
  const before = performance.now()
  await adoptSessionOfOtherTabs()
  expect(signedIn()).toBe(false)
  expect(performance.now() - before).toBeGreaterThanOrEqual(140)
})

test('nobody is asked, and nothing waited for, where nobody has signed in', async () => {
  stopSharing = shareSession()
  await adoptSessionOfOtherTabs()
  await delivered()
  expect(heard).toEqual([])
})

test('an open tab answers a new one, a signed-out one does not', async () => {
  stopSharing = shareSession()
  sayThere({ kind: 'ask' })
  await delivered()
  expect(heard).toEqual([])
  signIn(session)
  sayThere({ kind: 'ask' })
  await until(() => heard.some(({ kind }) => kind === 'have'))
  expect(heard).toContainEqual({ kind: 'have', session })
})

test('signing in and out is announced to the other tabs', async () => {
  stopSharing = shareSession()
  signIn(session)
  expect(localStorage.getItem('sessionOpen')).toBe('1')
  signOut()
  await until(() => heard.length === 2)
  expect(heard).toEqual([{ kind: 'signedIn', session }, { kind: 'signedOut' }])
  expect(localStorage.getItem('sessionOpen')).toBeNull()
})

test('signing out in another tab signs out here, without an echo', async () => {
  stopSharing = shareSession()
  signIn(session)
  sayThere({ kind: 'signedOut' })
  await until(() => !signedIn())
  await delivered()
  expect(heard.map(({ kind }) => kind)).toEqual(['signedIn'])
})

test('another user signing in in another tab is reported as a switch', async () => {
  stopSharing = shareSession()
  signIn(session)
  const changes: SessionChange[] = []
  const leave = onSessionChange((change) => changes.push(change))
  sayThere({ kind: 'signedIn', session: { sk: 'theirs', userId: '43' } })
  await until(() => changes.length > 0)
  leave()
  expect(changes).toEqual([{ now: 'switched', by: 'otherTab' }])
  expect(currentSession()).toEqual({ sk: 'theirs', userId: '43' })
})

test('an answer to another tab does not take the place of the session here', async () => {
  stopSharing = shareSession()
  signIn(session)
  sayThere({ kind: 'have', session: { sk: 'theirs', userId: '43' } })
  await delivered()
  expect(currentSession()).toEqual(session)
})

test.each([
  ['not known to be open elsewhere is over', false, null],
  ['still open elsewhere goes on', true, session],
])('on a page that the browser shows again, a session %s', (_what, isOpen, left) => {
  stopSharing = shareSession()
  signIn(session)
  if (!isOpen) localStorage.removeItem('sessionOpen')
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(currentSession()).toEqual(left)
})

test('a session of a link goes to tabs without a session only', async () => {
  stopSharing = shareSession()
  signIn(session, 'link')
  await until(() => heard.length === 1)
  expect(heard).toEqual([{ kind: 'have', session }])
  expect(localStorage.getItem('sessionOpen')).toBe('1')
})

test('messages that make no sense change nothing', async () => {
  stopSharing = shareSession()
  for (const malformed of [
    { kind: 'have' },
    { kind: 'signedIn', session: { sk: 7 } },
    { kind: 'signedIn', session: null },
    { kind: 'what' },
  ])
    sayThere(malformed)
  await delivered()
  expect(signedIn()).toBe(false)
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
const sayThere = (message: unknown) => otherTab.postMessage(message)
const delivered = () => new Promise((resolve) => setTimeout(resolve, 50))

async function until(happened: () => boolean) {
  for (let tries = 0; tries < 100 && !happened(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(happened()).toBe(true)
}
