/** Notices: pushed by the server as server-sent events, and kept to be read later. */
import * as z from 'zod/mini'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

/** The data of one message (4.11). */
export const Notice = z.object({
  id: Id,
  type: Text,
  title: Text,
  content: Text,
  level: Text,
  at: WireTime,
})
export type Notice = z.output<typeof Notice>

/**
 * Ours: the data of an event named `changed`: the first path segments of the calls whose answers
 * are no longer the same.
 */
export const Changed = z.array(Text)
export const changedEvent = 'changed'

/**
 * Ours: the data of an event named `announcements`: the ids of those that still stand. Sent when one
 * is withdrawn, and to a client that comes back.
 */
export const StandingAnnouncements = z.array(Id)
export const announcementsEvent = 'announcements'
/** What the ids of announcements begin with: those of one's own notices are digits. */
export const announcementPrefix = 'all-'

export const KeptNotice = z.object({ ...Notice.shape, read: Flag })
export type KeptNotice = z.output<typeof KeptNotice>

/** The id of a client: 1 to 128 visible characters, no spaces. */
const ClientId = z.string().check(z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,128}$/u))

export const notices = {
  /**
   * `after` is the id of the last event received; a client that can send it as the header
   * `Last-Event-ID` does that instead.
   */
  stream: get(
    '/notice/openSse/{clientId}',
    z.object({
      clientId: ClientId,
      after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
    }),
    Notice,
    {
      spec: '7.42',
      access: 'visitor',
      answers: 'stream',
      summary: 'Streams notifications; visitors get public ones only.',
    },
  ),

  page: get('/notice/page', pageQuery({}), pageOf(KeptNotice), {
    access: 'member',
    summary: 'Lists the user’s notifications, newest first.',
  }),

  unread: get('/notice/unread', Nothing, z.object({ count: Count }), {
    access: 'member',
    summary: 'Returns the number of unread notifications.',
  }),

  read: post('/notice/read', z.object({ id: Id }), Done, {
    access: 'member',
    summary: 'Marks a notification and all before it as read.',
  }),
}
