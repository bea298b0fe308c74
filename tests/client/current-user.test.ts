/** Loading the current user: concurrent calls share a request, later calls send another. */
import { afterAll, expect, test, vi } from 'vitest'
import { scriptedServer, ok, apiError } from '#tests/support/server/scripted-server.ts'
import { stubBrowser, sampleUser } from '#tests/support/browser/globals.ts'

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', server.base)
const { loadUser } = await import('#client/session/current-user.ts')
const { getCachedUser, signIn } = await import('#client/session/session.ts')

afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test('concurrent calls share one request, and the user is cached', async () => {
  signIn({ sk: 'secret', userId: '42' })
  server.answer(ok(sampleUser('42')))
  const [first, second] = await Promise.all([loadUser(), loadUser()])
  expect(second).toBe(first)
  expect(server.requests).toHaveLength(1)
  expect(getCachedUser()).toEqual(first)
  await loadUser()
  expect(server.requests).toHaveLength(2)
})

test('another user does not share the response of the previous user', async () => {
  signIn({ sk: 'secret', userId: '42' })
  server.answer(ok(sampleUser('42')), ok(sampleUser('43')))
  const before = loadUser()
  signIn({ sk: 'other', userId: '43' })
  const after = loadUser()
  expect([(await before).userId, (await after).userId]).toEqual(['42', '43'])
  expect(getCachedUser()?.userId).toBe('43')
})

test('a failure reaches all callers and is not cached', async () => {
  server.answer(apiError('no'), ok(sampleUser('43')))
  await expect(loadUser()).rejects.toMatchObject({ failure: { kind: 'refused' } })
  await expect(loadUser()).resolves.toMatchObject({ userId: '43' })
})
