/** Collections of a workspace: all members read and change its rows. */
import type { ScopeRules } from '#server/features/collections/index.ts'
import { isInAccessibleSpace, lockSpace, requireAccess } from '#server/features/workspace/access.ts'
import { announceInSpace } from '#server/features/workspace/notifications.ts'

export const workspaceScope: ScopeRules = {
  async scopeOf({ db, me }, { spaceId }) {
    const { ownerId, id } = await requireAccess(db, me, spaceId as string | number)
    return { ownerId, id }
  },
  accessibleRows: (user, { ownerId, spaceId }) =>
    isInAccessibleSpace(user, { ownerId: ownerId!, spaceId: spaceId! }),
  lock: lockSpace,
  // The list of workspaces shows how many contacts each has.
  announce: (call, space, topic) =>
    announceInSpace(call, space, topic === 'contact' ? ['workSpace', topic] : [topic]),
}
