// @vitest-environment happy-dom
/** Early requests from the page head: used once, by the same call of the same user. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('fetch', vi.fn())
const { send } = await import('#client/api/transport.ts')
const { addEarlyRequest, globals } = await import('#client/api/early-requests.ts')
const { signIn, signOut } = await import('#client/session/session.ts')

const anna = { sk: 'secret of Anna', userId: '7' }
const responseWith = (name: string) =>
  new Response(JSON.stringify({ success: true, data: name, msg: '' }))

beforeEach(() => {
  vi.mocked(fetch).mockReset()
  vi.mocked(fetch).mockImplementation(() => Promise.resolve(responseWith('sent now')))
  signIn(anna)
})
afterEach(() => {
  globals.earlyRequests?.dropAll()
  signOut()
})

const load = async (path = '/user/page?pageSize=10', method = 'GET') =>
  ((await send({ method, path })).json as { data: string }).data
const sendEarly = (overrides: Partial<Parameters<typeof addEarlyRequest>[0]> = {}) => {
  const abort = new AbortController()
  addEarlyRequest({
    method: 'GET',
    path: '/user/page?pageSize=10',
    signer: anna,
    lang: 'zh',
    response: Promise.resolve(responseWith('sent early')),
    controller: abort,
    ...overrides,
  })
  return abort
}

test('the same call uses the early response, once', async () => {
  sendEarly()
  expect(await load()).toBe('sent early')
  expect(fetch).not.toHaveBeenCalled()
  expect(await load()).toBe('sent now')
})

test('a call with another URL, session, user or language ignores the early response', async () => {
  sendEarly({ path: '/user/page?pageSize=20' })
  sendEarly({ signer: { ...anna, sk: 'an older secret' } })
  sendEarly({ signer: { ...anna, userId: '8' } })
  sendEarly({ lang: 'en' })
  expect(await load()).toBe('sent now')
})

test('a mutation discards early requests', async () => {
  const abort = sendEarly()
  await load('/user/delChild', 'POST')
  expect(abort.signal.aborted).toBe(true)
  expect(await load()).toBe('sent now')
})

test('an early request that failed is sent again', async () => {
  sendEarly({ response: Promise.reject(new TypeError('network')) })
  expect(await load()).toBe('sent now')
})

test('aborting a call aborts its early request', async () => {
  const abort = sendEarly({ response: new Promise(() => {}) })
  vi.mocked(fetch).mockImplementation(() => new Promise(() => {}))
  const controller = new AbortController()
  void send({ method: 'GET', path: '/user/page?pageSize=10', signal: controller.signal }).catch(
    () => undefined,
  )
  controller.abort()
  expect(abort.signal.aborted).toBe(true)
})
