/** Alerts a user to a sign-in from a network that the account has not used recently. */
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { loginLog, users } from '#server/platform/db/schema.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { userNetwork } from '#server/auth/client-network.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { clientName, inBothLanguages } from '#server/platform/messages.ts'

/** Number of recent sign-ins whose networks are known. */
const remembered = 50

/**
 * Sends a notice, and a mail if the account is an e-mail address. The very first sign-in raises no
 * alert. Call it before the sign-in is logged.
 */
export async function alertNewNetwork(
  tx: Db,
  who: UserKey,
  { ip, at, clientType }: { ip: string; at: string; clientType: string },
  now: Date,
): Promise<void> {
  const places = await lastPlaces(tx, who)
  if (places.length === 0 || places.includes(userNetwork(ip))) return
  const [user] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, who.ownerId), eq(users.userId, who.userId)))
  if (!user) return
  const words = inBothLanguages('newPlace', (lang) => ({
    who: user.account,
    ip,
    at,
    client: clientName(lang, clientType),
  }))
  await createNotice(
    tx,
    { ownerId: who.ownerId, userId: who.userId, type: 'newPlace', level: 'warning', words },
    now,
  )
  if (user.account.includes('@')) await queueMail(tx, { to: user.account, words }, now)
}

async function lastPlaces(db: Db, { ownerId, userId }: UserKey): Promise<string[]> {
  const rows = await db
    .select({ ip: loginLog.ip })
    .from(loginLog)
    .where(and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId)))
    .orderBy(desc(loginLog.seq))
    .limit(remembered)
  return rows.map(({ ip }) => userNetwork(ip))
}
