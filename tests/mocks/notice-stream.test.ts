/**
 * The client's stream of notices against the server in process: what it hears, how it comes back,
 * and when it gives up.
 */
import fc from 'fast-check'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { users } from '#contract/users.ts'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import type { StreamEvent } from '#client/realtime/notice-stream.ts'
import { mockServer } from '#mocks/node.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser('http://demo.test/home')
const windowEvents = new EventTarget()
vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents))
const { call } = await import('#client/api/call.ts')
const { signIn } = await import('#client/session/session.ts')
const { openNoticeStream } = await import('#client/realtime/notice-stream.ts')
const world = await mockServer()

const timeout = 30_000
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))
afterAll(async () => {
  await world.close()
  vi.unstubAllGlobals()
})

let clients = 0
function listen(clientId = `client-of-tests-${clients++}`) {
  const heard: StreamEvent[] = []
  const stop = openNoticeStream(clientId, (one) => heard.push(one))
  stops.push(stop)
  const titles = () => heard.flatMap((one) => (one.kind === 'notice' ? [one.notice.title] : []))
  const kinds = () => heard.map(({ kind }) => kind)
  return { heard, stop, titles, kinds, clientId }
}

async function enter(account: keyof typeof demoAccounts) {
  const session = await call(login.login, {
    account: demoAccounts[account],
    password: demoPassword,
  })
  signIn(session)
  return String(session.userId)
}

async function leave(userId: string, title: string) {
  const words = { zh: { title, content: '' }, en: { title, content: '' } }
  await createNotice(
    world.db,
    { ownerId: userId, userId, type: 'test', level: 'info', words },
    new Date(),
  )
}

test('a notice and a hint of what has changed are heard', async () => {
  const userId = await enter('demo')
  const { titles, heard, kinds } = listen()
  await vi.waitFor(() => expect(kinds()).toEqual(['open']), timeout)
  await leave(userId, 'heard')
  await call(users.update, { nickname: 'Another' })
  await vi.waitFor(() => expect(titles()).toEqual(['heard']), timeout)
  expect(heard).toContainEqual({ kind: 'changed', about: ['user'] })
})

test('a stream that breaks off is opened again, and what came meanwhile is heard, once', async () => {
  const userId = await enter('monthly')
  const first = listen()
  await vi.waitFor(() => expect(first.kinds()).toEqual(['open']), timeout)
  await leave(userId, 'one')
  await call(users.update, { nickname: 'Another' })
  await vi.waitFor(() => expect(first.titles()).toEqual(['one']), timeout)
  await leave(userId, 'two')
  // The server lets go of a client's old stream when the client comes back.
  const second = listen(first.clientId)
  await vi.waitFor(() => expect(first.kinds()).toContain('closed'), timeout)
  second.stop()
  await vi.waitFor(() => expect(first.titles()).toEqual(['one', 'two']), timeout)
  expect(first.kinds().filter((kind) => kind === 'open')).toHaveLength(2)
})

test('when the session is over it says so, and does not come back', async () => {
  await enter('freeuser')
  const { kinds, heard } = listen()
  await vi.waitFor(() => expect(kinds()).toEqual(['open']), timeout)
  await call(login.logout, {})
  await vi.waitFor(() => expect(kinds()).toContain('expired'), timeout)
  expect(heard.at(-1)).toMatchObject({ kind: 'expired' })
})

test('the first wait is the second of the specification, and no wait is beyond three quarters of a minute', () => {
  expect(backoffDelay(0)).toBe(1_000)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (failures) => {
      const wait = backoffDelay(failures)
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(45_000)
    }),
  )
})
