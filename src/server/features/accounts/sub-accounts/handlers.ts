/** Handlers by which a main account manages its sub-accounts. */
import { businessLimits } from '#contract/business-limits.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import {
  consumeLookup,
  refundLookup,
  incrementWithinLimit,
} from '#server/http/limits/rate-limits.ts'
import {
  endSessionsOf,
  endSubAccountSession,
  hashPassword,
  readSessionPage,
  recordSecurityEvent,
} from '#server/features/identity/index.ts'
import { isId } from '#server/platform/db/columns.ts'
import { readFanData } from '#server/features/workspace/index.ts'
import { editSubAccount } from '#server/features/accounts/sub-accounts/edit-sub-account.ts'
import {
  insertSubAccount,
  refuseTakenName,
} from '#server/features/accounts/sub-accounts/create-sub-account.ts'
import {
  refuseUnknownSubAccount,
  resetSubAccountPassword,
} from '#server/features/accounts/sub-accounts/reset-sub-account-password.ts'
import { deleteSubAccounts } from '#server/features/accounts/sub-accounts/delete-sub-accounts.ts'
import { externalHandler, type Handler, type Handlers } from '#server/http/handler.ts'
import {
  readSubAccount,
  readSubAccountHistory,
  readSubAccountNames,
  readSubAccountPage,
  readSubAccountTotals,
} from '#server/features/accounts/sub-accounts/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import {
  changeEnabledMany,
  distributeMany,
  previewMany,
  reclaimMany,
} from '#server/features/accounts/sub-accounts/change-many.ts'
import {
  checkImport,
  hashPasswords,
  importMany,
} from '#server/features/accounts/sub-accounts/import-sub-accounts.ts'
import { setAccountRole } from '#server/features/accounts/sub-accounts/set-account-role.ts'

const pageSubAccounts: Handler<typeof calls.page> = (query, { db, reads, me, settings, clock }) =>
  readSubAccountPage({ db, reads }, me.ownerId, query, { now: clock(), zone: settings.timeZone })

const getSubAccountTotals: Handler<typeof calls.totals> = (query, { db, me, settings, clock }) =>
  readSubAccountTotals(db, me.ownerId, query, { now: clock(), zone: settings.timeZone })

const getSubAccountNames: Handler<typeof calls.names> = (_, { db, me }) =>
  readSubAccountNames(db, me.ownerId)

const getSubAccount: Handler<typeof calls.get> = async (
  { userId },
  { db, me, settings, clock },
) => {
  const found = await readSubAccount(db, me.ownerId, userId, {
    now: clock(),
    zone: settings.timeZone,
  })
  if (!found) throw new ApiError('notFound')
  return found
}

const getSubAccountFans: Handler<typeof calls.fans> = async (
  { userId },
  { db, me, settings, clock },
) => {
  await refuseUnknownSubAccount(db, me.ownerId, userId)
  return readFanData(
    db,
    { ownerId: me.ownerId, userId: String(userId) },
    clock(),
    settings.timeZone,
  )
}

const getSubAccountHistory: Handler<typeof calls.history> = async (
  { userId },
  { db, me, settings },
) => {
  const found = await readSubAccountHistory(db, me.ownerId, userId, settings.timeZone)
  if (!found) throw new ApiError('notFound')
  return found
}

const pageSubAccountSessions: Handler<typeof calls.sessions> = async (
  { userId, ...page },
  { db, me, settings, clock },
) => {
  await refuseUnknownSubAccount(db, me.ownerId, userId)
  const user = { ...me, userId: String(userId) }
  return readSessionPage(db, user, page, clock(), settings.timeZone)
}

const endOneSubAccountSession: Handler<typeof calls.endSession> = async ({ id }, call) => {
  await transaction(call.db, async (tx) => {
    const ended = isId(String(id))
      ? await endSubAccountSession(tx, call.me.ownerId, Number(id))
      : undefined
    if (!ended) throw new ApiError('notFound')
    await recordSecurityEvent(tx, call, ended, 'sessionsEndedByOwner')
    await call.audit(tx, { subjects: [ended.userId] })
  })
  return null
}

const endAllSubAccountSessions: Handler<typeof calls.endSessions> = async ({ userId }, call) => {
  const { ownerId } = call.me
  const subAccount = { ownerId, userId: String(userId) }
  return transaction(call.db, async (tx) => {
    await refuseUnknownSubAccount(tx, ownerId, userId)
    const ended = await endSessionsOf(tx, ownerId, [subAccount.userId])
    if (ended > 0) {
      await recordSecurityEvent(tx, call, subAccount, 'sessionsEndedByOwner')
      await call.audit(tx)
    }
    return { ended }
  })
}

/**
 * The number of sub-accounts is unlimited (spec 6.5); the number of names tried is not. External,
 * because hashing takes longer than a transaction may stay open.
 */
const createSubAccount = externalHandler<typeof calls.create>(
  async ({ account, nickname = null, password, changeCharNum = 0, enabled }, call) => {
    const { db, me, crypto } = call
    await consumeLookup(call)
    await refuseTakenName(db, account)
    const passwordHash = await hashPassword(crypto, password, {
      queue: 'signedIn',
      client: me.ownerId,
    })
    await insertSubAccount(call, {
      account,
      nickname,
      passwordHash,
      enabled: enabled === 1,
      chars: changeCharNum,
    })
    await refundLookup(call)
    return null
  },
)

const saveSubAccount: Handler<typeof calls.edit> = async (
  { userId, nickname = null, enabled, version },
  call,
) => {
  await editSubAccount(call, userId, { nickname, version, enabled: enabled === 1 })
  return null
}

const changeEnabled: Handler<typeof calls.changeEnabled> = async ({ userId, enabled }, call) => {
  await editSubAccount(call, userId, { enabled: enabled === 1 })
  return null
}

/** Checks existence and limit before hashing, which costs a hundred times as much. */
const resetPassword: Handler<typeof calls.resetPassword> = async ({ userId, password }, call) => {
  const { db, me, crypto, clock } = call
  await refuseUnknownSubAccount(db, me.ownerId, userId)
  await incrementWithinLimit(
    db,
    `password:sub:${me.ownerId}`,
    businessLimits.passwordResets,
    clock(),
  )
  const passwordHash = await hashPassword(crypto, password, {
    queue: 'signedIn',
    client: me.ownerId,
  })
  await transaction(db, async (tx) => {
    await resetSubAccountPassword(tx, me.ownerId, userId, passwordHash)
    await recordSecurityEvent(
      tx,
      call,
      { ownerId: me.ownerId, userId: String(userId) },
      'passwordSetByOwner',
    )
    await call.audit(tx)
  })
  return null
}

const removeSubAccounts: Handler<typeof calls.remove> = async ({ userId, childrenIds }, call) => {
  const { db, me, clock } = call
  const ids = [...(userId === null || userId === undefined ? [] : [userId]), ...(childrenIds ?? [])]
  await call.audit(db, { deletedNames: await deleteSubAccounts(db, me, ids, clock()) })
  return null
}

export const subAccountHandlers: Omit<
  Handlers['subAccounts'],
  'distribute' | 'distributeVoice' | 'distributeAll' | 'reclaim'
> = {
  page: pageSubAccounts,
  totals: getSubAccountTotals,
  get: getSubAccount,
  names: getSubAccountNames,
  fans: getSubAccountFans,
  history: getSubAccountHistory,
  sessions: pageSubAccountSessions,
  endSession: endOneSubAccountSession,
  endSessions: endAllSubAccountSessions,
  create: createSubAccount,
  edit: saveSubAccount,
  setRole: setAccountRole,
  resetPassword,
  changeEnabled,
  remove: removeSubAccounts,
  previewMany,
  distributeMany,
  reclaimMany,
  changeEnabledMany,
  checkImport,
  hashPasswords,
  importMany,
}
