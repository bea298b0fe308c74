/** Handlers of workspaces, their members and invitations. */
import { transaction } from '#server/platform/db/db.ts'
import {
  type spaceInvitations as invitationCalls,
  type spaceMembers as memberCalls,
  type spaces as calls,
  spaceLimits,
} from '#contract/workspace.ts'
import {
  deleteSpace,
  leaveSpace as leave,
  removeFromSpace,
  openSpace,
  renameSpace,
} from '#server/features/workspace/spaces.ts'
import {
  accept,
  decline,
  invite,
  withdrawInvitation,
} from '#server/features/workspace/invitations.ts'
import { requireAccess, requireHost } from '#server/features/workspace/access.ts'
import { incrementCounters, tryIncrement } from '#server/http/limits/rate-limits.ts'
import { normalizeLoginName } from '#server/features/accounts/index.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import {
  notifyInvitee,
  notifyJoined,
  notifySpace,
} from '#server/features/workspace/notifications.ts'
import {
  listMemberOwnerIds,
  listInvitationsOfUser,
  readInvitationPage,
  readMemberPage,
  findSpaceOfUser,
  listSpacesOfUser,
} from '#server/features/workspace/queries.ts'
import { ApiError } from '#server/http/errors.ts'

const listSpaces: Handler<typeof calls.list> = (_, { db, me }) => listSpacesOfUser(db, me)

const createSpace: Handler<typeof calls.create> = async ({ name }, { db, me, clock }) => {
  const created = await findSpaceOfUser(db, me, await openSpace(db, me, name, clock()))
  if (!created) throw new ApiError('notFound')
  return created
}

const editSpace: Handler<typeof calls.edit> = async ({ id, ...edited }, call) => {
  const space = await requireHost(call.db, call.me, id)
  await renameSpace(call.db, space, edited)
  notifySpace(call, space)
  return null
}

const removeSpace: Handler<typeof calls.remove> = async ({ id }, call) => {
  const space = await requireAccess(call.db, call.me, id)
  if (space.role !== 'owner') throw new ApiError('notAllowed')
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await deleteSpace(call.db, space)
  notifySpace(call, space, ownerIds)
  return null
}

const leaveSpace: Handler<typeof calls.leave> = async ({ id }, call) => {
  const space = await requireAccess(call.db, call.me, id)
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await leave(call.db, space, call.me, call.clock())
  notifySpace(call, space, ownerIds)
  return null
}

const pageMembers: Handler<typeof memberCalls.page> = async (query, { db, me, settings }) =>
  readMemberPage(db, await requireAccess(db, me, query.spaceId), query, settings.timeZone)

const removeMember: Handler<typeof memberCalls.remove> = async ({ spaceId, userId }, call) => {
  const space = await requireHost(call.db, call.me, spaceId)
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await removeFromSpace(call.db, space, { userId: String(userId) })
  notifySpace(call, space, ownerIds)
  return null
}

const pageInvitations: Handler<typeof invitationCalls.page> = async (
  query,
  { db, me, settings, clock },
) =>
  readInvitationPage(
    db,
    await requireHost(db, me, query.spaceId),
    query,
    clock(),
    settings.timeZone,
  )

const createInvitation: Handler<typeof invitationCalls.create> = async (
  { spaceId, account },
  call,
) => {
  const { db, me, clock } = call
  const space = await requireHost(db, me, spaceId)
  const name = call.crypto.sha256(normalizeLoginName(account))
  await countInvitation(call, name)
  await transaction(db, async (tx) => {
    await invite(tx, me, space, account, clock())
    await call.audit(tx)
  })
  const isFirst = await tryIncrement(
    db,
    `space-invited:${space.id}:${name}`,
    { max: 1, seconds: spaceLimits.noticeHours * 3_600 },
    clock(),
  )
  if (isFirst) notifyInvitee(call, space, account)
  return null
}

/**
 * Counts an invitation, or throws ApiError `tooManyRequests`. All senders together can't flood an
 * inbox, and none of them alone uses up what a name receives. `name`: hash of the invited one, which
 * counts whether or not it exists.
 */
async function countInvitation({ db, me, clock }: SignedCall, name: string): Promise<void> {
  const { sentDaily, groupSentDaily, receivedDaily, sentDailyToOne } = spaceLimits
  const day = (key: string, max: number) => ({
    key: `space-invitations:${key}`,
    max,
    seconds: 86_400,
  })
  const now = clock()
  await incrementCounters(
    db,
    [day(me.userId, sentDaily), day(`group:${me.ownerId}`, groupSentDaily)],
    now,
  )
  const toName = [day(`${me.ownerId}:${name}`, sentDailyToOne), day(`to:${name}`, receivedDaily)]
  await incrementCounters(db, toName, now).catch((reason: unknown) => {
    if (!(reason instanceof ApiError) || reason.code !== 'tooManyRequests') throw reason
    throw new ApiError('tooManyRequests', {
      seconds: reason.seconds,
      reason: { key: 'invitedTooOften', values: {} },
    })
  })
}

const removeInvitation: Handler<typeof invitationCalls.remove> = async (
  { spaceId, account },
  call,
) => {
  const space = await requireHost(call.db, call.me, spaceId)
  await transaction(call.db, async (tx) => {
    await withdrawInvitation(tx, space, account)
    await call.audit(tx)
  })
  return null
}

const myInvitations: Handler<typeof invitationCalls.mine> = (_, { db, me, clock, settings }) =>
  listInvitationsOfUser(db, me, clock(), settings.timeZone)

const acceptInvitation: Handler<typeof invitationCalls.accept> = async ({ spaceId }, call) => {
  const { db, me, clock } = call
  const isNew = await accept(db, me, spaceId, clock())
  const space = await requireAccess(db, me, spaceId)
  if (isNew) notifyJoined(call, space)
  notifySpace(call, space)
  return null
}

const declineInvitation: Handler<typeof invitationCalls.decline> = async (
  { spaceId },
  { db, me, clock },
) => {
  await decline(db, me, spaceId, clock())
  return null
}

export const spaceHandlers: Handlers['spaces'] = {
  list: listSpaces,
  create: createSpace,
  edit: editSpace,
  remove: removeSpace,
  leave: leaveSpace,
}

export const spaceMemberHandlers: Handlers['spaceMembers'] = {
  page: pageMembers,
  remove: removeMember,
}

export const spaceInvitationHandlers: Handlers['spaceInvitations'] = {
  page: pageInvitations,
  create: createInvitation,
  remove: removeInvitation,
  mine: myInvitations,
  accept: acceptInvitation,
  decline: declineInvitation,
}
