/** Announcements to everybody, planned in both languages. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { StoredLongText } from '#contract/operator/fields.ts'
import { longText, text } from '#contract/field-constructors.ts'
import { code, Id, Text, Version, WireTime } from '#contract/vocabulary.ts'

const AnnouncementLevel = code('announcementLevel', ['info', 'warning'])
const AnnouncementState = code('announcementState', [
  'scheduled',
  'published',
  'ended',
  'withdrawn',
])
export type AnnouncementState = z.output<typeof AnnouncementState>

const { title, content } = catalogueLimits.announcement
/** Business time zone. Without `publishDateTime` it is published at once. */
const plan = {
  title: text({ max: title }),
  content: longText({ max: content }),
  enTitle: text({ max: title }),
  enContent: longText({ max: content }),
  level: z._default(AnnouncementLevel, 'info'),
  publishDateTime: z.nullish(WireTime),
  endDateTime: z.nullish(WireTime),
}
const AnnouncementRow = z.object({
  id: Id,
  title: Text,
  content: StoredLongText,
  enTitle: Text,
  enContent: StoredLongText,
  level: AnnouncementLevel,
  publishDateTime: WireTime,
  endDateTime: z.nullish(WireTime),
  state: AnnouncementState,
  version: Version,
})

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['support', 'admin'], once: true } as const

export const operatorAnnouncements = {
  page: get('/operator/announcements/page', pageQuery({}), pageOf(AnnouncementRow), {
    ...read,
    summary: 'Lists the announcements, newest first.',
  }),

  get: get('/operator/announcements/get', z.object({ id: Id }), AnnouncementRow, {
    ...read,
    summary: 'Returns one announcement.',
  }),

  create: post('/operator/announcements/save', z.object(plan), Done, {
    ...write,
    summary: 'Publishes an announcement, now or at a later time.',
  }),

  edit: post(
    '/operator/announcements/save',
    z.object({ id: Id, ...plan, version: z.optional(Version) }),
    Done,
    {
      ...write,
      when: 'id',
      summary: 'Changes a scheduled announcement, or the end of a published one.',
    },
  ),

  withdraw: post('/operator/announcements/withdraw', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Withdraws an announcement: it leaves open pages, and nobody gets it any more.',
  }),
}
