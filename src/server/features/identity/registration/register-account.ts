/** Registers a main account with names, balance, trial and invitation reward, atomically. */
import { onlyRow } from '#server/platform/db/db.ts'
import { eq, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { inviteCodes, loginNames, users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { isFormerEmail, normalizeLoginName } from '#server/features/accounts/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { adjustAccount } from '#server/features/ledger/index.ts'
import {
  countRegistrationInBrowser,
  rewardInvitation,
  type InviteResult,
} from '#server/features/identity/registration/invite-rewards.ts'
import { consumeMailCode } from '#server/features/identity/mail-codes.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type RegistrationRequest = {
  person: { account: string; username: string; nickname: string | null; passwordHash: string }
  /** The inviter's code. */
  inviteCode: string | undefined
  /** Client data by which the reward is decided. */
  client: { ip: string; browserId: string | undefined; signedInOwnerId: string | undefined }
  /** The code with which the new account invites others. */
  newInviteCode: string
}

const millisecondsPerDay = 86_400_000

/**
 * Requires a transaction, and that the mailed code was checked. A mailbox whose account was cancelled
 * gets no second trial or reward. Returns the outcome of the invitation. Throws ApiError
 * `nameTaken` with the field, or `invalid` for a used code.
 */
export async function registerAccount(
  tx: Db,
  { crypto, encryption }: Pick<Dependencies, 'crypto' | 'encryption'>,
  { person, inviteCode, client, newInviteCode }: RegistrationRequest,
  now: Date,
): Promise<InviteResult | null> {
  await consumeMailCode(tx, person.account)
  const trial = onlyRow(
    await tx
      .select({ channelId: memberGroups.channelId })
      .from(memberGroups)
      .where(eq(memberGroups.id, businessLimits.freeTest.groupId)),
  )
  const userId = await reserveUserId(tx)
  const user = { ownerId: userId, userId }
  await tx.insert(users).values({
    ...user,
    ...person,
    inviteCode: newInviteCode,
    memberGroupId: businessLimits.freeTest.groupId,
    channelId: trial.channelId,
    registeredAt: now,
  })
  await insertLoginName(
    tx,
    { name: normalizeLoginName(person.account), kind: 'email', ...user },
    'account',
  )
  await insertLoginName(
    tx,
    { name: normalizeLoginName(person.username), kind: 'username', ...user },
    'username',
  )
  await tx.insert(inviteCodes).values({ code: newInviteCode, ...user })
  await tx.insert(balances).values(user)
  if (await isFormerEmail(tx, encryption, person.account))
    await createNotice(
      tx,
      { ...user, type: 'noTrial', level: 'info', words: formatBilingual('noTrial', {}) },
      now,
    )
  else await creditTrial(tx, userId, now)
  const isFirstInBrowser = await countRegistrationInBrowser(tx, crypto, client.browserId, now)
  const newcomer = {
    userId,
    email: person.account,
    username: person.username,
    isNewBrowser: isFirstInBrowser,
    ...client,
  }
  const result = await rewardInvitation(tx, encryption, inviteCode, newcomer, now)
  if (result === 'given')
    await adjustAccount(
      tx,
      userId,
      {
        userId,
        logType: 'INVITE_REWARD',
        change: { chars: businessLimits.inviteReward.characters },
      },
      now,
    )
  return result
}

async function creditTrial(tx: Db, userId: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + businessLimits.freeTest.days * millisecondsPerDay)
  await adjustAccount(
    tx,
    userId,
    {
      userId,
      logType: 'OTHER',
      change: { chars: businessLimits.freeTest.characters },
      expiresAt,
    },
    now,
  )
}

async function reserveUserId(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval('user_ids')::text as id`)
  return onlyRow(rows).id
}

async function insertLoginName(
  tx: Db,
  name: typeof loginNames.$inferInsert,
  field: string,
): Promise<void> {
  const inserted = await tx
    .insert(loginNames)
    .values(name)
    .onConflictDoNothing()
    .returning({ name: loginNames.name })
  if (inserted.length === 0) throw new ApiError('nameTaken', { fields: [{ field, rule: 'taken' }] })
}
