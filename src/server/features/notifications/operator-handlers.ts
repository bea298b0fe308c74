/** Operators' handlers of announcements. */
import type { OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { operatorAnnouncements as calls } from '#contract/operator/announcements.ts'
import type { Topic } from '#contract/topics.ts'
import {
  addAnnouncement,
  announcementPage,
  editAnnouncement,
  findAnnouncement,
  stateOf,
  withdrawAnnouncement,
  type Announcement,
  type AnnouncementPlan,
} from '#server/features/notifications/announcements/service.ts'
import { lockRecords, versionOf } from '#server/features/operators/records/service.ts'
import type { OperatorCall, OperatorHandler } from '#server/features/operators/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import { momentAt, wireTimeOf } from '#server/platform/db/time.ts'

export const pageAnnouncements: OperatorHandler<typeof calls.page> = async (query, call) => {
  const { total, rows } = await announcementPage(call.db, query)
  return { total, rows: rows.map((one) => rowOf(one, call)) }
}

export const getAnnouncement: OperatorHandler<typeof calls.get> = async ({ id }, call) =>
  rowOf(await findAnnouncement(call.db, idOf(id)), call)

export const createAnnouncement: OperatorHandler<typeof calls.create> = async (input, call) => {
  await addAnnouncement(call.db, await planOf(input, call), by(call))
  announce(call, [])
  return null
}

export const saveAnnouncement: OperatorHandler<typeof calls.edit> = async (
  { id, version, ...input },
  call,
) => {
  await lockRecords(call.db)
  const before = await findAnnouncement(call.db, idOf(id))
  if (version !== undefined && version !== versionOf(before, call.crypto))
    throw new ApiError('changedElsewhere')
  await editAnnouncement(call.db, before, await planOf(input, call), by(call))
  announce(call, [])
  return null
}

export const withdraw: OperatorHandler<typeof calls.withdraw> = async ({ id }, call) => {
  await withdrawAnnouncement(call.db, idOf(id), by(call))
  announce(call, ['notice'])
  return null
}

const by = ({ me, clock }: OperatorCall) => ({ operator: me.name, now: clock() })

/** Open pages get what is new and, about `notice`, remove what is gone. */
const announce = ({ events, afterwards }: OperatorCall, about: readonly Topic[]) =>
  afterwards(() => events.publish({ ownerId: null, about }))

function idOf(id: string | number): number {
  if (!isId(String(id))) throw new ApiError('notFound')
  return Number(id)
}

async function planOf(
  input: ParsedInputOf<typeof calls.create>,
  { db, settings }: OperatorCall,
): Promise<AnnouncementPlan> {
  const { title, content, enTitle, enContent, level, publishDateTime, endDateTime } = input
  const at = (text: string | null | undefined) =>
    text ? momentAt(db, text, settings.timeZone) : Promise.resolve(null)
  return {
    level,
    words: { zh: { title, content }, en: { title: enTitle, content: enContent } },
    publishAt: await at(publishDateTime),
    endAt: await at(endDateTime),
  }
}

function rowOf(one: Announcement, { crypto, settings }: OperatorCall): OutputOf<typeof calls.get> {
  const { id, level, words, publishAt, endAt } = one
  return {
    id: String(id),
    title: words.zh.title,
    content: words.zh.content,
    enTitle: words.en.title,
    enContent: words.en.content,
    level,
    publishDateTime: wireTimeOf(publishAt, settings.timeZone),
    endDateTime: endAt && wireTimeOf(endAt, settings.timeZone),
    state: stateOf(one),
    version: versionOf(one, crypto),
  }
}
