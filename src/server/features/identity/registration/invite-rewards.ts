/** Invitations and their rewards, once per person, with limits against abuse (spec 1.6). */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { InviteReward } from '#contract/invites.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  inviteCodes,
  invites,
  isInviteCode,
  rewardedPeople,
  users,
} from '#server/features/accounts/table.ts'
import { isFormerEmail, normalizeMailbox } from '#server/features/accounts/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { clientNetworks } from '#server/platform/client-network.ts'
import { tryIncrement } from '#server/http/limits/rate-limits.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type Reward = output<typeof InviteReward>

export type Newcomer = {
  userId: string
  email: string
  username: string
  ip: string
  /** No other account was opened in this browser recently, according to the id that it sends. */
  isNewBrowser: boolean
  /** Main account id of the user who was signed in while registering. */
  signedInOwnerId: string | undefined
}

/** Daily rewards per inviter, per client network, and per IPv6 /48, which may be a campus. */
const rewardLimits = {
  inviter: { max: businessLimits.inviteRewardLimits.inviter, seconds: 86_400 },
  network: { max: businessLimits.inviteRewardLimits.network, seconds: 86_400 },
  site: { max: 2 * businessLimits.inviteRewardLimits.network, seconds: 86_400 },
}
/** Rewardable registrations per browser. */
const browserLimit = { max: 1, seconds: businessLimits.inviteRewardLimits.browserDays * 86_400 }

/**
 * Counts a registration in a browser and returns whether it is the first. A browser without an id
 * counts as new.
 */
export async function countRegistrationInBrowser(
  tx: Db,
  crypto: Crypto,
  browserId: string | undefined,
  now: Date,
): Promise<boolean> {
  return (
    browserId === undefined ||
    tryIncrement(tx, `register:browser:${crypto.sha256(browserId)}`, browserLimit, now)
  )
}

/** Outcome of an invitation. `unknown`: no such invite code. */
export type InviteResult = Reward | 'unknown'

/**
 * Records an invitation and decides on its reward; null without a code. An unknown code doesn't
 * prevent the registration. Only a reward increments the inviter's count. The reason for a refusal
 * goes to the new user as a notice and into the inviter's list.
 */
export async function rewardInvitation(
  tx: Db,
  encryption: Encryption,
  code: string | undefined,
  newcomer: Newcomer,
  now: Date,
): Promise<InviteResult | null> {
  if (!code) return null
  const inviter = await findInviter(tx, code)
  if (!inviter) return 'unknown'
  const reward = await decideReward(tx, encryption, inviter, newcomer, now)
  const { userId, username } = newcomer
  await tx.insert(invites).values({
    ownerId: inviter.ownerId,
    invitedId: userId,
    at: now,
    name: maskName(username),
    reward,
  })
  if (reward === 'given') await incrementInviteCount(tx, inviter.ownerId)
  else
    await createNotice(
      tx,
      {
        ownerId: userId,
        userId,
        type: 'inviteReward',
        level: 'info',
        words: formatBilingual(`withheld.${reward}`, {}),
      },
      now,
    )
  return reward
}

type Inviter = { ownerId: string; email: string }

async function findInviter(tx: Db, code: string): Promise<Inviter | undefined> {
  const [found] = await tx.select().from(inviteCodes).where(isInviteCode(code))
  if (!found) return undefined
  const [inviter] = await tx
    .select({ ownerId: users.ownerId, email: users.account })
    .from(users)
    .where(
      and(
        eq(users.ownerId, found.ownerId),
        eq(users.userId, found.userId),
        eq(users.enabled, true),
        isNull(users.erasedAt),
      ),
    )
  return inviter
}

async function decideReward(
  tx: Db,
  encryption: Encryption,
  inviter: Inviter,
  { email, ip, isNewBrowser, signedInOwnerId }: Newcomer,
  now: Date,
): Promise<Reward> {
  const mailbox = normalizeMailbox(email)
  if (signedInOwnerId === inviter.ownerId || mailbox === normalizeMailbox(inviter.email))
    return 'self'
  if (await isFormerEmail(tx, encryption, email)) return 'again'
  if (!isNewBrowser) return 'browser'
  // A row under each key, sorted against deadlocks: during a key rotation, processes differ in
  // which key is current; still, only one of two registrations of one mailbox is rewarded.
  const marks = (await encryption.hmacs(`rewarded for coming: ${mailbox}`)).toSorted()
  try {
    await transaction(tx, async (savepoint) => {
      const inserted = await savepoint
        .insert(rewardedPeople)
        .values(marks.map((mark) => ({ mark, at: now })))
        .onConflictDoNothing()
        .returning()
      if (inserted.length < marks.length) throw new RewardWithheld('again')
      if (
        !(await tryIncrement(savepoint, `invite:by:${inviter.ownerId}`, rewardLimits.inviter, now))
      )
        throw new RewardWithheld('day')
      for (const { network } of clientNetworks(ip)) {
        const limit = network.endsWith('/48') ? rewardLimits.site : rewardLimits.network
        if (!(await tryIncrement(savepoint, `invite:network:${network}`, limit, now)))
          throw new RewardWithheld('network')
      }
    })
    return 'given'
  } catch (reason) {
    if (reason instanceof RewardWithheld) return reason.outcome
    throw reason
  }
}

/** Thrown to roll back the counters that were incremented before. */
class RewardWithheld extends Error {
  readonly outcome: Exclude<Reward, 'given'>

  constructor(outcome: Exclude<Reward, 'given'>) {
    super(outcome)
    this.outcome = outcome
  }
}

async function incrementInviteCount(tx: Db, ownerId: string): Promise<void> {
  await tx
    .update(users)
    .set({ inviteCount: sql`${users.inviteCount} + 1` })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
}

/** `l***i`: recognisable to the inviter. */
export function maskName(username: string): string {
  const letters = Array.from(username)
  return `${letters[0]}***${letters.length > 3 ? letters.at(-1) : ''}`
}
