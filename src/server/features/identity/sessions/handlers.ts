/** Handlers of a user’s own sessions. */
import type { Handler, Handlers } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'
import type { sessions as calls } from '#contract/sessions.ts'
import { isId } from '#server/platform/db/columns.ts'
import { endOtherSessions, endOwnSession } from '#server/features/identity/sessions/end-sessions.ts'
import { readSessionPage } from '#server/features/identity/sessions/queries.ts'

const pageSessions: Handler<typeof calls.page> = (query, { db, me, clock, settings }) =>
  readSessionPage(db, me, query, clock(), settings.timeZone)

const endOneSession: Handler<typeof calls.end> = async ({ id }, { db, me }) => {
  if (!isId(String(id)) || !(await endOwnSession(db, me, Number(id))))
    throw new ApiError('notFound')
  return null
}

const endAllOtherSessions: Handler<typeof calls.endOthers> = async (_, { db, me }) => ({
  ended: await endOtherSessions(db, me),
})

export const sessionHandlers: Handlers['sessions'] = {
  page: pageSessions,
  end: endOneSession,
  endOthers: endAllOtherSessions,
}
