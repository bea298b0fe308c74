/**
 * Responses are validated against the contract: extra fields are removed, invalid ones are errors.
 */
import { createCustomerAudience } from '#server/app.ts'
import { createCallLimits, unlimitedRates } from '#server/http/limits/call-limits.ts'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Handlers, createCustomerRoutes } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { createRequestLog, type AppEnv } from '#server/http/request-context.ts'
import { mountRoutes } from '#server/http/router.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let anna: Caller
beforeAll(async () => {
  server = await startServer()
  anna = await signedIn(server, (await addPeople(server.database.db)).anna)
})
afterAll(() => server.close())

/** An app with two handlers replaced, which returns errors as text. */
function appWith(list: () => Promise<unknown>, update: () => Promise<unknown> = list) {
  const replacedHandlers = {
    ...handlers,
    channels: { list },
    users: { ...handlers.users, update },
  } as unknown as Handlers
  const app = new Hono<AppEnv>()
  app.use(createRequestLog(server.services))
  app.onError((error, c) => c.text(`threw ${error.name}`, 500))
  mountRoutes(
    app,
    '/api',
    createCustomerRoutes(replacedHandlers),
    server.services,
    createCallLimits(unlimitedRates, server.services.clock),
    createCustomerAudience(server.services),
  )
  return app
}

test('fields outside of the contract are removed from responses', async () => {
  const app = appWith(() =>
    Promise.resolve([
      {
        id: '1',
        name: '谷歌',
        enName: 'Google',
        centsPerMillion: 9_900,
        passwordHash: '$argon2id',
      },
    ]),
  )
  const { data } = (await (await app.request('/api/tranChannel/list')).json()) as { data: unknown }
  expect(data).toEqual([{ id: '1', name: '谷歌', enName: 'Google' }])
})

test.each([
  ['a missing field', [{ id: '1' }]],
  ['a field of another type', [{ id: '1', name: 7 }]],
  ['no list', null],
])('a response with %s is an internal error', async (_what, handlerResult) => {
  const response = await appWith(() => Promise.resolve(handlerResult)).request(
    '/api/tranChannel/list',
  )
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringMatching(/^threw \$?Zod/),
  ])
})

test('an endpoint without data sends null for any result of its handler', async () => {
  const app = appWith(
    () => Promise.resolve([]),
    () => Promise.resolve({ passwordHash: '$argon2id' }),
  )
  const headers = { ...anna.headers(), 'content-type': 'application/json' }
  const done = await app.request('/api/user/update', {
    method: 'POST',
    headers,
    body: '{"nickname":"Anna"}',
  })
  expect(await done.json()).toMatchObject({ success: true, data: null })
})
