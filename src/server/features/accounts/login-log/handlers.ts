/** Handlers of the signed-in user's own login log. */
import type { loginLog as calls } from '#contract/sessions.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Handler } from '#server/http/handler.ts'
import { loginLogPage, loginLogRow } from '#server/features/accounts/login-log/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import type { loginLog as loginLogCalls } from '#contract/login-log.ts'

export const pageLoginLog: Handler<typeof loginLogCalls.page> = (
  query,
  { db, reads, me, settings },
) => loginLogPage({ db, reads }, me, query, settings.timeZone)

export const getLoginLog: Handler<typeof loginLogCalls.get> = async (
  { id },
  { db, me, settings },
) => {
  const found = isId(String(id))
    ? await loginLogRow(db, me, Number(id), settings.timeZone)
    : undefined
  if (!found) throw new ApiError('notFound')
  return found
}
