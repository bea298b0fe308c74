/** Handler by which a signed-in user changes the password. */
import { transaction } from '#server/platform/db/db.ts'
import type { users as calls } from '#contract/users.ts'
import { reauthenticate } from '#server/features/identity/passwords/verify-own-password.ts'
import { hashPassword } from '#server/features/identity/passwords/hash-password.ts'
import { setPassword } from '#server/features/identity/passwords/set-password.ts'
import {
  recordSecurityEvent,
  sendSecurityAlert,
} from '#server/features/identity/security-events.ts'
import type { Handler } from '#server/http/handler.ts'

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
    await call.audit(tx)
  })
  return null
}
