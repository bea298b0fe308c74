/** Handlers of workspaces, their members and invitations. */
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
  accept,
  decline,
  invite,
  withdrawInvitation,
} from '#server/features/workspace/service.ts'
import { requireAccess, requireHost } from '#server/features/workspace/access.ts'
import { incrementWithinLimit } from '#server/auth/rate-limits.ts'
import type { Handler } from '#server/http/handler.ts'
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

export const listSpaces: Handler<typeof calls.list> = (_, { db, me }) => listSpacesOfUser(db, me)

export const createSpace: Handler<typeof calls.create> = async ({ name }, { db, me, clock }) => {
  const created = await findSpaceOfUser(db, me, await openSpace(db, me, name, clock()))
  if (!created) throw new ApiError('notFound')
  return created
}

export const editSpace: Handler<typeof calls.edit> = async ({ id, ...edited }, call) => {
  const space = await requireHost(call.db, call.me, id)
  await renameSpace(call.db, space, edited)
  notifySpace(call, space)
  return null
}

export const removeSpace: Handler<typeof calls.remove> = async ({ id }, call) => {
  const space = await requireAccess(call.db, call.me, id)
  if (space.role !== 'owner') throw new ApiError('notAllowed')
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await deleteSpace(call.db, space)
  notifySpace(call, space, ownerIds)
  return null
}

export const leaveSpace: Handler<typeof calls.leave> = async ({ id }, call) => {
  const space = await requireAccess(call.db, call.me, id)
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await leave(call.db, space, call.me, call.clock())
  notifySpace(call, space, ownerIds)
  return null
}

export const pageMembers: Handler<typeof memberCalls.page> = async (query, { db, me, settings }) =>
  readMemberPage(db, await requireAccess(db, me, query.spaceId), query, settings.timeZone)

export const removeMember: Handler<typeof memberCalls.remove> = async (
  { spaceId, userId },
  call,
) => {
  const space = await requireHost(call.db, call.me, spaceId)
  const ownerIds = await listMemberOwnerIds(call.db, space)
  await removeFromSpace(call.db, space, { userId: String(userId) })
  notifySpace(call, space, ownerIds)
  return null
}

export const pageInvitations: Handler<typeof invitationCalls.page> = async (
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

export const createInvitation: Handler<typeof invitationCalls.create> = async (
  { spaceId, account },
  call,
) => {
  const { db, me, clock } = call
  const space = await requireHost(db, me, spaceId)
  await incrementWithinLimit(
    db,
    `space-invitations:${me.userId}`,
    { max: spaceLimits.sentDaily, seconds: 86_400 },
    clock(),
  )
  if (await invite(db, me, space, account, clock())) notifyInvitee(call, space, account)
  return null
}

export const removeInvitation: Handler<typeof invitationCalls.remove> = async (
  { spaceId, account },
  call,
) => {
  const space = await requireHost(call.db, call.me, spaceId)
  await withdrawInvitation(call.db, space, account)
  return null
}

export const myInvitations: Handler<typeof invitationCalls.mine> = (
  _,
  { db, me, clock, settings },
) => listInvitationsOfUser(db, me, clock(), settings.timeZone)

export const acceptInvitation: Handler<typeof invitationCalls.accept> = async (
  { spaceId },
  call,
) => {
  const { db, me, clock } = call
  const isNew = await accept(db, me, spaceId, clock())
  const space = await requireAccess(db, me, spaceId)
  if (isNew) notifyJoined(call, space)
  notifySpace(call, space)
  return null
}

export const declineInvitation: Handler<typeof invitationCalls.decline> = async (
  { spaceId },
  { db, me, clock },
) => {
  await decline(db, me, spaceId, clock())
  return null
}
