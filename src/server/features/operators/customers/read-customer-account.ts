/** Reads a customer’s account with members, sessions and security events. */
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CustomerDetails } from '#contract/operator/customers.ts'
import { readSecurityEvents } from '#server/features/identity/index.ts'
import { sessions, twoFactorSecrets } from '#server/features/identity/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'
import {
  groupOrder,
  mainAccounts,
  requiredWireTime,
  customerFields,
  isMainAccountOfUser,
} from '#server/features/operators/customers/customer-fields.ts'

/** Rows of each list in what operators see of one account. */
export const maxDetailRows = 20

type AccountPart = Omit<
  CustomerDetails,
  'user' | 'orderCount' | 'orders' | 'accountLog' | 'logins' | 'notices' | 'changes'
>

/** The account itself, without data of other features. Undefined if unknown. */
export async function readCustomerAccount(
  db: Db,
  userId: string,
  zone: string,
): Promise<(AccountPart & UserKey & { isErased: boolean }) | undefined> {
  const [found] = await db
    .select({
      ...customerFields,
      ownerAccount: mainAccounts.account,
      twoFactorDateTime: wireTime<string | null>(twoFactorSecrets.enabledAt, zone),
      isErased: isNotNull(users.erasedAt),
    })
    .from(users)
    .innerJoin(mainAccounts, isMainAccountOfUser)
    .leftJoin(
      twoFactorSecrets,
      and(eq(twoFactorSecrets.ownerId, users.ownerId), eq(twoFactorSecrets.userId, users.userId)),
    )
    .where(acrossOwners('an operator knows the id alone', eq(users.userId, userId)))
  if (!found) return undefined
  const { ownerId } = found
  const user: UserKey = { ownerId, userId }
  const [memberCount, members, events, open] = await Promise.all([
    db.$count(users, eq(users.ownerId, ownerId)),
    readMembers(db, ownerId, zone),
    readSecurityEvents(db, user, maxDetailRows, zone),
    readSessions(db, user, zone),
  ])
  return {
    ...found,
    isErased: Boolean(found.isErased),
    userId,
    memberCount,
    members,
    securityEvents: events,
    sessions: open,
  }
}

/** Accounts of the group that are listed. */
const maxMembers = 100

const readMembers = (db: Db, ownerId: string, zone: string) =>
  db
    .select({
      ...customerFields,
      usableCharNum: balances.chars,
      usableVoiceNum: balances.voices,
      usableImageNum: balances.images,
      lastLoginDateTime: wireTime<string | null>(users.lastLoginAt, zone),
    })
    .from(users)
    .innerJoin(mainAccounts, isMainAccountOfUser)
    .innerJoin(
      balances,
      and(eq(balances.ownerId, users.ownerId), eq(balances.userId, users.userId)),
    )
    .where(eq(users.ownerId, ownerId))
    .orderBy(sql`${users.erasedAt} is not null`, ...groupOrder)
    .limit(maxMembers)

const readSessions = (db: Db, { ownerId, userId }: UserKey, zone: string) =>
  db
    .select({
      id: sql<string>`${sessions.id}::text`,
      current: sql<0>`0`,
      browser: sessions.browser,
      system: sessions.system,
      clientType: sessions.clientType,
      loginIp: sessions.ip,
      loginDateTime: requiredWireTime(sessions.createdAt, zone),
      usedDateTime: requiredWireTime(sessions.usedAt, zone),
      blocked: sql<0 | 1>`(${sessions.disabledAt} is not null)::int`,
    })
    .from(sessions)
    .where(and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId), isNull(sessions.viewId)))
    .orderBy(desc(sessions.usedAt), desc(sessions.id))
    .limit(maxDetailRows)
