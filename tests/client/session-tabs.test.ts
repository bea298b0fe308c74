// @vitest-environment happy-dom
/** One session across tabs. The test's own channel plays the other tab. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  currentSession,
  onSessionChange,
  isSignedIn,
  signIn,
  signOut,
  type SessionChange,
} from '#client/session/session.ts'
import {
  adoptSessionOfOtherTabs,
  canSessionBeElsewhere,
  shareSession,
} from '#client/session/session-tabs.ts'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'

const session = { sk: 'secret', userId: '42' }
let otherTab: BroadcastChannel
let received: { kind: string }[]
let stopSharing = () => {}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  received = []
  otherTab = new BroadcastChannel('session')
  otherTab.addEventListener('message', ({ data }) => received.push(data as { kind: string }))
})
afterEach(() => {
  stopSharing()
  signOut()
  otherTab.close()
})

test('a new tab adopts the session of an open tab', async () => {
  localStorage.setItem('sessionOpen', '1')
  otherTab.addEventListener('message', ({ data }) => {
    if ((data as { kind: string }).kind === 'ask') postFromOtherTab({ kind: 'have', session })
  })
  stopSharing = shareSession()
  await adoptSessionOfOtherTabs()
  expect(currentSession()).toEqual(session)
})

test('a new tab waits for a response only for a limited time', async () => {
  localStorage.setItem('sessionOpen', '1')
  stopSharing = shareSession()
  expect(canSessionBeElsewhere()).toBe(true)
  const before = performance.now()
  await adoptSessionOfOtherTabs()
  expect(isSignedIn()).toBe(false)
  expect(performance.now() - before).toBeGreaterThanOrEqual(140)
})

test('without a session in the browser a new tab asks no other tab', async () => {
  stopSharing = shareSession()
  await adoptSessionOfOtherTabs()
  await waitForDelivery()
  expect(received).toEqual([])
})

test('a signed-in tab answers a new tab, a signed-out tab does not', async () => {
  stopSharing = shareSession()
  postFromOtherTab({ kind: 'ask' })
  await waitForDelivery()
  expect(received).toEqual([])
  signIn(session)
  postFromOtherTab({ kind: 'ask' })
  await until(() => received.some(({ kind }) => kind === 'have'))
  expect(received).toContainEqual({ kind: 'have', session })
})

test('sign-in and sign-out are broadcast to other tabs', async () => {
  stopSharing = shareSession()
  signIn(session)
  expect(localStorage.getItem('sessionOpen')).toBe('1')
  signOut()
  await until(() => received.length === 2)
  expect(received).toEqual([{ kind: 'signedIn', session }, { kind: 'signedOut' }])
  expect(localStorage.getItem('sessionOpen')).toBeNull()
})

test('sign-out in another tab signs out this tab without another broadcast', async () => {
  stopSharing = shareSession()
  signIn(session)
  postFromOtherTab({ kind: 'signedOut' })
  await until(() => !isSignedIn())
  await waitForDelivery()
  expect(received.map(({ kind }) => kind)).toEqual(['signedIn'])
})

test('another user’s sign-in in another tab is reported as a switch', async () => {
  stopSharing = shareSession()
  signIn(session)
  const changes: SessionChange[] = []
  const unsubscribe = onSessionChange((change) => changes.push(change))
  postFromOtherTab({ kind: 'signedIn', session: { sk: 'other', userId: '43' } })
  await until(() => changes.length > 0)
  unsubscribe()
  expect(changes).toEqual([{ state: 'switched', source: 'otherTab' }])
  expect(currentSession()).toEqual({ sk: 'other', userId: '43' })
})

test('an answer for another tab does not replace this tab’s session', async () => {
  stopSharing = shareSession()
  signIn(session)
  postFromOtherTab({ kind: 'have', session: { sk: 'other', userId: '43' } })
  await waitForDelivery()
  expect(currentSession()).toEqual(session)
})

test.each([
  ['is ended if no tab has it open', false, null],
  ['continues if another tab has it open', true, session],
])('on a page restored from the cache, a session %s', (_what, isOpen, expected) => {
  stopSharing = shareSession()
  signIn(session)
  if (!isOpen) localStorage.removeItem('sessionOpen')
  fireWindowEvent('pageshow', { persisted: true })
  expect(currentSession()).toEqual(expected)
})

test('a session from a link is offered only to tabs without a session', async () => {
  stopSharing = shareSession()
  signIn(session, 'link')
  await until(() => received.length === 1)
  expect(received).toEqual([{ kind: 'have', session }])
  expect(localStorage.getItem('sessionOpen')).toBe('1')
})

test('malformed messages are ignored', async () => {
  stopSharing = shareSession()
  for (const malformed of [
    { kind: 'have' },
    { kind: 'signedIn', session: { sk: 7 } },
    { kind: 'signedIn', session: null },
    { kind: 'what' },
  ])
    postFromOtherTab(malformed)
  await waitForDelivery()
  expect(isSignedIn()).toBe(false)
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
const postFromOtherTab = (message: unknown) => otherTab.postMessage(message)
const waitForDelivery = () => new Promise((resolve) => setTimeout(resolve, 50))

async function until(condition: () => boolean) {
  for (let attempts = 0; attempts < 100 && !condition(); attempts++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}
