/**
 * Connections for the short reads that every call makes. Unlike those of a pool they take the next
 * query before the last is answered, so that queries of many calls travel together: a fraction of
 * the system calls, and of PostgreSQL's waking up.
 */
import type { Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import type { Reads } from './reads.ts'

export type QuickReads = Reads & { close: () => Promise<void> }

type Link = { connected: Promise<Client>; client?: Client }
type Lane = {
  /** Absent before the first read, and after it broke. */
  link?: Link | undefined
  unanswered: number
  /** When it last answered, or was asked with nothing before it; milliseconds. */
  movedAt: number
}

/**
 * A lane takes so many; one that has not moved for so many milliseconds is held up by a slow query.
 */
const limits = { lanes: 4, unanswered: 32, stalled: 5 }

/**
 * Reads of one statement share a lane, so that quick ones travel together and do not wait behind
 * others. A read whose connection breaks is asked once more on a new one.
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

/** PostgreSQL says 57P… when it lets go of a connection itself. */
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

/** What is asked before the program lets go of the thread is written then, in one go. */
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
