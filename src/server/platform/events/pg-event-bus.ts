/** Event bus over PostgreSQL's LISTEN/NOTIFY, for any number of server processes. */
import type { Topic } from '#contract/topics.ts'
import { Client } from 'pg'
import {
  drainCallbacks,
  createHub,
  type ChangeEvent,
  type EventBus,
} from '#server/platform/events/event-bus.ts'

const channel = 'changes'
/**
 * Milliseconds that events are batched: NOTIFY serialises commits, so it is sent rarely and outside
 * of transactions.
 */
const batchMilliseconds = 50
/** Milliseconds of the first and the longest reconnect delay, and of an attempt to connect. */
const delays = { firstReconnect: 250, maxReconnect: 2_000, connectTimeout: 5_000 }
/** Events per NOTIFY, whose payload must stay below 8,000 bytes. */
const maxEventsPerNotify = 50

/**
 * The listening connection opens with the first subscription. It is checked every `answerTimeout`
 * milliseconds and replaced after that long without an answer, since a machine that fails does not
 * close its connections. `runStatement` uses any connection.
 */
export function createPgEventBus(
  url: string,
  runStatement: (text: string, values: unknown[]) => Promise<unknown>,
  { answerTimeout, onError }: { answerTimeout: number; onError: (error: Error) => void },
): EventBus {
  const { deliver, listen } = createHub()
  const closeListeners = new Set<() => void>()
  /** Topics by owner; under '' those of events without an owner. */
  let pending = new Map<string, Set<Topic>>()
  let flushTimer: NodeJS.Timeout | undefined
  let client: Client | undefined
  let reconnectTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const flush = async () => {
    flushTimer = undefined
    const changes = [...pending].map(([ownerId, about]): ChangeEvent => ({
      ownerId: ownerId || null,
      about: [...about],
    }))
    pending = new Map()
    for (let start = 0; start < changes.length; start += maxEventsPerNotify) {
      await runStatement('select pg_notify($1, $2)', [
        channel,
        JSON.stringify(changes.slice(start, start + maxEventsPerNotify)),
      ]).catch(onError)
    }
  }

  /** `delay`: milliseconds before the next attempt if this one fails. */
  const connect = async (delay: number) => {
    const next = new Client({
      connectionString: url,
      application_name: 'yiqiao changes',
      keepAlive: true,
      connectionTimeoutMillis: delays.connectTimeout,
      query_timeout: answerTimeout,
    })
    client = next
    let check: NodeJS.Timeout | undefined
    const retry = (error: Error) => {
      clearInterval(check)
      if (isClosed || client !== next) return
      client = undefined
      onError(error)
      void close(next)
      reconnectTimer = setTimeout(
        () => void connect(Math.min(delay * 2, delays.maxReconnect)),
        delay,
      )
    }
    next.on('error', retry)
    next.on('end', () => retry(new Error('The connection that hears of changes was closed.')))
    next.on('notification', ({ payload }) =>
      (JSON.parse(payload ?? '[]') as ChangeEvent[]).forEach(deliver),
    )
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      check = setInterval(() => void next.query('select 1').catch(retry), answerTimeout)
      // Events published while disconnected are lost; an empty event makes listeners re-read.
      deliver({ ownerId: null, about: [] })
    } catch (error) {
      retry(error as Error)
    }
  }

  return {
    publish({ ownerId, about }) {
      if (isClosed) return
      const topics = pending.get(ownerId ?? '') ?? new Set<Topic>()
      about.forEach((topic) => topics.add(topic))
      pending.set(ownerId ?? '', topics)
      flushTimer ??= setTimeout(() => void flush(), batchMilliseconds)
    },
    listen(listener) {
      if (!client && !reconnectTimer && !isClosed) void connect(delays.firstReconnect)
      return listen(listener)
    },
    onClose: (listener) => void closeListeners.add(listener),
    endListeners: () => drainCallbacks(closeListeners),
    async close() {
      if (isClosed) return
      drainCallbacks(closeListeners)
      isClosed = true
      clearTimeout(flushTimer)
      clearTimeout(reconnectTimer)
      if (flushTimer) await flush()
      if (client) await close(client)
    },
  }
}

/** Closing an already broken connection fails and is not needed. */
async function close(client: Client): Promise<void> {
  await client.end().catch(() => {})
}
