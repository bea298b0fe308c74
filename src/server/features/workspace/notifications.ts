/** Notifies members and invitees of a workspace, of any account group, after the response. */
import type { Topic } from '#contract/topics.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { createNotice, type NewNotice } from '#server/features/notifications/index.ts'
import { displayName, findUserKey } from '#server/features/accounts/index.ts'
import type { SpaceAccess } from '#server/features/workspace/access.ts'
import { errorFields } from '#server/platform/log.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { listMemberOwnerIds } from '#server/features/workspace/queries.ts'
import { formatBilingual } from '#server/platform/messages.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

type Space = Pick<SpaceAccess, 'ownerId' | 'id'>
const about: readonly Topic[] = ['workSpace', 'contact']

/**
 * Publishes a change of the workspace to all its members. `memberOwnerIds`: their owner ids, if they
 * can't be queried afterwards.
 */
export const notifySpace = (
  call: SignedCall,
  space: Space,
  memberOwnerIds?: readonly string[],
): void => announceInSpace(call, space, about, memberOwnerIds)

/** Publishes changed topics to all members of the workspace. */
export function announceInSpace(
  call: SignedCall,
  space: Space,
  topics: readonly Topic[],
  memberOwnerIds?: readonly string[],
): void {
  afterResponse(call, async () => {
    for (const ownerId of memberOwnerIds ?? (await listMemberOwnerIds(call.outerDb, space)))
      call.events.publish({ ownerId, about: topics })
  })
}

/**
 * Looks up the invitee after the response, so that its timing doesn't reveal whether the account
 * exists.
 */
export function notifyInvitee(call: SignedCall, space: SpaceAccess, typed: string): void {
  afterResponse(call, async () => {
    const { ownerId, userId } = await findUserKey(call.outerDb, typed)
    const [invitee] = await call.outerDb
      .select({ ownerId: users.ownerId, userId: users.userId })
      .from(users)
      .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
    if (!invitee) return
    const words = formatBilingual('spaceInvited', {
      from: await readDisplayName(call, space),
      space: space.name,
    })
    await sendNotice(call, { ...invitee, type: 'spaceInvited', level: 'info', words })
    call.events.publish({ ownerId: invitee.ownerId, about })
  })
}

/** Notifies the workspace's owner. */
export function notifyJoined(call: SignedCall, space: SpaceAccess): void {
  afterResponse(call, async () => {
    const words = formatBilingual('spaceJoined', {
      who: await readDisplayName(call, call.me),
      space: space.name,
    })
    const { ownerId, userId } = space
    await sendNotice(call, { ownerId, userId, type: 'spaceJoined', level: 'info', words })
  })
}

async function readDisplayName(
  { outerDb }: SignedCall,
  { ownerId, userId }: UserKey,
): Promise<string> {
  const [found] = await outerDb
    .select({ name: displayName(users) })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  return found?.name ?? ''
}

async function sendNotice(
  { outerDb, events, clock }: SignedCall,
  notice: NewNotice,
): Promise<void> {
  await createNotice(outerDb, notice, clock())
  events.publish({ ownerId: notice.ownerId, about: ['notice'] })
}

function afterResponse({ afterCommit, log }: SignedCall, work: () => Promise<void>): void {
  afterCommit(
    () =>
      void work().catch((reason: unknown) =>
        log.warn('the members of a space could not be notified', errorFields(reason)),
      ),
  )
}
