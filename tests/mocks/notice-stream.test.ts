/** The client's notice stream against the in-process server: events, reconnecting and its end. */
import fc from 'fast-check'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { users } from '#contract/users.ts'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import type { StreamEvent } from '#client/realtime/notice-stream.ts'
import { startMockServer } from '#mocks/node.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { createNotice } from '#server/features/notifications/create-notices.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser('http://demo.test/home')
const windowEvents = new EventTarget()
vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents))
const { call } = await import('#client/api/call.ts')
const { currentSession, signIn } = await import('#client/session/session.ts')
const { openNoticeStream } = await import('#client/realtime/notice-stream.ts')
const server = await startMockServer()

const timeout = 30_000
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))
afterAll(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

let clients = 0
function listen(clientId = `client-of-tests-${clients++}`) {
  const received: StreamEvent[] = []
  const reader = currentSession()?.userId ?? null
  const stop = openNoticeStream(clientId, (event) => received.push(event), reader)
  stops.push(stop)
  const titles = () =>
    received.flatMap((event) => (event.kind === 'notice' ? [event.notice.title] : []))
  const kinds = () => received.map(({ kind }) => kind)
  return { heard: received, stop, titles, kinds, clientId }
}

async function signInAs(account: keyof typeof demoAccounts) {
  const session = await call(login.login, {
    account: demoAccounts[account],
    password: demoPassword,
  })
  signIn(session)
  return String(session.userId)
}

async function addNotice(userId: string, title: string) {
  const messages = { zh: { title, content: '' }, en: { title, content: '' } }
  await createNotice(
    server.db,
    { ownerId: userId, userId, type: 'paid', level: 'info', words: messages },
    new Date(),
  )
}

test('a notice and a change hint are received', async () => {
  const userId = await signInAs('demo')
  const { titles, heard: received, kinds } = listen()
  await vi.waitFor(() => expect(kinds()).toEqual(['open']), timeout)
  await addNotice(userId, 'heard')
  await call(users.update, { nickname: 'Another' })
  await vi.waitFor(() => expect(titles()).toEqual(['heard']), timeout)
  expect(received).toContainEqual({ kind: 'changed', about: ['user'] })
})

test('a broken stream is reopened, and notices created meanwhile are received once', async () => {
  const userId = await signInAs('monthly')
  const first = listen()
  await vi.waitFor(() => expect(first.kinds()).toEqual(['open']), timeout)
  await addNotice(userId, 'one')
  await call(users.update, { nickname: 'Another' })
  await vi.waitFor(() => expect(first.titles()).toEqual(['one']), timeout)
  await addNotice(userId, 'two')
  // The server closes a client's former stream when the client connects again.
  const second = listen(first.clientId)
  await vi.waitFor(() => expect(first.kinds()).toContain('closed'), timeout)
  second.stop()
  await vi.waitFor(() => expect(first.titles()).toEqual(['one', 'two']), timeout)
  expect(first.kinds().filter((kind) => kind === 'open')).toHaveLength(2)
})

test('the next page of a tab receives what came between the pages', async () => {
  const userId = await signInAs('monthly')
  const firstPage = listen()
  await vi.waitFor(() => expect(firstPage.kinds()).toContain('open'), timeout)
  firstPage.stop()
  await addNotice(userId, 'between')
  const nextPage = listen()
  await vi.waitFor(() => expect(nextPage.titles()).toEqual(['between']), timeout)
})

test('a stream whose session ended reports it and does not reconnect', async () => {
  await signInAs('freeuser')
  const { kinds, heard: received } = listen()
  await vi.waitFor(() => expect(kinds()).toEqual(['open']), timeout)
  await call(login.logout, {})
  await vi.waitFor(() => expect(kinds()).toContain('expired'), timeout)
  expect(received.at(-1)).toMatchObject({ kind: 'expired' })
})

test('the first reconnect delay is 1 s, and none exceeds 45 s', () => {
  expect(backoffDelay(0)).toBe(1_000)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (failures) => {
      const wait = backoffDelay(failures)
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(45_000)
    }),
  )
})
