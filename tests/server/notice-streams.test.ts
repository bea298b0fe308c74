/** Notice streams release their listeners and slots, however they end. */
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { createSseHub, type StreamRequest } from '#server/features/notifications/sse-hub.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
let clients = 0
beforeAll(async () => {
  server = await startServer()
  people = await addPeople(server.database.db)
})
afterAll(() => server.close())

/** A hub of streams, and the listeners that it registers at the event bus. */
function createWatchedHub() {
  const listeners = new Set<unknown>()
  const events: EventBus = {
    ...server.services.events,
    listen(listener) {
      const leave = server.services.events.listen(listener)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        leave()
      }
    },
  }
  return { listeners, streams: createSseHub({ ...server.services, rates: defaultRates, events }) }
}

const visitor = (ip: string): StreamRequest => ({
  user: null,
  clientId: `client-of-leaks-${clients++}`,
  ip,
  lang: 'en',
  cursor: undefined,
})
const signedIn = ({ ownerId, userId }: { ownerId: string; userId: string }): StreamRequest => ({
  ...visitor('192.0.2.1'),
  user: { ownerId, userId, tokenHash: nodeCrypto.sha256('no session of anybody') },
})

test('closing hundreds of streams releases all of them, also repeatedly', async () => {
  const { streams, listeners } = createWatchedHub()
  for (let round = 0; round < 3; round++) {
    const bodies = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        streams.open(
          n % 2 ? visitor(`198.51.100.${n}`) : signedIn({ ownerId: String(n), userId: String(n) }),
        ),
      ),
    )
    expect([streams.count(), listeners.size]).toEqual([200, 1])
    await Promise.all(bodies.map((body) => body.cancel()))
    expect([streams.count(), listeners.size]).toEqual([0, 1])
  }
  const openStream = await streams.open(visitor('198.51.100.1'))
  streams.close()
  expect([streams.count(), listeners.size]).toEqual([0, 0])
  await openStream.cancel()
})

test('of sixty concurrent streams of one user twenty are opened', async () => {
  const { streams } = createWatchedHub()
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => streams.open(signedIn(people.anna))),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(streams.count()).toBe(20)
  streams.close()
})

test('of 300 visitors behind one address 256 have streams; the rest wait for minutes', async () => {
  const { streams } = createWatchedHub()
  const all = await Promise.allSettled(
    Array.from({ length: 300 }, () => streams.open(visitor('198.51.100.7'))),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(256)
  expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'tooManyRequests', seconds: 300 },
  })
  streams.close()
})

test('a stream whose first notices cannot be read is released', async () => {
  const { services } = server
  const broken = { ...services, db: new Proxy(services.db, { get: () => expect.unreachable() }) }
  const streams = createSseHub(broken)
  await expect(
    streams.open({ ...signedIn(people.anna), cursor: { seq: 0, announcement: 0 } }),
  ).rejects.toThrow()
  expect(streams.count()).toBe(0)
  streams.close()
})

test('a client that disconnects before the first event leaves no stream', async () => {
  const { streams } = createWatchedHub()
  const app = new Hono<AppEnv>().get(
    '/',
    async () => new Response(await streams.open(visitor(`203.0.113.${clients}`))),
  )
  const listening = await startHttpServer(app, { host: '127.0.0.1', port: 0 })
  await Promise.all(
    Array.from({ length: 60 }, async (_, times) => {
      const controller = new AbortController()
      const pending = fetch(`http://127.0.0.1:${listening.port}/`, {
        signal: controller.signal,
      }).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, times % 20))
      controller.abort()
      await pending
    }),
  )
  const last = await fetch(`http://127.0.0.1:${listening.port}/`)
  await vi.waitFor(() => expect(streams.count()).toBe(1), 30_000)
  await last.body!.cancel()
  await vi.waitFor(() => expect(streams.count()).toBe(0), 30_000)
  await listening.close()
  streams.close()
})
