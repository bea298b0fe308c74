/** Pipelined short reads outside of transactions: with 1 ms and 16 clients 26 to 41 % faster than by a pool. */
import { Client, DatabaseError, type Pool } from 'pg'
import {
  markConnectionError,
  markConnectionErrors,
  refuseReplica,
  isTimeout,
} from '#server/platform/db/availability.ts'
import { traceStatements } from '#server/platform/db/statement-spans.ts'
import type { Tracing } from '#server/platform/tracing.ts'

/**
 * Runs a statement under a name that is unique in the program. Rows come as the driver reads them:
 * int8 and times as text.
 */
export type Reads = {
  rows: <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>
}

export type Reader = Reads & {
  /** Number of connections that have had no answer for longer than `ms`. */
  countStuck: (ms: number) => number
  close: () => Promise<void>
}

type ReaderConnection = { connected: Promise<Client>; client?: Client }
type ReaderLane = {
  /** Absent before the first read, and after it broke. */
  link?: ReaderConnection | undefined
  unanswered: number
  /** Time in milliseconds of its last answer, or of a statement sent while it was idle. */
  lastProgressAt: number
}

/**
 * Queries in flight per connection, and milliseconds without an answer after which a connection
 * counts as blocked by a slow query.
 */
const laneLimits = { maxUnanswered: 32, stalledAfter: 5 }

/** Milliseconds for connecting, and for a statement in PostgreSQL. */
const timeouts = { connect: 5_000, statement: 10_000 }

/** Reads on the connections of a pool, whose statements have no names. */
export function createPooledReader(pool: Pool): Reader {
  return {
    rows: <Row extends object>(_name: string, text: string, values: unknown[]) =>
      readWithRetry(
        async () => (await pool.query<Row>({ text, values })).rows,
        () => pool.ending,
      ),
    countStuck: () => 0,
    close: async () => {},
  }
}

/**
 * `unanswered`: milliseconds without an answer after which a connection is closed.
 * Each statement has a preferred one of `connections`, so that fast reads are pipelined together
 * and don't queue behind slow ones.
 */
export function createPipelinedReader(
  url: string,
  connections: number,
  {
    unanswered,
    onError,
    tracing,
  }: { unanswered: number; onError: (error: Error) => void; tracing?: Tracing | undefined },
): Reader {
  const lanes: ReaderLane[] = Array.from({ length: connections }, () => ({
    unanswered: 0,
    lastProgressAt: 0,
  }))
  const preferredLanes = new Map<string, number>()
  let isClosing = false
  const preferredLaneOf = (name: string): number => {
    const preferred = preferredLanes.get(name) ?? preferredLanes.size % connections
    preferredLanes.set(name, preferred)
    return preferred
  }
  const dropConnection = (lane: ReaderLane, link: ReaderConnection, error?: Error) => {
    if (lane.link === link) lane.link = undefined
    if (error && !isClosing) onError(error)
  }
  const getConnection = (lane: ReaderLane): ReaderConnection => {
    if (lane.link) return lane.link
    const link: ReaderConnection = {
      connected: connect(url, { unanswered, tracing }, (error) =>
        dropConnection(lane, link, error),
      ).then((client) => (link.client = client)),
    }
    lane.link = link
    return link
  }
  const runQuery = async <Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    const lane = chooseLane(lanes, preferredLaneOf(name))
    if (lane.unanswered === 0) lane.lastProgressAt = performance.now()
    lane.unanswered += 1
    const link = getConnection(lane)
    try {
      const client = link.client ?? (await link.connected)
      return (await client.query<Row>({ name, text, values })).rows
    } catch (error) {
      if (!isQueryError(error)) dropConnection(lane, link)
      throw error
    } finally {
      lane.unanswered -= 1
      lane.lastProgressAt = performance.now()
    }
  }
  return {
    rows: <Row extends object>(name: string, text: string, values: unknown[]) =>
      readWithRetry(
        () => runQuery<Row>(name, text, values),
        () => isClosing,
      ),
    countStuck(ms) {
      const now = performance.now()
      return lanes.filter(
        ({ unanswered, lastProgressAt }) => unanswered > 0 && now - lastProgressAt > ms,
      ).length
    },
    async close() {
      isClosing = true
      await Promise.all(lanes.map(({ link }) => link?.client?.end()))
    },
  }
}

/** Repeats a read once if its connection breaks, on a new one, but not after a timeout. */
async function readWithRetry<T>(read: () => Promise<T>, isClosing: () => boolean): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isQueryError(error) || isTimeout(error) || isClosing()) throw error
    return read()
  }
}

/** Whether the error concerns the statement. 57P… and 08… report a closing connection instead. */
const isQueryError = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '')

/**
 * The preferred lane, else the least busy one that is moving. If all seem blocked, as after a pause
 * of this process, the one that had the latest answer: not the one that waits for a slow query.
 */
function chooseLane(lanes: readonly ReaderLane[], preferred: number): ReaderLane {
  const now = performance.now()
  const isMoving = ({ unanswered, lastProgressAt }: ReaderLane) =>
    unanswered === 0 || now - lastProgressAt < laneLimits.stalledAfter
  const lane = lanes[preferred]!
  if (isMoving(lane) && lane.unanswered < laneLimits.maxUnanswered) return lane
  const [leastBusy] = lanes.filter(isMoving).toSorted((a, b) => a.unanswered - b.unanswered)
  return leastBusy ?? lanes.toSorted((a, b) => b.lastProgressAt - a.lastProgressAt)[0]!
}

async function connect(
  url: string,
  { unanswered, tracing }: { unanswered: number; tracing: Tracing | undefined },
  onDisconnect: (error?: Error) => void,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    statement_timeout: timeouts.statement,
    query_timeout: unanswered,
    application_name: 'yiqiao reads',
  })
  markConnectionErrors(client)
  client.on('error', onDisconnect)
  client.on('end', () => onDisconnect())
  try {
    await client.connect()
    await refuseReplica(client)
    if (tracing) traceStatements(client, tracing)
  } catch (error) {
    markConnectionError(error)
    void client.end().catch(() => {})
    throw error
  }
  return client
}
