/** Server-sent events: one stream per tab, fed from the event bus. */
import type { Topic } from '#contract/topics.ts'
import { times } from '#contract/limits.ts'
import type { Lang } from '#locales/messages.ts'
import { errorFields } from '#server/platform/log.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { clientNetworks } from '#server/auth/client-network.ts'
import {
  unreadAnnouncements,
  latestCursor,
  standingAnnouncements,
  unreadNotices,
  type Unread,
  type StreamCursor,
  formatCursor,
} from '#server/features/notifications/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isAlive, sessionsByToken, type CurrentUser } from '#server/auth/sessions/service.ts'
import {
  announcementPrefix,
  announcementsEvent,
  changedEvent,
  type Notice,
} from '#contract/notices.ts'

/** Milliseconds between heartbeats, and between checks for ended sessions and missed notices. */
const every = { beat: 25_000, look: 60_000 }
/** Streams per user. Visitors' streams are limited per network prefix and per process. */
const mostEach = 20
/** Users per query. */
const batch = 500

const visitors = 'visitors'

/** All SSE streams of this process: event delivery, heartbeats, and the end with their session. */
export type StreamRequest = {
  who: StreamOwner
  clientId: string
  ip: string
  lang: Lang
  place: StreamCursor | undefined
}
export type SseHub = {
  open: (opening: StreamRequest) => Promise<ReadableStream<Uint8Array>>
  close: () => void
  /** Number of open streams. */
  count: () => number
}

export function createSseHub({
  db,
  reads,
  events,
  clock,
  settings,
  log,
  metrics,
  rates: { visitorStreams },
}: Dependencies): SseHub {
  const streams = new Map<string, Set<SseStream>>()
  const visitorsIn = new Map<string, number>()
  let stop: (() => void) | undefined
  let isClosed = false

  const countVisitor = (network: string, change: 1 | -1) => {
    const left = (visitorsIn.get(network) ?? 0) + change
    if (left > 0) visitorsIn.set(network, left)
    else visitorsIn.delete(network)
  }

  /** Streams are grouped by main account; visitors share one group. */
  const of = (ownerId: string) => streams.get(ownerId) ?? new Set()
  const all = () => [...streams.values()].flatMap((each) => [...each])
  const failed = (reason: unknown) => log.warn('notices could not be read', errorFields(reason))

  const deliver = async (to: readonly SseStream[]) => {
    for (let at = 0; at < to.length; at += batch) {
      const some = to.slice(at, at + batch)
      const expected = some.flatMap(({ who, place }) => (who ? [{ ...who, seq: place.seq }] : []))
      for (const unread of await unreadNotices(db, expected, settings.timeZone)) {
        for (const stream of some)
          if (stream.who?.userId === unread.userId && stream.who.ownerId === unread.ownerId)
            stream.tell(unread)
      }
    }
  }
  const announce = async (to: readonly SseStream[]) => {
    const since = Math.min(...to.map(({ place }) => place.announcement))
    for (const unread of await unreadAnnouncements(db, since, settings.timeZone))
      for (const stream of to) stream.announce(unread)
  }
  const nameStanding = async (to: readonly SseStream[]) => {
    const numbers = await standingAnnouncements(db)
    for (const stream of to) stream.active(numbers)
  }
  const dropEnded = async (among: readonly SseStream[]) => {
    const signed = among.filter(({ who }) => who)
    for (let at = 0; at < signed.length; at += batch) {
      const some = signed.slice(at, at + batch)
      const found = await sessionsByToken(
        reads,
        some.map(({ who }) => who!.tokenHash),
      )
      for (const stream of some) {
        const session = found.get(stream.who!.tokenHash)
        if (!session || session.disabled || !isAlive(session, clock())) stream.end()
      }
    }
  }

  const hear = async ({ ownerId, about }: ChangeEvent) => {
    const meant = ownerId === null ? all() : [...of(ownerId)]
    if (meant.length === 0) return
    if (about.length > 0) for (const stream of meant) stream.changed(about)
    if (ownerId === null) await announce(meant)
    if (ownerId === null && about.includes('notice')) await nameStanding(meant)
    // Ends the streams of users who were signed out or disabled, or whose password was changed.
    if (about.includes('login') || about.includes('user')) await dropEnded(meant)
    await deliver(meant)
  }

  const begin = () => {
    const leave = events.listen((change) => void hear(change).catch(failed))
    const beats = setInterval(() => all().forEach((stream) => stream.beat()), every.beat)
    const looks = setInterval(
      () =>
        void dropEnded(all())
          .then(() => hear({ ownerId: null, about: [] }))
          .catch(failed),
      every.look,
    )
    events.onClose(() => close())
    return () => {
      leave()
      clearInterval(beats)
      clearInterval(looks)
    }
  }
  const close = () => {
    isClosed = true
    stop?.()
    stop = undefined
    all().forEach((stream) => stream.leave())
  }

  return {
    close,
    count: () => all().length,
    async open({ place, ...about }) {
      // A client of an ending process reconnects to another one.
      if (isClosed) throw new ApiError('tooManyRequests', { status: 503, seconds: 1 })
      stop ??= begin()
      const from = place ?? (await latestCursor(db, about.who))
      // No await from here until the stream is registered, so that concurrent requests can't exceed
      // the limits.
      const key = about.who?.ownerId ?? visitors
      const mine = [...of(key)].filter(({ who, ip }) =>
        about.who ? who?.userId === about.who.userId : ip === about.ip,
      )
      // A reconnecting client may arrive before the close of its former connection.
      const again = mine.find(({ clientId }) => clientId === about.clientId)
      again?.end()
      const networks = about.who ? [] : clientNetworks(about.ip)
      const isCrowded = networks.some(
        ({ network, factor }) => (visitorsIn.get(network) ?? 0) >= visitorStreams.network * factor,
      )
      const isFull = about.who
        ? !again && mine.length >= mostEach
        : isCrowded || of(visitors).size >= visitorStreams.process
      if (isFull) throw new ApiError('tooManyRequests', { seconds: 30 })
      const stream = new SseStream({ ...about, place: from }, (ended) => {
        of(key).delete(ended)
        metrics.stream(-1)
        for (const { network } of networks) countVisitor(network, -1)
        if (of(key).size === 0) streams.delete(key)
      })
      streams.set(key, of(key).add(stream))
      metrics.stream(1)
      for (const { network } of networks) countVisitor(network, 1)
      stream.greet(times.noticeReconnect)
      try {
        await announce([stream])
        // For announcements withdrawn while the client was disconnected.
        if (place) await nameStanding([stream])
        await deliver([stream])
      } catch (reason) {
        // The response is never sent.
        stream.end()
        throw reason
      }
      return stream.body
    },
  }
}

/**
 * Maximum number of unread bytes buffered; beyond it the stream ends, and the client reconnects for
 * the rest.
 */
const backlog = 64 * 1024

/** One SSE stream: event formatting, position, and the end when the client is too slow. */
type StreamOwner = Pick<CurrentUser, 'ownerId' | 'userId' | 'tokenHash'> | null

class SseStream {
  readonly who: StreamOwner
  readonly clientId: string
  readonly ip: string
  readonly body: ReadableStream<Uint8Array>
  place: StreamCursor
  private readonly lang: Lang
  private readonly onEnd: (stream: SseStream) => void
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(
    about: { who: StreamOwner; clientId: string; ip: string; lang: Lang; place: StreamCursor },
    onEnd: (stream: SseStream) => void,
  ) {
    this.who = about.who
    this.clientId = about.clientId
    this.ip = about.ip
    this.lang = about.lang
    this.place = about.place
    this.onEnd = onEnd
    this.body = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.controller = controller), cancel: () => this.gone() },
      { highWaterMark: backlog, size: (chunk) => chunk.byteLength },
    )
  }

  /**
   * The first event carries the position, so that a client that disconnects before the first notice
   * resumes without a gap.
   */
  greet(retry: number): void {
    this.write(`retry: ${retry}\nid: ${formatCursor(this.place)}\nevent: opened\ndata: {}\n\n`)
  }

  /** Sends a notice to the stream's user unless it has already been sent. */
  tell(unread: Unread): void {
    if (unread.number <= this.place.seq) return
    this.place = { ...this.place, seq: unread.number }
    this.send(String(unread.number), unread)
  }

  announce(unread: Unread): void {
    if (unread.number <= this.place.announcement) return
    this.place = { ...this.place, announcement: unread.number }
    this.send(announcementPrefix + unread.number, unread)
  }

  changed(about: readonly Topic[]): void {
    this.write(`event: ${changedEvent}\ndata: ${JSON.stringify(about)}\n\n`)
  }

  /** Sends the ids of the current announcements, so that clients remove withdrawn ones. */
  active(numbers: readonly number[]): void {
    const ids = numbers.map((number) => announcementPrefix + number)
    this.write(`event: ${announcementsEvent}\ndata: ${JSON.stringify(ids)}\n\n`)
  }

  /** Comment line as a heartbeat: proxies and browsers close idle connections. */
  beat(): void {
    this.write(':\n\n')
  }

  /** Ends with the process: clients reconnect elsewhere, spread over a second. */
  leave(): void {
    this.write(`retry: ${Math.round(times.noticeReconnect * (0.5 + Math.random()))}\n\n`)
    this.end()
  }

  end(): void {
    const { controller } = this
    this.gone()
    controller?.close()
  }

  private send(id: string, { type, level, at, words }: Unread): void {
    const data: Notice = { id, type, level, at, ...words[this.lang] }
    this.write(`id: ${formatCursor(this.place)}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  private write(text: string): void {
    const { controller } = this
    if (!controller) return
    controller.enqueue(bytes.encode(text))
    if ((controller.desiredSize ?? 0) <= 0) this.end()
  }

  private gone(): void {
    if (!this.controller) return
    this.controller = undefined
    this.onEnd(this)
  }
}

const bytes = new TextEncoder()
