/** Server-sent events: one stream per tab, fed from the event bus. */
import type { Topic } from '#contract/topics.ts'
import { times } from '#contract/limits.ts'
import type { Lang } from '#locales/messages.ts'
import { errorFields } from '#server/platform/log.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { clientNetworks, type ClientNetwork } from '#server/platform/client-network.ts'
import {
  readUnreadAnnouncements,
  readLatestCursor,
  listActiveAnnouncements,
  readUnreadNotices,
  type UnreadNotice,
  type StreamCursor,
  formatCursor,
} from '#server/features/notifications/read-stream.ts'
import { toSupportWords } from '#server/features/notifications/read-inbox.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isAlive, findSessionsByToken } from '#server/features/identity/index.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import {
  announcementPrefix,
  announcementsEvent,
  changedEvent,
  type Notice,
} from '#contract/notices.ts'

/** Milliseconds between heartbeats, and between checks for ended sessions and missed notices. */
const intervals = { heartbeat: 25_000, check: 60_000 }
/** Streams per user. Visitors' streams are limited per network prefix and per process. */
const maxStreamsPerUser = 20
/**
 * Seconds before a refused client may try again; visitors wait for minutes, since a public page does
 * without notices.
 */
const retryAfter = { user: 30, visitor: 300 }
/** Users per query. */
const maxBatch = 500

const visitorGroup = 'visitors'

/** `cursor`: position of the last event that the client received. */
export type StreamRequest = {
  user: StreamOwner
  clientId: string
  ip: string
  lang: Lang
  cursor: StreamCursor | undefined
}
/**
 * All SSE streams of this process: delivers events, sends heartbeats, ends streams with their
 * session.
 */
export type SseHub = {
  open: (request: StreamRequest) => Promise<ReadableStream<Uint8Array>>
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
  const visitorsByNetwork = new Map<string, number>()
  let stop: (() => void) | undefined
  let isClosed = false

  const countVisitor = (network: string, change: 1 | -1) => {
    const left = (visitorsByNetwork.get(network) ?? 0) + change
    if (left > 0) visitorsByNetwork.set(network, left)
    else visitorsByNetwork.delete(network)
  }

  /** Throws ApiError `tooManyRequests` if the networks or this process have no stream left. */
  const refuseCrowd = (networks: readonly ClientNetwork[]) => {
    const isCrowded = networks.some(
      ({ network, factor }) =>
        (visitorsByNetwork.get(network) ?? 0) >= visitorStreams.network * factor,
    )
    if (isCrowded || streamsOf(visitorGroup).size >= visitorStreams.process)
      throw new ApiError('tooManyRequests', { seconds: retryAfter.visitor })
  }

  /** Streams are grouped by main account; visitors share one group. */
  const streamsOf = (ownerId: string) => streams.get(ownerId) ?? new Set()
  const allStreams = () => [...streams.values()].flatMap((each) => [...each])
  const logFailure = (reason: unknown) => log.warn('notices could not be read', errorFields(reason))

  const sendNotices = async (to: readonly SseStream[]) => {
    for (let at = 0; at < to.length; at += maxBatch) {
      const streamsOfBatch = to.slice(at, at + maxBatch)
      const cursors = streamsOfBatch.flatMap(({ user, cursor }) =>
        user ? [{ ...user, seq: cursor.seq }] : [],
      )
      for (const unread of await readUnreadNotices(db, cursors, settings.timeZone)) {
        for (const stream of streamsOfBatch)
          if (stream.user?.userId === unread.userId && stream.user.ownerId === unread.ownerId)
            stream.sendNotice(unread)
      }
    }
  }
  const sendAnnouncements = async (to: readonly SseStream[]) => {
    const since = Math.min(...to.map(({ cursor }) => cursor.announcement))
    for (const unread of await readUnreadAnnouncements(db, since, settings.timeZone))
      for (const stream of to) stream.sendAnnouncement(unread)
  }
  const sendActiveAnnouncements = async (to: readonly SseStream[]) => {
    const numbers = await listActiveAnnouncements(db)
    for (const stream of to) stream.sendActiveIds(numbers)
  }
  const endStreamsOfEndedSessions = async (candidates: readonly SseStream[]) => {
    const ofUsers = candidates.filter(({ user }) => user)
    for (let at = 0; at < ofUsers.length; at += maxBatch) {
      const streamsOfBatch = ofUsers.slice(at, at + maxBatch)
      const found = await findSessionsByToken(
        reads,
        streamsOfBatch.map(({ user }) => user!.tokenHash),
      )
      for (const stream of streamsOfBatch) {
        const session = found.get(stream.user!.tokenHash)
        if (!session || session.isDisabled || !isAlive(session, clock())) stream.end()
      }
    }
  }

  const handleChange = async ({ ownerId, about: topics }: ChangeEvent) => {
    const recipients = ownerId === null ? allStreams() : [...streamsOf(ownerId)]
    if (recipients.length === 0) return
    if (topics.length > 0) for (const stream of recipients) stream.sendChange(topics)
    if (ownerId === null) await sendAnnouncements(recipients)
    if (ownerId === null && topics.includes('notice')) await sendActiveAnnouncements(recipients)
    // Ends the streams of users who were signed out or disabled, or whose password was changed.
    if (topics.includes('login') || topics.includes('user'))
      await endStreamsOfEndedSessions(recipients)
    await sendNotices(recipients)
  }

  const start = () => {
    const unsubscribe = events.listen((change) => void handleChange(change).catch(logFailure))
    const heartbeats = setInterval(
      () => allStreams().forEach((stream) => stream.sendHeartbeat()),
      intervals.heartbeat,
    )
    const checks = setInterval(
      () =>
        void endStreamsOfEndedSessions(allStreams())
          .then(() => handleChange({ ownerId: null, about: [] }))
          .catch(logFailure),
      intervals.check,
    )
    events.onClose(() => close())
    return () => {
      unsubscribe()
      clearInterval(heartbeats)
      clearInterval(checks)
    }
  }
  const close = () => {
    isClosed = true
    stop?.()
    stop = undefined
    allStreams().forEach((stream) => stream.endWithProcess())
  }

  return {
    close,
    count: () => allStreams().length,
    async open({ cursor, ...request }) {
      // A client of an ending process reconnects to another one.
      if (isClosed) throw new ApiError('tooManyRequests', { status: 503, seconds: 1 })
      stop ??= start()
      const networks = request.user ? [] : clientNetworks(request.ip)
      const key = request.user?.ownerId ?? visitorGroup
      const streamsOfClient = () =>
        [...streamsOf(key)].filter(({ user, ip }) =>
          request.user ? user?.userId === request.user.userId : ip === request.ip,
        )
      const formerStream = () =>
        streamsOfClient().find(({ clientId }) => clientId === request.clientId)
      // Before the query, so that refused visitors cost none.
      if (!request.user && !formerStream()) refuseCrowd(networks)
      const from = cursor ?? (await readLatestCursor(db, request.user))
      // No await from here until the stream is registered, so that concurrent requests can't exceed
      // the limits.
      // A reconnecting client may arrive before the close of its former connection.
      formerStream()?.end()
      if (!request.user) refuseCrowd(networks)
      else if (streamsOfClient().length >= maxStreamsPerUser)
        throw new ApiError('tooManyRequests', { seconds: retryAfter.user })
      const stream = new SseStream({ ...request, cursor: from }, (ended) => {
        streamsOf(key).delete(ended)
        metrics.stream(-1)
        for (const { network } of networks) countVisitor(network, -1)
        if (streamsOf(key).size === 0) streams.delete(key)
      })
      streams.set(key, streamsOf(key).add(stream))
      metrics.stream(1)
      for (const { network } of networks) countVisitor(network, 1)
      stream.sendOpening(times.noticeReconnectDelay)
      try {
        await sendAnnouncements([stream])
        // For announcements withdrawn while the client was disconnected.
        if (cursor) await sendActiveAnnouncements([stream])
        await sendNotices([stream])
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
const maxBufferedBytes = 64 * 1024

/** Null for a visitor. */
type StreamOwner = Pick<CurrentUser, 'ownerId' | 'userId' | 'tokenHash' | 'view'> | null

/** One SSE stream: event formatting, position, and the end when the client is too slow. */
class SseStream {
  readonly user: StreamOwner
  readonly clientId: string
  readonly ip: string
  readonly body: ReadableStream<Uint8Array>
  cursor: StreamCursor
  private readonly lang: Lang
  private readonly onEnd: (stream: SseStream) => void
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(
    request: { user: StreamOwner; clientId: string; ip: string; lang: Lang; cursor: StreamCursor },
    onEnd: (stream: SseStream) => void,
  ) {
    this.user = request.user
    this.clientId = request.clientId
    this.ip = request.ip
    this.lang = request.lang
    this.cursor = request.cursor
    this.onEnd = onEnd
    this.body = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.controller = controller), cancel: () => this.detach() },
      { highWaterMark: maxBufferedBytes, size: (chunk) => chunk.byteLength },
    )
  }

  /**
   * The first event carries the position, so that a client that disconnects before the first notice
   * resumes without a gap.
   */
  sendOpening(retry: number): void {
    this.write(`retry: ${retry}\nid: ${formatCursor(this.cursor)}\nevent: opened\ndata: {}\n\n`)
  }

  /** Sends a notice to the stream's user unless it has already been sent. */
  sendNotice(unread: UnreadNotice): void {
    if (unread.number <= this.cursor.seq) return
    this.cursor = { ...this.cursor, seq: unread.number }
    const { type, words } = unread
    const shownWords = this.user?.view ? toSupportWords(type, words) : words
    this.send(String(unread.number), { ...unread, words: shownWords })
  }

  sendAnnouncement(unread: UnreadNotice): void {
    if (unread.number <= this.cursor.announcement) return
    this.cursor = { ...this.cursor, announcement: unread.number }
    this.send(announcementPrefix + unread.number, unread)
  }

  sendChange(topics: readonly Topic[]): void {
    this.write(`event: ${changedEvent}\ndata: ${JSON.stringify(topics)}\n\n`)
  }

  /** Sends the ids of the current announcements, so that clients remove withdrawn ones. */
  sendActiveIds(numbers: readonly number[]): void {
    const ids = numbers.map((number) => announcementPrefix + number)
    this.write(`event: ${announcementsEvent}\ndata: ${JSON.stringify(ids)}\n\n`)
  }

  /** Comment line as a heartbeat: proxies and browsers close idle connections. */
  sendHeartbeat(): void {
    this.write(':\n\n')
  }

  /** Ends the stream when the process ends: clients reconnect elsewhere, spread over a second. */
  endWithProcess(): void {
    this.write(`retry: ${Math.round(times.noticeReconnectDelay * (0.5 + Math.random()))}\n\n`)
    this.end()
  }

  end(): void {
    const { controller } = this
    this.detach()
    controller?.close()
  }

  private send(id: string, { type, level, at, words, subjectId }: UnreadNotice): void {
    const data: Notice = {
      id,
      type,
      level,
      at,
      ...words[this.lang],
      ...(subjectId && { subjectId }),
    }
    this.write(`id: ${formatCursor(this.cursor)}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  private write(text: string): void {
    const { controller } = this
    if (!controller) return
    controller.enqueue(bytes.encode(text))
    if ((controller.desiredSize ?? 0) <= 0) this.end()
  }

  private detach(): void {
    if (!this.controller) return
    this.controller = undefined
    this.onEnd(this)
  }
}

const bytes = new TextEncoder()
