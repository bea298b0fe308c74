/** Handlers of the signed-in user's notices. */
import type { notices as calls } from '#contract/notices.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Handler } from '#server/http/handler.ts'
import { inboxPage, markRead, countUnreadNotices } from '#server/features/notifications/inbox.ts'
import { ApiError } from '#server/http/errors.ts'

export const pageNotices: Handler<typeof calls.page> = (query, { db, me, lang, settings }) =>
  inboxPage(db, me, query, { lang, zone: settings.timeZone })

export const countUnread: Handler<typeof calls.unread> = async (_, { db, me }) => ({
  count: await countUnreadNotices(db, me),
})

export const readNotices: Handler<typeof calls.read> = async ({ id }, { db, me }) => {
  if (!isId(String(id))) throw new ApiError('notFound')
  await markRead(db, me, Number(id))
}
