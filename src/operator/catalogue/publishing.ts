/** What saving an announcement would do. */
import { wireNow } from '#client/i18n/time.ts'
import type { AnnouncementState } from '#contract/operator/announcements.ts'

/** One without a time of publication, or with a past one, is published at once. */
export const newAnnouncement = {
  codes: ['publish', 'schedule'],
  of: ({ publishDateTime }: Times) =>
    publishDateTime && publishDateTime > wireNow() ? 'schedule' : 'publish',
} as const

export const changedAnnouncement = {
  codes: [...newAnnouncement.codes, 'change'],
  of: (input: Times, record: { state: AnnouncementState } | undefined) =>
    record?.state === 'published' ? 'change' : newAnnouncement.of(input),
} as const

type Times = { publishDateTime?: string | null | undefined }
