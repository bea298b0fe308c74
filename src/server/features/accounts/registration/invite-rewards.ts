/**
 * Invitations (1.6): who came by whose, and whether they are rewarded for it, which is once for
 * each person. Whoever farms rewards with many addresses of one mailbox, from one browser or one
 * network gets accounts, but no rewards, and is told why.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { InviteReward } from '#contract/invites.ts'
import { limits } from '#contract/limits.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inviteCodes, invites, rewardedPeople, users } from '#server/platform/db/schema.ts'
import { isFormerEmail } from '#server/features/accounts/former-emails.ts'
import { mailboxOf } from '#server/features/accounts/mailbox.ts'
import { clientNetworks } from '#server/auth/client-network.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { tryIncrement } from '#server/auth/throttle.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { inBothLanguages } from '#server/platform/messages.ts'

type Reward = output<typeof InviteReward>

export type Newcomer = {
  userId: string
  email: string
  username: string
  ip: string
  /** No other account was opened in this browser lately, as far as it tells. */
  newBrowser: boolean
  /** The main account, or that of the sub-account, that was signed in while registering. */
  signedIn: string | undefined
}

/** Rewards in a day: of one inviter, in one network, and in an IPv6 /48, which may be a campus. */
const max = {
  inviter: { most: limits.invitation.inviter, seconds: 86_400 },
  network: { most: limits.invitation.network, seconds: 86_400 },
  site: { most: 2 * limits.invitation.network, seconds: 86_400 },
}
/** Accounts from one browser of which an invitation may be rewarded. */
const fromBrowser = { most: 1, seconds: limits.invitation.browserDays * 86_400 }

/**
 * Counts an account opened in a browser; false from the second on. A browser that says nothing of
 * itself is a new one.
 */
export async function isNewBrowser(
  tx: Db,
  crypto: Crypto,
  browserId: string | undefined,
  now: Date,
): Promise<boolean> {
  return (
    browserId === undefined ||
    tryIncrement(tx, `register:browser:${crypto.sha256(browserId)}`, fromBrowser, now)
  )
}

/** Whether a registration by an invitation was rewarded. `unknown`: the code invites nobody. */
export type InviteResult = Reward | 'unknown'

/**
 * Records an invitation and decides on its reward; null without a code. An unknown code does not
 * stop a registration. The inviter's count rises with the reward; the reason for a refused one goes
 * into a notice to the new user and into the inviter's list.
 */
export async function rewardInvitation(
  tx: Db,
  encryption: Encryption,
  code: string | undefined,
  newcomer: Newcomer,
  now: Date,
): Promise<InviteResult | null> {
  if (!code) return null
  const inviter = await inviterBy(tx, code)
  if (!inviter) return 'unknown'
  const reward = await judge(tx, encryption, inviter, newcomer, now)
  const { userId, username } = newcomer
  await tx.insert(invites).values({
    ownerId: inviter.ownerId,
    invitedId: userId,
    at: now,
    name: maskedName(username),
    reward,
  })
  if (reward === 'given') await countInvited(tx, inviter.ownerId)
  else
    await createNotice(
      tx,
      {
        ownerId: userId,
        userId,
        type: 'inviteReward',
        level: 'info',
        words: inBothLanguages(`withheld.${reward}`, {}),
      },
      now,
    )
  return reward
}

type Inviter = { ownerId: string; email: string }

async function inviterBy(tx: Db, code: string): Promise<Inviter | undefined> {
  const [inviter] = await tx
    .select({ ownerId: users.ownerId, email: users.account })
    .from(inviteCodes)
    .innerJoin(
      users,
      and(eq(users.ownerId, inviteCodes.ownerId), eq(users.userId, inviteCodes.userId)),
    )
    .where(and(eq(inviteCodes.code, code), eq(users.enabled, true), isNull(users.erasedAt)))
  return inviter
}

async function judge(
  tx: Db,
  encryption: Encryption,
  inviter: Inviter,
  { email, ip, newBrowser, signedIn }: Newcomer,
  now: Date,
): Promise<Reward> {
  const mailbox = mailboxOf(email)
  if (signedIn === inviter.ownerId || mailbox === mailboxOf(inviter.email)) return 'self'
  if (await isFormerEmail(tx, encryption, email)) return 'again'
  if (!newBrowser) return 'browser'
  const mark = await encryption.hmac(`rewarded for coming: ${mailbox}`)
  try {
    await tx.transaction(async (all) => {
      const first = await all
        .insert(rewardedPeople)
        .values({ mark, at: now })
        .onConflictDoNothing()
        .returning()
      if (first.length === 0) throw new Withheld('again')
      if (!(await tryIncrement(all, `invite:by:${inviter.ownerId}`, max.inviter, now)))
        throw new Withheld('day')
      for (const { network } of clientNetworks(ip)) {
        const limit = network.endsWith('/48') ? max.site : max.network
        if (!(await tryIncrement(all, `invite:network:${network}`, limit, now)))
          throw new Withheld('network')
      }
    })
    return 'given'
  } catch (reason) {
    if (reason instanceof Withheld) return reason.why
    throw reason
  }
}

/** Undoes what was counted before. */
class Withheld extends Error {
  readonly why: Exclude<Reward, 'given'>

  constructor(why: Exclude<Reward, 'given'>) {
    super(why)
    this.why = why
  }
}

async function countInvited(tx: Db, ownerId: string): Promise<void> {
  await tx
    .update(users)
    .set({ inviteCount: sql`${users.inviteCount} + 1` })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
}

/** `l***i`: enough to be known by whoever invited them. */
export function maskedName(username: string): string {
  const letters = Array.from(username)
  return `${letters[0]}***${letters.length > 3 ? letters.at(-1) : ''}`
}
