/** Seeds an empty database with the demo accounts and 90 days of a small company's activity. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { insertDemoFapiaos } from '#server/seed/fapiaos.ts'
import { insertDemoGlossary } from '#server/seed/glossary.ts'
import { demoKeyName, insertDemoKey } from '#server/seed/api-key.ts'
import { insertDemoAuditLog } from '#server/seed/audit-log.ts'
import { insertDemoGroups } from '#server/seed/groups.ts'
import { demoApiKey } from '#contract/programs/demo-key.ts'
import { startTransaction } from '#server/platform/db/start-transaction.ts'
import { eq } from 'drizzle-orm'
import { createPartitions, monthlyLogs } from '#server/platform/db/log-partitions.ts'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import { inviteCodes, loginNames, invites, users } from '#server/features/accounts/table.ts'
import { translationLog } from '#server/features/translation/table.ts'
import { logCounters, oneTimeTasks } from '#server/platform/db/table.ts'
import { loginLog } from '#server/features/identity/table.ts'
import { toBalanceRow, toCounterRows } from '#server/seed/ledger.ts'
import { countLoginDays } from '#server/seed/daily-activity.ts'
import {
  fillUsageDays,
  insertOrders,
  insertRows,
  insertUnmatchedPayments,
  allocateIds,
} from '#server/seed/insert.ts'
import { colleagues, formerColleagues } from '#server/seed/people.ts'
import {
  createRandom,
  createSimulation,
  type Person,
  type Simulation,
  day,
} from '#server/seed/simulation.ts'
import { insertSite } from '#server/seed/site.ts'
import { insertSpaces } from '#server/seed/spaces.ts'
import { simulateAccounts } from '#server/seed/scenarios.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { maskName } from '#server/features/identity/registration/invite-rewards.ts'

/** Password of all demo accounts, and of the demo operator. */
export const demoPassword = demoOperator.password
/** Login names of the demo accounts. */
export const demoAccounts = {
  demo: 'demo@example.com',
  monthly: 'monthly@example.com',
  demosub: 'demosub',
  freeuser: 'free@example.com',
} as const

/** Marks a seeded database; see `oneTimeTasks`. */
const taskName = 'demo'
const mainAccountCount = 3

type DemoOptions = Pick<Crypto, 'hashPassword' | 'sha256'> & {
  now: Date
  /** Multiplier of the number of translations; 1 makes about 13,000. */
  busy?: number
}

/**
 * Seeds once per database, also if several processes start at the same time. Returns whether it
 * seeded.
 */
export async function seedDemo(
  db: Db,
  { now, hashPassword, sha256, busy = 1 }: DemoOptions,
): Promise<boolean> {
  if (await hasDemo(db)) return false
  const passwordHash = await hashPassword(demoPassword)
  return startTransaction(db, async (tx) => {
    const [claimed] = await tx
      .insert(oneTimeTasks)
      .values({ name: taskName })
      .onConflictDoNothing()
      .returning()
    if (!claimed) return false
    const simulation = createSimulation(
      createRandom(20_261_121),
      now.getTime(),
      await allocateIds(
        tx,
        'user_ids',
        mainAccountCount + colleagues.length + formerColleagues.length + unrewardedCount,
      ),
    )
    simulateAccounts(simulation, busy)
    await insertPeople(tx, simulation.people, passwordHash)
    await insertRows(tx, invites, toInvites(simulation))
    await insertOrders(tx, simulation)
    await insertUnmatchedPayments(tx, simulation)
    const logsSince = new Date(now.getTime() - 100 * day)
    for (const log of monthlyLogs) await createPartitions(tx, log, logsSince, now)
    await insertRows(tx, loginLog, simulation.logins)
    await insertRows(tx, translationLog, simulation.translations)
    await fillUsageDays(tx)
    await insertRows(tx, accountLog, simulation.ledger)
    await insertSpaces(tx, simulation)
    await insertSite(tx)
    const main = simulation.people.find(({ username }) => username === 'demo')
    await insertDemoKey(tx, main!.ledgerAccount, { sha256, now })
    const acts = await insertDemoGroups(tx, main!, simulation.people, now)
    await insertDemoAuditLog(tx, simulation, main!, [
      ...acts,
      { act: 'keyIssued', at: now.getTime(), object: demoKeyName },
    ])
    await insertDemoGlossary(tx, main!.ledgerAccount.ownerId, now)
    await insertDemoFapiaos(tx, main!.ledgerAccount.ownerId, now)
    return true
  })
}

/** Whether the demo accounts, whose password is public, were ever inserted. */
async function hasDemo(db: Db): Promise<boolean> {
  return (await db.$count(oneTimeTasks, eq(oneTimeTasks.name, taskName))) > 0
}

async function insertPeople(db: Db, people: readonly Person[], passwordHash: string) {
  await insertRows(
    db,
    users,
    people.map((person) => toUserRow(person, passwordHash)),
  )
  await insertRows(
    db,
    balances,
    people.map(({ ledgerAccount, erasedAt }) => toBalanceRow(ledgerAccount, erasedAt)),
  )
  await insertRows(
    db,
    logCounters,
    people.flatMap(({ ledgerAccount }) => toCounterRows(ledgerAccount)),
  )
  await insertRows(db, loginNames, people.flatMap(toLoginNames))
  const codes = people.flatMap(({ inviteCode, ledgerAccount: { ownerId, userId } }) =>
    inviteCode ? [{ code: inviteCode, ownerId, userId }] : [],
  )
  await insertRows(db, inviteCodes, codes)
}

function toUserRow(
  { ledgerAccount: { ownerId, userId, name }, ...person }: Person,
  passwordHash: string,
): typeof users.$inferInsert {
  const isErased = person.erasedAt !== undefined
  const lastLogin = person.logins.at(-1)
  return {
    ownerId,
    userId,
    account: isErased ? '' : name,
    username: person.username ?? null,
    nickname: isErased ? null : person.nickname,
    passwordHash: isErased ? '' : passwordHash,
    enabled: person.enabled,
    autoDistribution: person.autoDistribution ?? false,
    inviteCode: person.inviteCode ?? null,
    inviteCount: person.inviteCount ?? 0,
    ...(person.main
      ? { channelId: null, memberGroupId: null }
      : { channelId: person.membership.channelId, memberGroupId: person.membership.groupId }),
    registeredAt: new Date(person.since),
    lastLoginAt: lastLogin === undefined ? null : new Date(lastLogin),
    loginDays: countLoginDays(person.logins),
    version: 1,
    erasedAt: person.erasedAt === undefined ? null : new Date(person.erasedAt),
  }
}

function toLoginNames({
  ledgerAccount: { ownerId, userId, name },
  main,
  username,
  erasedAt,
}: Person): (typeof loginNames.$inferInsert)[] {
  if (erasedAt !== undefined) return []
  const names = [
    {
      name: name.toLowerCase(),
      kind: main ? ('account' as const) : ('email' as const),
      ownerId,
      userId,
    },
  ]
  return username ? [...names, { name: username, kind: 'username', ownerId, userId }] : names
}

/** Number of invited people without a reward, who have an id but no account in the demo. */
const unrewardedCount = 2

function toInvites({ now, people, nextId }: Simulation): (typeof invites.$inferInsert)[] {
  const [host, ...guests] = people.filter(({ main }) => !main)
  const rewarded = guests.map(({ ledgerAccount, username, since }) => ({
    invitedId: ledgerAccount.userId,
    at: since,
    name: username!,
    reward: 'given' as const,
  }))
  const others = [
    { invitedId: nextId(), at: now - 1.9 * day, name: 'xiaoyu', reward: 'browser' as const },
    { invitedId: nextId(), at: now - 0.6 * day, name: 'peter88', reward: 'again' as const },
  ]
  return [...rewarded, ...others].map((row) => ({
    ...row,
    ownerId: host!.ledgerAccount.ownerId,
    at: new Date(row.at),
    name: maskName(row.name),
  }))
}

/** Startup banner with the address and the demo accounts. */
export const createDemoBanner = (address: string) => `
  ${address}

  Demo accounts, all with the password ${demoPassword}:
    ${demoAccounts.demo}     main account, billed by characters, ${colleagues.length} sub-accounts
    ${demoAccounts.monthly}  main account, billed by time
    ${demoAccounts.demosub}              sub-account of demo
    ${demoAccounts.freeuser}     new account in the free test

  API key of ${demoAccounts.demo}: ${demoApiKey}

  Operators’ console: ${address}/operator
    ${demoOperator.email}, the same password, authenticator secret ${demoOperator.secret}

  Ctrl-C stops it.
`
