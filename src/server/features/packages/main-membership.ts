/** Reads and saves what a main account has bought. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Entitlement } from '#server/features/packages/entitlement.ts'
import type { Membership } from '#server/features/packages/read-membership.ts'

/** Membership of a main account, which its whole account group shares. */
export type MainMembership = Pick<Membership, 'mode' | 'channelId'> & { groupId: string }

/**
 * Stable while the main account's row is locked, because every change takes that lock first. Throws
 * ApiError `notFound`.
 */
export async function readMainMembership(db: Db, ownerId: string): Promise<MainMembership> {
  const [found] = await db
    .select({
      groupId: memberGroups.id,
      mode: memberGroups.billingMode,
      ownChannelId: users.channelId,
      groupChannelId: memberGroups.channelId,
    })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (!found) throw new ApiError('notFound')
  const { groupId, mode, ownChannelId, groupChannelId } = found
  return { groupId, mode, channelId: ownChannelId ?? groupChannelId }
}

export async function saveMembership(
  tx: Db,
  ownerId: string,
  { groupId, channelId }: Pick<MainMembership, 'groupId' | 'channelId'>,
): Promise<void> {
  await tx
    .update(users)
    .set({ memberGroupId: groupId, channelId })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
}

export const toEntitlement = (
  { mode, channelId }: MainMembership,
  { chars, expiresAt }: Pick<Entitlement, 'chars' | 'expiresAt'>,
): Entitlement => ({ mode, channelId, chars, expiresAt })

/**
 * Reads without a lock, for display only; a change reads under the lock. Throws ApiError
 * `notFound`.
 */
export async function readEntitlement(db: Db, ownerId: string): Promise<Entitlement> {
  const membership = await readMainMembership(db, ownerId)
  const [owned] = await db
    .select({ chars: balances.chars, expiresAt: balances.expiresAt })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId), isNull(balances.closedAt)),
    )
  if (!owned) throw new ApiError('notFound')
  return toEntitlement(membership, owned)
}
