// @vitest-environment happy-dom
/**
 * Requests sent from the head of a console page: taken over once, by the same call of the same user
 * only.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('fetch', vi.fn())
const { send } = await import('#client/api/transport.ts')
const { addEarlyRequest, globals } = await import('#client/api/early-requests.ts')
const { signIn, signOut } = await import('#client/session/session.ts')

const anna = { sk: 'secret of Anna', userId: '7' }
const answer = (name: string) =>
  new Response(JSON.stringify({ success: true, data: name, msg: '' }))

beforeEach(() => {
  vi.mocked(fetch).mockReset()
  vi.mocked(fetch).mockImplementation(() => Promise.resolve(answer('sent now')))
  signIn(anna)
})
afterEach(() => {
  globals.earlyRequests?.drop()
  signOut()
})

const ask = async (path = '/user/page?pageSize=10', method = 'GET') =>
  ((await send({ method, path })).json as { data: string }).data
const early = (over: Partial<Parameters<typeof addEarlyRequest>[0]> = {}) => {
  const abort = new AbortController()
  addEarlyRequest({
    method: 'GET',
    path: '/user/page?pageSize=10',
    signer: anna,
    lang: 'zh',
    answer: Promise.resolve(answer('sent early')),
    abort,
    ...over,
  })
  return abort
}

test('the same call takes over what was sent early, once', async () => {
  early()
  expect(await ask()).toBe('sent early')
  expect(fetch).not.toHaveBeenCalled()
  expect(await ask()).toBe('sent now')
})

test('another address, session, user or language takes over nothing', async () => {
  early({ path: '/user/page?pageSize=20' })
  early({ signer: { ...anna, sk: 'an older secret' } })
  early({ signer: { ...anna, userId: '8' } })
  early({ lang: 'en' })
  expect(await ask()).toBe('sent now')
})

test('a change makes what was asked before it worthless', async () => {
  const abort = early()
  await ask('/user/delChild', 'POST')
  expect(abort.signal.aborted).toBe(true)
  expect(await ask()).toBe('sent now')
})

test('an early request that failed is sent again', async () => {
  early({ answer: Promise.reject(new TypeError('network')) })
  expect(await ask()).toBe('sent now')
})

test('giving up a call gives up the early request behind it', async () => {
  const abort = early({ answer: new Promise(() => {}) })
  vi.mocked(fetch).mockImplementation(() => new Promise(() => {}))
  const controller = new AbortController()
  void send({ method: 'GET', path: '/user/page?pageSize=10', signal: controller.signal }).catch(
    () => undefined,
  )
  controller.abort()
  expect(abort.signal.aborted).toBe(true)
})
