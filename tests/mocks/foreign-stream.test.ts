/** The client's notice stream against another backend: no `opened` event, no ids, no heartbeats. */
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '#client/realtime/notice-stream.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('removeEventListener', () => {})
const { openNoticeStream } = await import('#client/realtime/notice-stream.ts')
vi.useFakeTimers()
afterEach(() => vi.clearAllTimers())

const news = {
  id: 1,
  type: 'x',
  title: 'News',
  content: '',
  level: 'info',
  at: '2026-01-01 00:00:00',
}
const events = { headers: { 'content-type': 'text/event-stream' } }
const closingResponse = () => new Response(`data: ${JSON.stringify(news)}\n\n`, events)
const openResponse = () => new Response(new ReadableStream(), events)
const failedResponse = () =>
  new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })

/** Milliseconds between attempts to connect, which get the given responses in order. */
async function measureDelays(responses: (() => Response)[], durationMs = 300_000) {
  const attemptTimes: number[] = []
  vi.stubGlobal('fetch', async () => {
    attemptTimes.push(Date.now())
    return (responses[attemptTimes.length - 1] ?? openResponse)()
  })
  const received: StreamEvent[] = []
  const stop = openNoticeStream('a', (event) => received.push(event))
  await vi.advanceTimersByTimeAsync(durationMs)
  stop()
  return {
    waits: attemptTimes.slice(1).map((time, index) => time - attemptTimes[index]!),
    heard: received,
  }
}

test('a closed stream is reopened after 1 s each time (spec 4.11, 9.2)', async () => {
  const { waits, heard: received } = await measureDelays([
    closingResponse,
    closingResponse,
    closingResponse,
    closingResponse,
  ])
  expect(waits).toEqual([1_000, 1_000, 1_000, 1_000])
  expect(received.filter(({ kind }) => kind === 'notice')).toHaveLength(4)
})

test('delays grow only while connecting fails', async () => {
  const { waits } = await measureDelays([
    failedResponse,
    failedResponse,
    failedResponse,
    closingResponse,
  ])
  expect(waits).toHaveLength(4)
  expect([waits[0], waits[3]]).toEqual([1_000, 1_000])
  expect(waits[2]).toBeGreaterThanOrEqual(2_000)
  expect(waits[2]).toBeLessThanOrEqual(6_000)
})

test('a silent stream is kept open', async () => {
  expect((await measureDelays([openResponse])).waits).toEqual([])
})
