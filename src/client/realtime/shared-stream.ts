/**
 * One stream of notices per browser: one tab holds it and tells the others; when that tab goes,
 * another takes over.
 */
import { openNoticeStream, type Heard } from '#client/realtime/notice-stream.ts'
import { randomId } from '#client/random-id.ts'
import type { Notice } from '#contract/notices.ts'

/** This notice and all before it were read in another tab. */
type Read = { kind: 'read'; id: Notice['id'] }
type Message = { kind: 'heard'; heard: Heard | Read } | { kind: 'isOpen' }

export type SharedStream = {
  stop: () => void
  /** Tells the other tabs what was read in this one. */
  read: (id: Notice['id']) => void
}

/** Tells what is heard, in this tab or another of the same user, until it is stopped. */
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

/**
 * Begins when no other tab has the lock, and keeps it until the signal, whether it had it or still
 * waits.
 */
async function hold(name: string, signal: AbortSignal, begin: () => void): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      begin()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
  } catch {
    // Gone before it was its turn.
  }
}
