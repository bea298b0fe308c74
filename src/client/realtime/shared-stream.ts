/** Shares one notice stream among all tabs of a browser, with leader election by Web Lock. */
import { openNoticeStream, type Heard } from '#client/realtime/notice-stream.ts'
import { randomId } from '#client/random-id.ts'
import type { Notice } from '#contract/notices.ts'

/** This notice and all earlier ones were read in another tab. */
type Read = { kind: 'read'; id: Notice['id'] }
type Message = { kind: 'heard'; heard: Heard | Read } | { kind: 'isOpen' }

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
  const given = new AbortController()
  let open = false
  let end: (() => void) | undefined
  let stopped = false
  const say = (message: Message) => {
    if (stopped) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') hear(data.heard)
    else if (end && open) say({ kind: 'heard', heard: { kind: 'open' } })
  })
  say({ kind: 'isOpen' })
  void hold(name, given.signal, () => {
    if (stopped) return
    end = openNoticeStream(clientId, (heard) => {
      if (heard.kind === 'open' || heard.kind === 'closed') open = heard.kind === 'open'
      hear(heard)
      say({ kind: 'heard', heard })
    })
  })
  return {
    stop() {
      stopped = true
      end?.()
      given.abort()
      channel.close()
    },
    read: (id) => say({ kind: 'heard', heard: { kind: 'read', id } }),
  }
}

/** Runs `begin` once this tab has the lock, and holds the lock until the signal aborts. */
async function hold(name: string, signal: AbortSignal, begin: () => void): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      begin()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
  } catch {
    // Aborted while waiting for the lock.
  }
}
