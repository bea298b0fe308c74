/** Stream of notices (spec 7.42): signed, reconnecting, one for all tabs of a browser. */
import { createParser } from 'eventsource-parser'
import { parseJson, randomId } from '#client/browser.ts'
import { apiBase } from '#client/api/api-base.ts'
import { endsSession, createSignedHeaders } from '#client/api/transport.ts'
import { validate } from '#contract/issues.ts'
import type { Topic } from '#contract/topics.ts'
import {
  announcementPrefix,
  announcementsEvent,
  ChangedTopics,
  changedEvent,
  Notice,
  notices,
  ActiveAnnouncements,
} from '#contract/notices.ts'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import { sessionScope } from '#client/storage.ts'

/** Stream event. Tabs of different releases exchange these values. */
export type StreamEvent =
  | { kind: 'open' | 'closed' }
  | { kind: 'notice'; notice: Notice }
  /** `about`: topics whose data changed. */
  | { kind: 'changed'; about: readonly Topic[] }
  /** Ids of the active announcements; all others are withdrawn. */
  | { kind: 'announcements'; ids: readonly Notice['id'][] }
  /** The session is over, so the stream does not reconnect. */
  | { kind: 'expired'; status: number }

/** True if the notice is an announcement that is no longer active. */
export const isWithdrawn = (id: Notice['id'], active: readonly Notice['id'][]): boolean =>
  String(id).startsWith(announcementPrefix) && !active.includes(id)

/** Milliseconds without data after which a connection is treated as dead. */
const silenceTimeout = 60_000

/**
 * Reports stream events until the returned function is called. Reconnects 1 s after an open stream
 * closes (spec 9.2), and backs off on repeated failures.
 */
export function openNoticeStream(
  clientId: string,
  onEvent: (event: StreamEvent) => void,
): () => void {
  let controller: AbortController | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let lastEventId: string | undefined
  let failures = 0
  let isStopped = false

  const reconnectAfter = (delay: number) => {
    if (!isStopped) reconnectTimer = setTimeout(() => void connect(), delay)
  }
  const connect = async () => {
    clearTimeout(reconnectTimer)
    const current = new AbortController()
    controller = current
    let silenceTimer: ReturnType<typeof setTimeout> | undefined
    let hasSilenceTimeout = true
    const resetSilenceTimer = () => {
      clearTimeout(silenceTimer)
      if (hasSilenceTimeout) silenceTimer = setTimeout(() => current.abort(), silenceTimeout)
    }
    resetSilenceTimer()
    const outcome = await readStream(
      { clientId, lastEventId, signal: current.signal },
      {
        onConnected: () => {
          failures = 0
          // Only after an `opened` event are heartbeats expected: other backends may send none.
          hasSilenceTimeout = false
          resetSilenceTimer()
        },
        onData: resetSilenceTimer,
        onEvent: (id, event) => {
          if (id) lastEventId = id
          if (event?.kind === 'open') hasSilenceTimeout = true
          if (event && !isStopped) onEvent(event)
        },
      },
    )
    clearTimeout(silenceTimer)
    if (isStopped || controller !== current) return
    onEvent({ kind: 'closed' })
    if (outcome.expired !== undefined) {
      stop()
      return onEvent({ kind: 'expired', status: outcome.expired })
    }
    reconnectAfter(Math.max(outcome.minDelay ?? 0, backoffDelay(failures++)))
  }
  const reconnectNow = () => {
    failures = 0
    controller?.abort()
    void connect()
  }
  const stop = () => {
    isStopped = true
    clearTimeout(reconnectTimer)
    controller?.abort()
    removeEventListener('online', reconnectNow)
  }
  addEventListener('online', reconnectNow)
  void connect()
  return stop
}

/** `expired`: status if the session is over. `minDelay`: milliseconds before a reconnection. */
type StreamEnd = { expired?: number; minDelay?: number }

type StreamListener = {
  /** The response is a stream. */
  onConnected: () => void
  /** Data arrived, such as an event or a heartbeat. */
  onData: () => void
  /** `event`: undefined if it is unknown or invalid. */
  onEvent: (id: string | undefined, event?: StreamEvent) => void
}

/** Resolves when the stream ends for any reason. */
async function readStream(
  {
    clientId,
    lastEventId,
    signal,
  }: { clientId: string; lastEventId: string | undefined; signal: AbortSignal },
  { onConnected, onData, onEvent }: StreamListener,
): Promise<StreamEnd> {
  const parser = createParser({
    onEvent: ({ id, event, data }) => onEvent(id, parseEvent(event, data)),
  })
  try {
    const headers = {
      ...createSignedHeaders(),
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    }
    const response = await fetch(apiBase + notices.stream.path.replace('{clientId}', clientId), {
      headers,
      signal,
    })
    if (endsSession(response.status)) return { expired: response.status }
    if (
      !response.ok ||
      !response.headers.get('content-type')?.startsWith('text/event-stream') ||
      !response.body
    )
      return { minDelay: (Number(response.headers.get('retry-after')) || 0) * 1_000 }
    onConnected()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(part.value)
      onData()
    }
  } catch {
    // Interrupted, aborted or unreachable: the caller reconnects in each case.
  }
  return {}
}

/** Returns undefined for unknown or invalid events. */
function parseEvent(event: string | undefined, data: string): StreamEvent | undefined {
  if (event === 'opened') return { kind: 'open' }
  if (event === changedEvent) {
    const topics = validate(ChangedTopics, parseJson(data))
    return topics.ok ? { kind: 'changed', about: topics.value as Topic[] } : undefined
  }
  if (event === announcementsEvent) {
    const active = validate(ActiveAnnouncements, parseJson(data))
    return active.ok ? { kind: 'announcements', ids: active.value } : undefined
  }
  const notice = validate(Notice, parseJson(data))
  return notice.ok ? { kind: 'notice', notice: notice.value } : undefined
}

/** This notice and all earlier ones were read in another tab. */
type ReadEvent = { kind: 'read'; id: Notice['id'] }
/**
 * `heard` forwards an event; `isOpen` asks whether the stream is open. Tabs of different releases
 * exchange messages, so keep these values.
 */
type Message = { kind: 'heard'; heard: StreamEvent | ReadEvent } | { kind: 'isOpen' }

/** A subscription to the notice stream that all tabs of a browser share. */
export type SharedStream = {
  stop: () => void
  /** Tells the other tabs that the user read this notice and all before it. */
  publishRead: (id: Notice['id']) => void
}

/**
 * Reports the events of the user's stream until stopped. The tab that has the Web Lock opens the
 * stream and forwards its events to the other tabs. Without BroadcastChannel or Web Locks, each tab
 * opens its own stream.
 */
export function shareNoticeStream(
  userId: string | number,
  onEvent: (streamEvent: StreamEvent | ReadEvent) => void,
): SharedStream {
  const clientId = randomId()
  if (typeof BroadcastChannel === 'undefined' || !('locks' in navigator))
    return { stop: openNoticeStream(clientId, onEvent), publishRead: () => {} }
  const name = `${sessionScope}notices ${userId}`
  const channel = new BroadcastChannel(name)
  const controller = new AbortController()
  let isOpen = false
  let closeOwnStream: (() => void) | undefined
  let isStopped = false
  const post = (message: Message) => {
    if (isStopped) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') onEvent(data.heard)
    else if (closeOwnStream && isOpen) post({ kind: 'heard', heard: { kind: 'open' } })
  })
  post({ kind: 'isOpen' })
  void runAsLeader(name, controller.signal, () => {
    if (isStopped) return
    closeOwnStream = openNoticeStream(clientId, (streamEvent) => {
      if (streamEvent.kind === 'open' || streamEvent.kind === 'closed')
        isOpen = streamEvent.kind === 'open'
      onEvent(streamEvent)
      post({ kind: 'heard', heard: streamEvent })
    })
  })
  return {
    stop() {
      isStopped = true
      closeOwnStream?.()
      controller.abort()
      channel.close()
    },
    publishRead: (id) => post({ kind: 'heard', heard: { kind: 'read', id } }),
  }
}

/** Runs `begin` once this tab has the lock, and holds the lock until the signal aborts. */
async function runAsLeader(name: string, signal: AbortSignal, begin: () => void): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      begin()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
  } catch {
    // Aborted while waiting for the lock.
  }
}
