/** Stream of notices (spec 7.42): signed, reconnecting, one for all tabs of a browser. */
import { createParser } from 'eventsource-parser'
import { parseJson, randomId } from '#client/browser.ts'
import { apiBase } from '#client/api/api-base.ts'
import { endsSession, signedNow } from '#client/api/transport.ts'
import { check } from '#contract/issues.ts'
import type { Topic } from '#contract/topics.ts'
import {
  announcementPrefix,
  announcementsEvent,
  Changed,
  changedEvent,
  Notice,
  notices,
  ActiveAnnouncements,
} from '#contract/notices.ts'
import { backoffDelay } from '#client/realtime/reconnect-delay.ts'

/** Stream event. `about`: topics that changed. */
export type Heard =
  | { kind: 'open' | 'closed' }
  | { kind: 'notice'; notice: Notice }
  | { kind: 'changed'; about: readonly Topic[] }
  /** Ids of the active announcements; all others are withdrawn. */
  | { kind: 'announcements'; ids: readonly Notice['id'][] }
  /** The session is over, so the stream does not reconnect. */
  | { kind: 'expired'; status: number }

/** True if the notice is an announcement that is no longer active. */
export const isWithdrawn = (id: Notice['id'], active: readonly Notice['id'][]): boolean =>
  String(id).startsWith(announcementPrefix) && !active.includes(id)

/** Milliseconds without data after which a connection is treated as dead. */
const silence = 60_000

/**
 * Reports stream events until the returned function is called. Reconnects 1 s after an open stream
 * closes (spec 9.2), and backs off on repeated failures.
 */
export function openNoticeStream(clientId: string, hear: (heard: Heard) => void): () => void {
  let controller: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: string | undefined
  let failures = 0
  let stopped = false

  const later = (wait: number) => {
    if (!stopped) timer = setTimeout(() => void connect(), wait)
  }
  const connect = async () => {
    clearTimeout(timer)
    const current = new AbortController()
    controller = current
    let watch: ReturnType<typeof setTimeout> | undefined
    let beats = true
    const alive = () => {
      clearTimeout(watch)
      if (beats) watch = setTimeout(() => current.abort(), silence)
    }
    alive()
    const outcome = await read(
      { clientId, last, signal: current.signal },
      {
        connected: () => {
          failures = 0
          beats = false
          alive()
        },
        alive,
        tell: (id, heard) => {
          if (id) last = id
          if (heard?.kind === 'open') beats = true
          if (heard && !stopped) hear(heard)
        },
      },
    )
    clearTimeout(watch)
    if (stopped || controller !== current) return
    hear({ kind: 'closed' })
    if (outcome.expired !== undefined) {
      stop()
      return hear({ kind: 'expired', status: outcome.expired })
    }
    later(Math.max(outcome.wait ?? 0, backoffDelay(failures++)))
  }
  const backOnline = () => {
    failures = 0
    controller?.abort()
    void connect()
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    controller?.abort()
    removeEventListener('online', backOnline)
  }
  addEventListener('online', backOnline)
  void connect()
  return stop
}

type Ended = { expired?: number; wait?: number }

type Listener = {
  /**
   * The response is a stream. Heartbeats are only expected after an `opened` event, since other
   * backends may not send any.
   */
  connected: () => void
  alive: () => void
  tell: (id: string | undefined, heard?: Heard) => void
}

/** Resolves when the stream ends for any reason. */
async function read(
  { clientId, last, signal }: { clientId: string; last: string | undefined; signal: AbortSignal },
  { connected, alive, tell }: Listener,
): Promise<Ended> {
  const parser = createParser({ onEvent: ({ id, event, data }) => tell(id, heardIn(event, data)) })
  try {
    const headers = {
      ...signedNow(),
      accept: 'text/event-stream',
      ...(last === undefined ? {} : { 'last-event-id': last }),
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
      return { wait: (Number(response.headers.get('retry-after')) || 0) * 1_000 }
    connected()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(part.value)
      alive()
    }
  } catch {
    // Interrupted, aborted or unreachable: the caller reconnects in each case.
  }
  return {}
}

/** Returns undefined for unknown or invalid events. */
function heardIn(event: string | undefined, data: string): Heard | undefined {
  if (event === 'opened') return { kind: 'open' }
  if (event === changedEvent) {
    const about = check(Changed, parseJson(data))
    return about.ok ? { kind: 'changed', about: about.value as Topic[] } : undefined
  }
  if (event === announcementsEvent) {
    const active = check(ActiveAnnouncements, parseJson(data))
    return active.ok ? { kind: 'announcements', ids: active.value } : undefined
  }
  const notice = check(Notice, parseJson(data))
  return notice.ok ? { kind: 'notice', notice: notice.value } : undefined
}

/** This notice and all earlier ones were read in another tab. */
type Read = { kind: 'read'; id: Notice['id'] }
type Message = { kind: 'heard'; heard: Heard | Read } | { kind: 'isOpen' }

/** Shares one notice stream among all tabs of a browser, with leader election by Web Lock. */
export type SharedStream = {
  stop: () => void
  /** Reports a read notice to the other tabs. */
  read: (id: Notice['id']) => void
}

/**
 * Reports the events of all tabs of the same user until stopped. Without BroadcastChannel or Web
 * Locks, each tab opens its own stream.
 */
export function shareNoticeStream(
  userId: string | number,
  hear: (heard: Heard | Read) => void,
): SharedStream {
  const clientId = randomId()
  if (typeof BroadcastChannel === 'undefined' || !('locks' in navigator))
    return { stop: openNoticeStream(clientId, hear), read: () => {} }
  const name = `notices ${userId}`
  const channel = new BroadcastChannel(name)
  const controller = new AbortController()
  let open = false
  let end: (() => void) | undefined
  let stopped = false
  const post = (message: Message) => {
    if (stopped) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') hear(data.heard)
    else if (end && open) post({ kind: 'heard', heard: { kind: 'open' } })
  })
  post({ kind: 'isOpen' })
  void whileLocked(name, controller.signal, () => {
    if (stopped) return
    end = openNoticeStream(clientId, (heard) => {
      if (heard.kind === 'open' || heard.kind === 'closed') open = heard.kind === 'open'
      hear(heard)
      post({ kind: 'heard', heard })
    })
  })
  return {
    stop() {
      stopped = true
      end?.()
      controller.abort()
      channel.close()
    },
    read: (id) => post({ kind: 'heard', heard: { kind: 'read', id } }),
  }
}

/** Runs `begin` once this tab has the lock, and holds the lock until the signal aborts. */
async function whileLocked(name: string, signal: AbortSignal, begin: () => void): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      begin()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
  } catch {
    // Aborted while waiting for the lock.
  }
}
