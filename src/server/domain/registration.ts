/** Opening a main account: its names, its balance with the trial, and the rewards of an invitation, all or nothing. */
import { and, eq, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/open.ts'
import { balances, inviteCodes, loginNames, memberGroups, users } from '#server/db/schema.ts'
import { change } from '#server/domain/credits.ts'
import { isFormerAddress } from '#server/domain/former-addresses.ts'
import { useCode } from '#server/domain/mail-codes.ts'
import { asLoginName } from '#server/queries/login-names.ts'
import { Refusal } from '#server/refusal.ts'

export type Registration = { account: string; username: string; nickname: string | null; passwordHash: string; inviteCode: string | undefined }

const day = 86_400_000

/**
 * Call it in a transaction, with the mailed code checked before. An address whose account was cancelled gets
 * nothing a second time. Throws Refusal `nameTaken` naming the item, or `invalid` for a code used up.
 */
export async function register(tx: Db, { inviteCode, ...person }: Registration, newInviteCode: string, now: Date): Promise<void> {
  await useCode(tx, person.account)
  const [trial] = await tx.select({ channelId: memberGroups.channelId }).from(memberGroups).where(eq(memberGroups.id, limits.freeTest.groupId))
  const userId = await nextUserId(tx)
  const whose = { ownerId: userId, userId }
  await tx.insert(users).values({
    ...whose,
    ...person,
    inviteCode: newInviteCode,
    memberGroupId: limits.freeTest.groupId,
    channelId: trial!.channelId,
    registeredAt: now,
  })
  await takeName(tx, { name: asLoginName(person.account), kind: 'email', ...whose }, 'account')
  await takeName(tx, { name: asLoginName(person.username), kind: 'username', ...whose }, 'username')
  await tx.insert(inviteCodes).values({ code: newInviteCode, ...whose })
  await tx.insert(balances).values(whose)
  if (await isFormerAddress(tx, person.account)) return
  const expiresAt = new Date(now.getTime() + limits.freeTest.days * day)
  await change(tx, userId, { userId, logType: 'OTHER', change: { chars: limits.freeTest.characters }, minutes: 0, expiresAt }, now)
  if (await isInvited(tx, inviteCode)) await change(tx, userId, { userId, logType: 'INVITE_REWARD', change: { chars: limits.reward.invited } }, now)
}

async function nextUserId(tx: Db): Promise<string> {
  const { rows } = (await tx.execute(sql`select nextval('user_ids')::text as id`)) as { rows: { id: string }[] }
  return rows[0]!.id
}

async function takeName(tx: Db, name: typeof loginNames.$inferInsert, field: string): Promise<void> {
  const taken = await tx.insert(loginNames).values(name).onConflictDoNothing().returning({ name: loginNames.name })
  if (taken.length === 0) throw new Refusal('nameTaken', { fields: [{ field, rule: 'taken' }] })
}

/** An unknown code stops nobody. The inviter's count rises with the account that it counts. */
async function isInvited(tx: Db, code: string | undefined): Promise<boolean> {
  if (!code) return false
  const [inviter] = await tx.select().from(inviteCodes).where(eq(inviteCodes.code, code))
  if (!inviter) return false
  const counted = await tx
    .update(users)
    .set({ inviteCount: sql`${users.inviteCount} + 1` })
    .where(and(eq(users.ownerId, inviter.ownerId), eq(users.userId, inviter.userId), eq(users.enabled, true)))
    .returning({ userId: users.userId })
  return counted.length > 0
}
