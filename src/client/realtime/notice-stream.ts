/** Stream of notices (spec 7.42): signed or public, reconnecting, one for all tabs of a browser. */
import { createParser } from 'eventsource-parser'
import { parseJson, randomId } from '#client/browser.ts'
import { apiBase } from '#client/api/api-base.ts'
import { endsSession, createSignedHeaders } from '#client/api/transport.ts'
import { language } from '#client/i18n/language.ts'
import { validate } from '#contract/issues.ts'
import type { Topic } from '#contract/topics.ts'
import {
  announcementPrefix,
  announcementsEvent,
  ChangedTopics,
  changedEvent,
  notices,
  type Notice,
  type NoticeType,
  ActiveAnnouncements,
} from '#contract/notices.ts'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'
import { browserStore, sessionKeys, sessionScope, tabStore } from '#client/storage.ts'

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

/** Prefix of the ids that this client gives to notices without one. */
const localPrefix = 'local-'

/** False for announcements and for notices that the backend sent without an id. */
export const canBeMarkedRead = (id: Notice['id']): boolean =>
  !String(id).startsWith(announcementPrefix) && !String(id).startsWith(localPrefix)

/** Types of this backend whose notices at level `info` only say what the pages show anyway. */
const dataChangeTypes: readonly NoticeType[] = ['paid', 'quotaGranted', 'received', 'spaceJoined']

/** Whether a notice opens the dialog (spec 4.11); others are a short message. */
export const isForReading = ({ content, level, type }: Notice): boolean =>
  content !== '' && !(level === 'info' && dataChangeTypes.includes(type as NoticeType))

/** Who reads a stream: the signed-in user by id, or null for a visitor, who gets public notices. */
type Reader = string | number | null

/** Milliseconds without data after which a connection is treated as dead. */
const silenceTimeout = 60_000

/** Local storage key: until when, in milliseconds since the epoch, no visitor's page connects. */
const quietUntilKey = 'noticesQuietUntil'
/**
 * Milliseconds for which all pages of a visitor's browser are quiet after a refusal; up to twice as
 * long, so that those refused together do not come back together.
 */
const quietTime = 300_000

/**
 * Reports stream events until the returned function is called. Reconnects 1 s after an open stream
 * closes (spec 9.2), and backs off on repeated failures; a visitor's stream that is refused is quiet
 * for minutes.
 */
export function openNoticeStream(
  clientId: string,
  onEvent: (event: StreamEvent) => void,
  reader: Reader,
): () => void {
  let controller: AbortController | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let lastEventId = readLastEventId(reader)
  let failures = 0
  let isStopped = false

  const reconnectAfter = (delay: number) => {
    if (!isStopped) reconnectTimer = setTimeout(() => void connect(), delay)
  }
  const connect = async () => {
    clearTimeout(reconnectTimer)
    const quietLeft = reader === null ? readQuietTime() : 0
    if (quietLeft > 0) return reconnectAfter(quietLeft)
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
      { clientId, reader, lastEventId, signal: current.signal },
      {
        onConnected: () => {
          failures = 0
          // Only after an `opened` event are heartbeats expected: other backends may send none.
          hasSilenceTimeout = false
          resetSilenceTimer()
        },
        onData: resetSilenceTimer,
        onEvent: (id, event) => {
          if (id) rememberEvent(reader, (lastEventId = id))
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
    if (outcome.isRefused && reader === null) keepQuiet()
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

/** Milliseconds; 0 also for a time that the browser's clock, set back, puts too far ahead. */
function readQuietTime(): number {
  const left = Number(browserStore.get(quietUntilKey)) - Date.now()
  return left > 0 && left <= 2 * quietTime ? left : 0
}

const keepQuiet = () =>
  browserStore.set(quietUntilKey, String(Math.round(Date.now() + quietTime * (1 + Math.random()))))

const rememberEvent = (reader: Reader, id: string) =>
  tabStore.set(sessionKeys.lastNotice, JSON.stringify([reader, id]))

function readLastEventId(reader: Reader): string | undefined {
  const [lastReader, id] = (parseJson(tabStore.get(sessionKeys.lastNotice)) ?? []) as unknown[]
  return String(lastReader) === String(reader) && typeof id === 'string' ? id : undefined
}

/**
 * `expired`: status if the session is over. `minDelay`: milliseconds before a reconnection.
 * `isRefused`: the server answered, but not with a stream.
 */
type StreamEnd = { expired?: number; minDelay?: number; isRefused?: boolean }

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
    reader,
    lastEventId,
    signal,
  }: { clientId: string; reader: Reader; lastEventId: string | undefined; signal: AbortSignal },
  { onConnected, onData, onEvent }: StreamListener,
): Promise<StreamEnd> {
  const parser = createParser({
    onEvent: ({ id, event, data }) => onEvent(id, parseEvent(event, data)),
  })
  try {
    const headers = {
      ...createSignedHeaders(reader === null ? null : undefined),
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    }
    const response = await fetch(apiBase + notices.stream.path.replace('{clientId}', clientId), {
      headers,
      signal,
    })
    if (endsSession(response.status) && reader !== null) return { expired: response.status }
    if (
      !response.ok ||
      !response.headers.get('content-type')?.startsWith('text/event-stream') ||
      !response.body
    )
      return {
        minDelay: (Number(response.headers.get('retry-after')) || 0) * 1_000,
        // Servers that restart answer 502 or 503 for a moment.
        isRefused: response.status < 500 || endsSession(response.status),
      }
    onConnected()
    const texts = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await texts.read(); !part.done; part = await texts.read()) {
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
  const notice = parseNotice(parseJson(data))
  return notice && { kind: 'notice', notice }
}

/** Another backend may send `{title, content}` alone. Undefined if there is nothing to show. */
function parseNotice(data: unknown): Notice | undefined {
  const { id, ...fields } = Object(data) as Record<string, unknown>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const notice = {
    id: typeof id === 'string' || typeof id === 'number' ? id : localPrefix + randomId(),
    type: textOf('type'),
    title: textOf('title'),
    content: textOf('content'),
    level: textOf('level'),
    at: textOf('at'),
    subjectId: textOf('subjectId') || null,
  }
  return notice.title || notice.content ? notice : undefined
}

/** This notice and all earlier ones were read in another tab. */
type ReadEvent = { kind: 'read'; id: Notice['id'] }
/**
 * `heard` forwards an event; `isOpen` asks whether the stream is open. Tabs of different releases
 * exchange messages, so keep these values.
 */
type Message =
  | { kind: 'heard'; heard: StreamEvent | ReadEvent; lastEventId?: string | undefined }
  | { kind: 'isOpen' }

/** A subscription to the notice stream that all tabs of a browser share. */
export type SharedStream = {
  stop: () => void
  /** Tells the other tabs that the user read this notice and all before it. */
  publishRead: (id: Notice['id']) => void
}

/**
 * Reports the events of the reader's stream until stopped. The tab that has the Web Lock opens the
 * stream and forwards its events to the other tabs. Without BroadcastChannel or Web Locks, each tab
 * opens its own stream. Tabs in different languages share none, since the server writes the texts.
 */
export function shareNoticeStream(
  reader: Reader,
  onEvent: (streamEvent: StreamEvent | ReadEvent) => void,
): SharedStream {
  const clientId = randomId()
  if (typeof BroadcastChannel === 'undefined' || !('locks' in navigator))
    return { stop: openNoticeStream(clientId, onEvent, reader), publishRead: () => {} }
  const name = `${sessionScope}notices ${reader ?? 'visitor'} ${language()}`
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
  const forward = (heard: StreamEvent) =>
    post({ kind: 'heard', heard, lastEventId: readLastEventId(reader) })
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') {
      if (data.lastEventId) rememberEvent(reader, data.lastEventId)
      onEvent(data.heard)
    } else if (closeOwnStream && isOpen) forward({ kind: 'open' })
  })
  post({ kind: 'isOpen' })
  void runAsLeader(name, controller.signal, () => {
    if (isStopped) return
    closeOwnStream = openNoticeStream(
      clientId,
      (streamEvent) => {
        if (streamEvent.kind === 'open' || streamEvent.kind === 'closed')
          isOpen = streamEvent.kind === 'open'
        onEvent(streamEvent)
        forward(streamEvent)
      },
      reader,
    )
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
