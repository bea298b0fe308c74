/** Notifications: pushed as server-sent events, and stored in an inbox. */
import * as z from 'zod/mini'
import {
  Done,
  get,
  Nothing,
  pageOf,
  pageQuery,
  post,
  type SupportSees,
} from '#contract/endpoint.ts'
import { SupportView } from '#contract/support-views.ts'
import { Count, Flag, Id, openCode, Text, WireTime } from '#contract/vocabulary.ts'

/** Data of a message event (spec 4.11). `subjectId`: id of what it is about, such as a quota request, an order or a person. */
export const Notice = z.object({
  id: Id,
  type: Text,
  title: Text,
  content: Text,
  level: Text,
  at: WireTime,
  subjectId: z.nullish(Id),
})
export type Notice = z.output<typeof Notice>

/** Types of this backend's notices to one user, and whether support sees what each says. */
export const noticeTypes = {
  alertEnded: 'shown',
  fapiao: 'shown',
  inviteReward: 'shown',
  keyExpiring: 'shown',
  lowBalance: 'shown',
  newPlace: 'shown',
  noTrial: 'shown',
  paid: 'shown',
  paymentFailed: 'shown',
  planExpiring: 'shown',
  quotaAsked: 'shown',
  quotaDeclined: 'shown',
  quotaGranted: 'shown',
  received: 'shown',
  refundRequest: 'shown',
  safety: 'shown',
  /** Name other people and their spaces. */
  spaceInvited: 'hidden',
  spaceJoined: 'hidden',
  supportView: 'shown',
  topUpShort: 'shown',
  unusualUse: 'shown',
  webhook: 'shown',
} as const satisfies Record<string, SupportSees>
export type NoticeType = keyof typeof noticeTypes

/**
 * Extension: data of a `changed` event, the first path segments of the endpoints whose data
 * changed.
 */
export const ChangedTopics = z.array(Text)
export const changedEvent = 'changed'

/**
 * Extension: data of an `announcements` event, the ids of active announcements. Sent after a
 * withdrawal and on reconnect.
 */
export const ActiveAnnouncements = z.array(Id)
export const announcementsEvent = 'announcements'
/** Prefix of announcement ids; ids of personal notices are digits. */
export const announcementPrefix = 'all-'

/** Types that this backend sends; others are shown unchanged. */
const NoticeTypeCode = openCode('noticeType', Object.keys(noticeTypes))

export const InboxNotice = z.object({ ...Notice.shape, type: NoticeTypeCode, read: Flag })
export type InboxNotice = z.output<typeof InboxNotice>

/** Client id: 1 to 128 visible characters without spaces. */
const ClientId = z.string().check(z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,128}$/u))

export const notices = {
  /**
   * `after`: id of the last event received, for clients that cannot set the `Last-Event-ID` header.
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
      responseType: 'stream',
    },
  ),

  /** Newest first. */
  page: get(
    '/notice/page',
    pageQuery({
      type: z.optional(NoticeTypeCode),
      read: z.optional(Flag),
      atBegin: z.optional(WireTime),
      atEnd: z.optional(WireTime),
    }),
    pageOf(InboxNotice),
    { access: 'member', support: 'shown' },
  ),

  unread: get(
    '/notice/unread',
    Nothing,
    z.object({ count: Count, supportView: z.nullish(SupportView) }),
    {
      access: 'member',
      support: 'shown',
    },
  ),

  read: post('/notice/read', z.object({ id: Id }), Done, {
    access: 'member',
  }),

  /** Undoes `read`. `id`: the latest notice that stays read; none without it. */
  markUnread: post('/notice/markUnread', z.object({ id: z.nullish(Id) }), Done, {
    access: 'member',
  }),
}
