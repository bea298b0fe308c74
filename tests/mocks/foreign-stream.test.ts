/** The client's notice stream against another backend: no `opened` event, no ids, no heartbeats. */
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '#client/realtime/notice-stream.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser()
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('removeEventListener', () => {})
const { isForReading, openNoticeStream } = await import('#client/realtime/notice-stream.ts')
vi.useFakeTimers()
afterEach(() => {
  vi.clearAllTimers()
  localStorage.removeItem('noticesQuietUntil')
})

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
/** A stream with one message, whose data is the given value. */
const messageResponse = (data: unknown) => () =>
  new Response(`data: ${JSON.stringify(data)}\n\n`, events)
const openResponse = () => new Response(new ReadableStream(), events)
const failedResponse = () =>
  new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })

const refusedResponse = () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } })

/**
 * Milliseconds between attempts to connect, which get the given responses in order. `reader`: user id,
 * or null for a visitor.
 */
async function measureDelays(
  responses: (() => Response)[],
  { durationMs = 300_000, reader = '1' }: { durationMs?: number; reader?: string | null } = {},
) {
  const attemptTimes: number[] = []
  vi.stubGlobal('fetch', async () => {
    attemptTimes.push(Date.now())
    return (responses[attemptTimes.length - 1] ?? openResponse)()
  })
  const received: StreamEvent[] = []
  const stop = openNoticeStream('a', (event) => received.push(event), reader)
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

test.each([
  ['a title and a content alone', { title: 'News', content: 'Tonight' }, 'Tonight', true],
  ['a content alone', { content: 'Tonight' }, 'Tonight', true],
  ['fields of other types', { title: 'News', content: 'x', level: 3, at: null }, 'x', true],
  ['a title alone', { title: 'News' }, '', false],
])('a message with %s is a notice; one with a content is for reading', async (...row) => {
  const [, data, content, isRead] = row
  const { heard } = await measureDelays([messageResponse(data)])
  const [notice] = heard.flatMap((event) => (event.kind === 'notice' ? [event.notice] : []))
  expect(notice).toMatchObject({ content, type: '', at: '' })
  expect(notice!.id).toMatch(/^local-/)
  expect(isForReading(notice!)).toBe(isRead)
})

test('a message with neither title nor content is no notice', async () => {
  const { heard } = await measureDelays([messageResponse({ ping: 1 }), messageResponse(null)])
  expect(heard.filter(({ kind }) => kind === 'notice')).toEqual([])
})

test.each([
  [429, refusedResponse],
  [404, () => new Response('', { status: 404 })],
  [700, () => ({ ok: false, status: 700, headers: new Headers() }) as Response],
  [200, () => new Response('{"success":false}')],
])('all pages of a visitor who is refused with %i are quiet for minutes', async (_, refuse) => {
  const first = await measureDelays([refuse], { durationMs: 290_000, reader: null })
  expect(first.waits).toEqual([])
  expect(first.heard.map(({ kind }) => kind)).toEqual(['closed'])
  const nextPage = await measureDelays([], { durationMs: 5_000, reader: null })
  expect(nextPage.heard).toEqual([])
  const fetched: number[] = []
  vi.stubGlobal('fetch', async () => {
    fetched.push(1)
    return openResponse()
  })
  const stop = openNoticeStream('b', () => {}, null)
  await vi.advanceTimersByTimeAsync(320_000)
  stop()
  expect(fetched).toEqual([1])
})

test('a refused user tries again after the time that the server names', async () => {
  const { waits } = await measureDelays([refusedResponse])
  expect(waits).toEqual([30_000])
})

test('a visitor of a server that restarts is back within seconds', async () => {
  const { waits } = await measureDelays([failedResponse, failedResponse], { reader: null })
  expect(waits).toHaveLength(2)
  expect(Math.max(...waits)).toBeLessThan(6_000)
})
