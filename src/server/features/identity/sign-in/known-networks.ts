/** Networks of recent sign-ins: trusted during attempts by others; a new one raises an alert. */
import { sql, and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { unknownUser, type UserKey } from '#server/platform/db/columns.ts'
import { loginLog } from '#server/features/identity/table.ts'
import { throttles } from '#server/http/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { userNetwork } from '#server/platform/client-network.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatClientType, formatBilingual } from '#server/platform/messages.ts'

/** Number of recent sign-ins whose networks are known. */
const recentSignIns = 50
/** Seconds that a network stays trusted after its user entered a mailed code. */
const trustSeconds = 86_400

/**
 * Known by the last sign-ins of the user, by those of its main account, or by a mailed code.
 * For unknown names the same single statement is run, so that timing does not reveal them.
 */
export async function isKnownNetwork(
  db: Db,
  user: UserKey | undefined,
  ip: string,
  now: Date,
): Promise<boolean> {
  const { ownerId, userId } = user ?? unknownUser
  const network = userNetwork(ip)
  const selectRecentIps = (id: string) =>
    sql`(select ip from ${loginLog} where owner_id = ${ownerId}::bigint and user_id = ${id}::bigint order by seq desc limit ${recentSignIns}::int)`
  const { rows } = await db.execute<{
    ip: string
  }>(sql`${selectRecentIps(userId)} union all ${selectRecentIps(ownerId)}
    union all (select ${ip}::text from ${throttles} where key = ${trustKey(userId, network)} and resets_at > ${now.toISOString()}::timestamptz)`)
  return rows.some((row) => userNetwork(row.ip) === network)
}

/** Call it after the user has proved access to the account's mailbox. */
export async function trustNetwork(
  db: Db,
  { userId }: UserKey,
  ip: string,
  now: Date,
): Promise<void> {
  const resetsAt = new Date(now.getTime() + trustSeconds * 1_000)
  await db
    .insert(throttles)
    .values({ key: trustKey(userId, userNetwork(ip)), count: 1, resetsAt })
    .onConflictDoUpdate({ target: throttles.key, set: { resetsAt } })
}

const trustKey = (userId: string, network: string) => `login:trusted:${userId}:${network}`

/**
 * Sends a notice, and a mail if the account is an e-mail address. The very first sign-in raises no
 * alert. Call it before the sign-in is logged.
 */
export async function alertNewNetwork(
  tx: Db,
  user: UserKey,
  { ip, at, clientType }: { ip: string; at: string; clientType: string },
  now: Date,
): Promise<void> {
  const networks = await readRecentNetworks(tx, user)
  if (networks.length === 0 || networks.includes(userNetwork(ip))) return
  const [found] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, user.ownerId), eq(users.userId, user.userId)))
  if (!found) return
  const words = formatBilingual('newPlace', (lang) => ({
    who: found.account,
    ip,
    at,
    client: formatClientType(lang, clientType),
  }))
  await createNotice(
    tx,
    { ownerId: user.ownerId, userId: user.userId, type: 'newPlace', level: 'warning', words },
    now,
  )
  if (found.account.includes('@')) await queueMail(tx, { to: found.account, words }, now)
}

async function readRecentNetworks(db: Db, { ownerId, userId }: UserKey): Promise<string[]> {
  const rows = await db
    .select({ ip: loginLog.ip })
    .from(loginLog)
    .where(and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId)))
    .orderBy(desc(loginLog.seq))
    .limit(recentSignIns)
  return rows.map(({ ip }) => userNetwork(ip))
}
