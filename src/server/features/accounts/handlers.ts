/** Handlers of the signed-in user's own account: profile, password, login log, cancellation. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { users as calls } from '#contract/users.ts'
import { users } from '#server/features/accounts/table.ts'
import { cancelAccount } from '#server/features/accounts/cancellation/service.ts'
import {
  reauthenticate,
  hashPassword,
  setPassword,
  recordSecurityEvent,
  sendSecurityAlert,
} from '#server/features/identity/index.ts'
import { externalHandler, type Handler } from '#server/http/handler.ts'
import { readUser, readLoginLogPage, readLoginLogRow } from '#server/features/accounts/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import type { loginLog as loginLogCalls } from '#contract/sessions.ts'
import { isId } from '#server/platform/db/columns.ts'

export const getUser: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const user = await readUser(db, me, settings.timeZone)
  if (!user) throw new ApiError('sessionEnded')
  return user
}

export const changePassword: Handler<typeof calls.changePassword> = async (
  { oldPassword, password },
  call,
) => {
  const { db, me, crypto, clock } = call
  const currentHash = await reauthenticate(call, oldPassword, 'wrongOldPassword')
  const passwordHash = await hashPassword(crypto, password, {
    queue: 'signedIn',
    client: me.ownerId,
  })
  await transaction(db, async (tx) => {
    await setPassword(tx, me, passwordHash, currentHash)
    await recordSecurityEvent(tx, call, me, 'passwordChanged')
    await sendSecurityAlert(tx, me, 'passwordChanged', clock())
  })
  return null
}

/** Each input of the call is a column, or this does not compile. */
type Profile = Pick<typeof users.$inferInsert, keyof ParsedInputOf<typeof calls.update>>

export const updateUser: Handler<typeof calls.update> = async (profile: Profile, { db, me }) => {
  await db
    .update(users)
    .set({ ...profile, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)))
  return null
}

/** External, because it queries the gateways of orders that await payment. */
export const cancelUser = externalHandler<typeof calls.cancel>(async ({ userPassword }, call) => {
  await reauthenticate(call, userPassword, 'wrongOwnPassword')
  await cancelAccount(call, call.me.ownerId, (tx) => call.storeResponse(tx, null))
  return null
})

export const pageLoginLog: Handler<typeof loginLogCalls.page> = (
  query,
  { db, reads, me, settings },
) => readLoginLogPage({ db, reads }, me, query, settings.timeZone)

export const getLoginLog: Handler<typeof loginLogCalls.get> = async (
  { id },
  { db, me, settings },
) => {
  const found = isId(String(id))
    ? await readLoginLogRow(db, me, Number(id), settings.timeZone)
    : undefined
  if (!found) throw new ApiError('notFound')
  return found
}
