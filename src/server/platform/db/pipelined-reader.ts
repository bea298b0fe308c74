/** The short reads of every call, outside of transactions: pipelined, or through a pooler. */
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

export type Reader = Reads & { close: () => Promise<void> }

type Link = { connected: Promise<Client>; client?: Client }
type Lane = {
  /** Absent before the first read, and after it broke. */
  link?: Link | undefined
  unanswered: number
  /** When it last answered, or was asked with nothing before it; milliseconds. */
  movedAt: number
}

/**
 * Queries in flight per connection, and milliseconds without an answer after which a connection
 * counts as blocked by a slow query.
 */
const limits = { unanswered: 32, stalled: 5 }

/** Milliseconds for connecting, and of PostgreSQL for a statement. */
const timeouts = { connect: 5_000, statement: 10_000 }

/** Reads on the connections of a pool, whose statements have no names. */
export function pooledReader(pool: Pool): Reader {
  return {
    rows: <Row extends object>(_name: string, text: string, values: unknown[]) =>
      repeatable(
        async () => (await pool.query<Row>({ text, values })).rows,
        () => pool.ending,
      ),
    close: async () => {},
  }
}

/**
 * `unanswered`: milliseconds without an answer after which a connection is given up.
 * Each statement has a preferred one of `connections`, so that fast reads are pipelined together
 * and don't queue behind slow ones.
 */
export function pipelinedReader(
  url: string,
  connections: number,
  {
    unanswered,
    onError,
    tracing,
  }: { unanswered: number; onError: (error: Error) => void; tracing?: Tracing | undefined },
): Reader {
  const lanes: Lane[] = Array.from({ length: connections }, () => ({ unanswered: 0, movedAt: 0 }))
  const homes = new Map<string, number>()
  let closing = false
  const homeOf = (name: string): number => {
    const home = homes.get(name) ?? homes.size % connections
    homes.set(name, home)
    return home
  }
  const leave = (lane: Lane, link: Link, error?: Error) => {
    if (lane.link === link) lane.link = undefined
    if (error && !closing) onError(error)
  }
  const linkOf = (lane: Lane): Link => {
    if (lane.link) return lane.link
    const link: Link = {
      connected: connect(url, { unanswered, tracing }, (error) => leave(lane, link, error)).then(
        (client) => (link.client = client),
      ),
    }
    lane.link = link
    return link
  }
  const ask = async <Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    const lane = laneFor(lanes, homeOf(name))
    if (lane.unanswered === 0) lane.movedAt = performance.now()
    lane.unanswered += 1
    const link = linkOf(lane)
    try {
      const client = link.client ?? (await link.connected)
      return (await client.query<Row>({ name, text, values })).rows
    } catch (error) {
      if (!isAnswer(error)) leave(lane, link)
      throw error
    } finally {
      lane.unanswered -= 1
      lane.movedAt = performance.now()
    }
  }
  return {
    rows: <Row extends object>(name: string, text: string, values: unknown[]) =>
      repeatable(
        () => ask<Row>(name, text, values),
        () => closing,
      ),
    async close() {
      closing = true
      await Promise.all(lanes.map(({ link }) => link?.client?.end()))
    },
  }
}

/** A read whose connection breaks is repeated once, on a new one; one without an answer is not. */
async function repeatable<T>(read: () => Promise<T>, isClosing: () => boolean): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isAnswer(error) || isTimeout(error) || isClosing()) throw error
    return read()
  }
}

/** 57P… and 08… report a closing connection, of PostgreSQL or a pooler: they answer no query. */
const isAnswer = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '')

function laneFor(lanes: readonly Lane[], home: number): Lane {
  const now = performance.now()
  const flows = ({ unanswered, movedAt }: Lane) =>
    unanswered === 0 || (unanswered < limits.unanswered && now - movedAt < limits.stalled)
  if (flows(lanes[home]!)) return lanes[home]!
  return (
    lanes.find(flows) ??
    lanes.reduce((min, lane) => (lane.unanswered < min.unanswered ? lane : min))
  )
}

async function connect(
  url: string,
  { unanswered, tracing }: { unanswered: number; tracing: Tracing | undefined },
  onGone: (error?: Error) => void,
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
  client.on('error', onGone)
  client.on('end', () => onGone())
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
