/** Client of the notice event stream. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Caller } from '#tests/support/server/server.ts'
import { expect, vi } from 'vitest'

export type NoticeStream = {
  status: number
  events: EventSourceMessage[]
  /** Data of the notices received. */
  notices: () => {
    id: string
    type: string
    title: string
    content: string
    level: string
    at: string
  }[]
  /** Topics reported as changed. */
  changedTopics: () => string[]
  /** Id of the last event, for resuming. */
  lastEventId: () => string | undefined
  /** True after the stream has ended. */
  hasEnded: () => boolean
  close: () => Promise<void>
}

let clients = 0

/** Opens a stream, optionally resuming after an event id. Resolves after the first event. */
export async function openNoticeStream(
  api: string,
  caller: Caller,
  { after, clientId }: { after?: string; clientId?: string } = {},
): Promise<NoticeStream> {
  const controller = new AbortController()
  const headers = {
    ...caller.headers(),
    ...(after === undefined ? {} : { 'last-event-id': after }),
  }
  const response = await fetch(`${api}/notice/openSse/${clientId ?? `test-client-${clients++}`}`, {
    headers,
    signal: controller.signal,
  })
  const events: EventSourceMessage[] = []
  let ended = false
  const parser = createParser({ onEvent: (event) => void events.push(event) })
  const reading = (async () => {
    const text = new TextDecoder()
    for await (const chunk of response.body!) parser.feed(text.decode(chunk, { stream: true }))
  })()
    .catch(() => undefined)
    .finally(() => (ended = true))
  const reader: NoticeStream = {
    status: response.status,
    events,
    notices: () =>
      events.flatMap(({ event, data }) => (event === undefined ? [JSON.parse(data)] : [])),
    changedTopics: () =>
      events.flatMap(({ event, data }) =>
        event === 'changed' ? (JSON.parse(data) as string[]) : [],
      ),
    lastEventId: () => events.at(-1)?.id,
    hasEnded: () => ended,
    async close() {
      controller.abort()
      await reading
    },
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0), 30_000)
  return reader
}
