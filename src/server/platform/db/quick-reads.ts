/** Pipelined connections for the short reads of every call, saving round trips and system calls. */
import type { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import type { Reads } from './reads.ts'

export type QuickReads = Reads & { close: () => Promise<void> }

type Link = { connected: Promise<Client>; client?: Client }
type Lane = {
  /** Undefined before the first read and after a broken connection. */
  link?: Link | undefined
  unanswered: number
  /** Time of the last response, or of the first request after being idle; milliseconds. */
  movedAt: number
}

/**
 * `unanswered`: most queries in flight per lane. `stalled`: milliseconds without a response after
 * which a lane counts as blocked by a slow query.
 */
const limits = { lanes: 4, unanswered: 32, stalled: 5 }

/**
 * Reads of one statement share a lane, so that fast ones are pipelined and do not queue behind
 * others. A read whose connection breaks is retried once on a new one.
 */
export function quickReads(url: string, onError: (error: Error) => void): QuickReads {
  const lanes: Lane[] = Array.from({ length: limits.lanes }, () => ({ unanswered: 0, movedAt: 0 }))
  const homes = new Map<string, number>()
  let closing = false
  const homeOf = (name: string): number => {
    const home = homes.get(name) ?? homes.size % limits.lanes
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
      connected: connect(url, (error) => leave(lane, link, error)).then(
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
      holdWrites(client)
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
      ask<Row>(name, text, values).catch((error: unknown) => {
        if (isAnswer(error) || closing) throw error
        return ask<Row>(name, text, values)
      }),
    async close() {
      closing = true
      await Promise.all(lanes.map(({ link }) => link?.client?.end()))
    },
  }
}

/** 57P… means that PostgreSQL closed the connection. */
const isAnswer = (error: unknown): boolean =>
  error instanceof DatabaseError && !error.code?.startsWith('57P')

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

const locked = new WeakSet<Client>()

/** Buffers writes until the next tick. */
function holdWrites(client: Client): void {
  if (locked.has(client)) return
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  locked.add(client)
  stream.cork()
  process.nextTick(() => {
    locked.delete(client)
    stream.uncork()
  })
}

async function connect(url: string, onGone: (error?: Error) => void): Promise<Client> {
  const client = new Client({
    connectionString: url,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    application_name: 'yiqiao quick reads',
  })
  client.on('error', onGone)
  client.on('end', () => onGone())
  await client.connect()
  return client
}
