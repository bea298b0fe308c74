/** Operators' handlers of announcements. */
import type { OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { operatorAnnouncements as calls } from '#contract/operator/announcements.ts'
import type { Topic } from '#contract/topics.ts'
import {
  addAnnouncement,
  readAnnouncementPage,
  editAnnouncement,
  findAnnouncement,
  toState,
  withdrawAnnouncement,
  type AnnouncementPlan,
} from '#server/features/operators/announcements/announcements.ts'
import type { Announcement } from '#server/features/notifications/index.ts'
import { lockRecords } from '#server/platform/db/advisory-locks.ts'
import { computeVersion } from '#server/features/operators/record-handlers.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import { parseWireTime, formatWireTime } from '#server/platform/db/time.ts'

const pageAnnouncements: OperatorHandler<typeof calls.page> = async (query, call) => {
  const { total, rows } = await readAnnouncementPage(call.db, query)
  return { total, rows: rows.map((one) => toRow(one, call)) }
}

const getAnnouncement: OperatorHandler<typeof calls.get> = async ({ id }, call) =>
  toRow(await findAnnouncement(call.db, parseId(id)), call)

const createAnnouncement: OperatorHandler<typeof calls.create> = async (input, call) => {
  await addAnnouncement(call.db, await toPlan(input, call), toAuthor(call))
  publishAfterCommit(call, [])
  return null
}

const saveAnnouncement: OperatorHandler<typeof calls.edit> = async (
  { id, version, ...input },
  call,
) => {
  await lockRecords(call.db)
  const before = await findAnnouncement(call.db, parseId(id))
  if (version !== undefined && version !== computeVersion(before, call.crypto))
    throw new ApiError('changedElsewhere')
  await editAnnouncement(call.db, before, await toPlan(input, call), toAuthor(call))
  publishAfterCommit(call, [])
  return null
}

const withdraw: OperatorHandler<typeof calls.withdraw> = async ({ id }, call) => {
  await withdrawAnnouncement(call.db, parseId(id), toAuthor(call))
  publishAfterCommit(call, ['notice'])
  return null
}

const toAuthor = ({ me, clock }: OperatorCall) => ({ operator: me.name, now: clock() })

/** Open pages load new announcements and, on the topic `notice`, remove ended ones. */
const publishAfterCommit = ({ events, afterCommit }: OperatorCall, topics: readonly Topic[]) =>
  afterCommit(() => events.publish({ ownerId: null, about: topics }))

function parseId(id: string | number): number {
  if (!isId(String(id))) throw new ApiError('notFound')
  return Number(id)
}

async function toPlan(
  input: ParsedInputOf<typeof calls.create>,
  { db, settings }: OperatorCall,
): Promise<AnnouncementPlan> {
  const { title, content, enTitle, enContent, level, publishDateTime, endDateTime } = input
  const parseTime = (text: string | null | undefined) =>
    text ? parseWireTime(db, text, settings.timeZone) : Promise.resolve(null)
  return {
    level,
    words: { zh: { title, content }, en: { title: enTitle, content: enContent } },
    publishAt: await parseTime(publishDateTime),
    endAt: await parseTime(endDateTime),
  }
}

function toRow(
  announcement: Announcement,
  { crypto, settings }: OperatorCall,
): OutputOf<typeof calls.get> {
  const { id, level, words, publishAt, endAt } = announcement
  return {
    id: String(id),
    title: words.zh.title,
    content: words.zh.content,
    enTitle: words.en.title,
    enContent: words.en.content,
    level,
    publishDateTime: formatWireTime(publishAt, settings.timeZone),
    endDateTime: endAt && formatWireTime(endAt, settings.timeZone),
    state: toState(announcement),
    version: computeVersion(announcement, crypto),
  }
}

export const announcementHandlers: OperatorHandlers['announcements'] = {
  page: pageAnnouncements,
  get: getAnnouncement,
  create: createAnnouncement,
  edit: saveAnnouncement,
  withdraw,
}
