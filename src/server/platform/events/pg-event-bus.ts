/** Event bus over PostgreSQL's LISTEN/NOTIFY, for any number of server processes. */
import type { Topic } from '#contract/topics.ts'
import { Client } from 'pg'
import {
  callOnce,
  hub,
  type ChangeEvent,
  type EventBus,
} from '#server/platform/events/event-bus.ts'

const channel = 'changes'
/**
 * Milliseconds that events are batched: NOTIFY serialises commits, so it is sent rarely and outside
 * of transactions.
 */
const gathering = 50
/** Milliseconds of the first and the longest reconnect delay, and of an attempt to connect. */
const timeout = { first: 250, most: 2_000, connecting: 5_000 }
/** Events per NOTIFY, whose payload must stay below 8,000 bytes. */
const max = 50

/**
 * The listening connection is checked, since a machine that has gone closes none: `unanswered` is the
 * time between checks and for their answer, in milliseconds. `ask` runs a statement on any connection. The listening connection opens with the first
 * subscription.
 */
export function pgEventBus(
  url: string,
  ask: (text: string, values: unknown[]) => Promise<unknown>,
  { unanswered, onError }: { unanswered: number; onError: (error: Error) => void },
): EventBus {
  const { hear, listen } = hub()
  const leaving = new Set<() => void>()
  let pending = new Map<string, Set<Topic>>()
  let timer: NodeJS.Timeout | undefined
  let client: Client | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false

  const flush = async () => {
    timer = undefined
    const result = [...pending].map(([ownerId, about]): ChangeEvent => ({
      ownerId: ownerId || null,
      about: [...about],
    }))
    pending = new Map()
    for (let at = 0; at < result.length; at += max) {
      await ask('select pg_notify($1, $2)', [
        channel,
        JSON.stringify(result.slice(at, at + max)),
      ]).catch(onError)
    }
  }

  const connect = async (wait: number) => {
    const next = new Client({
      connectionString: url,
      application_name: 'yiqiao changes',
      keepAlive: true,
      connectionTimeoutMillis: timeout.connecting,
      query_timeout: unanswered,
    })
    client = next
    let check: NodeJS.Timeout | undefined
    const retry = (error: Error) => {
      clearInterval(check)
      if (closed || client !== next) return
      client = undefined
      onError(error)
      void close(next)
      again = setTimeout(() => void connect(Math.min(wait * 2, timeout.most)), wait)
    }
    next.on('error', retry)
    next.on('end', () => retry(new Error('The connection that hears of changes was closed.')))
    next.on('notification', ({ payload }) =>
      (JSON.parse(payload ?? '[]') as ChangeEvent[]).forEach(hear),
    )
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      check = setInterval(() => void next.query('select 1').catch(retry), unanswered)
      // Events published while disconnected are lost; an empty event makes listeners re-read.
      hear({ ownerId: null, about: [] })
    } catch (error) {
      retry(error as Error)
    }
  }

  return {
    publish({ ownerId, about }) {
      if (closed) return
      const known = pending.get(ownerId ?? '') ?? new Set<Topic>()
      about.forEach((each) => known.add(each))
      pending.set(ownerId ?? '', known)
      timer ??= setTimeout(() => void flush(), gathering)
    },
    listen(listener) {
      if (!client && !again && !closed) void connect(timeout.first)
      return listen(listener)
    },
    onClose: (leave) => void leaving.add(leave),
    endListeners: () => callOnce(leaving),
    async close() {
      if (closed) return
      callOnce(leaving)
      closed = true
      clearTimeout(timer)
      clearTimeout(again)
      if (timer) await flush()
      if (client) await close(client)
    },
  }
}

/** Closing an already broken connection fails and is not needed. */
async function close(client: Client): Promise<void> {
  await client.end().catch(() => {})
}
