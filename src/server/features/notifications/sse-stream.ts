/** One SSE stream: event formatting, position, and the end when the client is too slow. */
import {
  announcementPrefix,
  announcementsEvent,
  changedEvent,
  type Notice,
} from '#contract/notices.ts'
import type { Lang } from '#locales/words.ts'
import type { Unread } from '#server/features/notifications/unread-query.ts'
import { formatCursor, type StreamCursor } from '#server/features/notifications/cursor.ts'
import type { CurrentUser } from '#server/auth/sessions/service.ts'

/**
 * Maximum number of unread bytes buffered; beyond it the stream ends, and the client reconnects for
 * the rest.
 */
const backlog = 64 * 1024

export type StreamOwner = Pick<CurrentUser, 'ownerId' | 'userId' | 'tokenHash'> | null

export class SseStream {
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

  changed(about: readonly string[]): void {
    this.write(`event: ${changedEvent}\ndata: ${JSON.stringify(about)}\n\n`)
  }

  /** Sends the ids of the current announcements, so that clients remove withdrawn ones. */
  standing(numbers: readonly number[]): void {
    const ids = numbers.map((number) => announcementPrefix + number)
    this.write(`event: ${announcementsEvent}\ndata: ${JSON.stringify(ids)}\n\n`)
  }

  /** Comment line as a heartbeat: proxies and browsers close idle connections. */
  beat(): void {
    this.write(':\n\n')
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
