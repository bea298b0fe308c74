/**
 * The client's stream of notices against a backend that is not ours: no `opened` event, no ids, no
 * signs of life.
 */
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
const closes = () => new Response(`data: ${JSON.stringify(news)}\n\n`, events)
const staysOpen = () => new Response(new ReadableStream(), events)
const fails = () =>
  new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })

/** Milliseconds between the attempts to connect, answered one after another. */
async function waitsBetween(answers: (() => Response)[], during = 300_000) {
  const at: number[] = []
  vi.stubGlobal('fetch', async () => {
    at.push(Date.now())
    return (answers[at.length - 1] ?? staysOpen)()
  })
  const heard: StreamEvent[] = []
  const stop = openNoticeStream('a', (one) => heard.push(one))
  await vi.advanceTimersByTimeAsync(during)
  stop()
  return { waits: at.slice(1).map((time, index) => time - at[index]!), heard }
}

test('each time an open stream closes, it is opened again after 1 s (spec 4.11, 9.2)', async () => {
  const { waits, heard } = await waitsBetween([closes, closes, closes, closes])
  expect(waits).toEqual([1_000, 1_000, 1_000, 1_000])
  expect(heard.filter(({ kind }) => kind === 'notice')).toHaveLength(4)
})

test('waits grow only while connecting fails', async () => {
  const { waits } = await waitsBetween([fails, fails, fails, closes])
  expect(waits).toHaveLength(4)
  expect([waits[0], waits[3]]).toEqual([1_000, 1_000])
  expect(waits[2]).toBeGreaterThanOrEqual(2_000)
  expect(waits[2]).toBeLessThanOrEqual(6_000)
})

test('a stream that stays silent is left open', async () => {
  expect((await waitsBetween([staysOpen])).waits).toEqual([])
})
