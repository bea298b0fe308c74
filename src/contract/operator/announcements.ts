/** Announcements to everybody, in both languages, at once or at a planned time. */
import * as z from 'zod/mini'
import { defineCollection, operator, optional, withDefault } from '#contract/collection.ts'
import { Done, post } from '#contract/endpoint.ts'
import { choice } from '#contract/field-constructors.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { mailedLongText, mailedText } from '#contract/operator/mailed-text.ts'
import { Id, WireTime } from '#contract/vocabulary.ts'

const AnnouncementLevel = choice(['info', 'warning'], {
  tones: { info: 'plain', warning: 'warning' },
})
const AnnouncementState = choice(['scheduled', 'published', 'ended', 'withdrawn'], {
  tones: { scheduled: 'primary', published: 'success', ended: 'plain', withdrawn: 'plain' },
})
export type AnnouncementState = z.output<typeof AnnouncementState>

const { title, content } = catalogueLimits.announcement
const roles = ['support', 'admin'] as const

/** Times are in the business time zone. Without `publishDateTime` it is published at once. */
export const announcementCollection = defineCollection('announcements', {
  fields: {
    title: mailedText({ max: title }),
    content: mailedLongText({ max: content }),
    enTitle: mailedText({ max: title }),
    enContent: mailedLongText({ max: content }),
    level: withDefault(AnnouncementLevel, 'info'),
    publishDateTime: optional(WireTime),
    endDateTime: optional(WireTime),
  },
  computed: { publishDateTime: WireTime, state: AnnouncementState },
  /** Counts only announcements that have not ended and were not withdrawn. */
  maxRows: catalogueLimits.rows.announcements,
  scope: operator,
  access: { read: 'member', write: roles, remove: 'nobody' },
  calls: {
    withdraw: post('/operator/announcements/withdraw', z.object({ id: Id }), Done, {
      access: 'member',
      roles,
      once: true,
    }),
  },
})

export const operatorAnnouncements = announcementCollection.calls
