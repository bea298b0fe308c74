/** Account groups for cancellation tests, and a search for data left after erasure. */
import { transaction } from '#server/platform/db/db.ts'
import { eq, sql } from 'drizzle-orm'
import { apiKeys } from '#contract/api-keys.ts'
import { webhooks } from '#contract/webhooks.ts'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { createDocument } from '#tests/support/actors/documents.ts'
import { units } from '#contract/units.ts'
import { alerts } from '#contract/alerts.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { statementMail, statements } from '#contract/statements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users as userCalls } from '#contract/users.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  contacts,
  apiKeyUse,
  keyExpiryNotices,
  listViews,
  inviteCodes,
  mailCodes,
  approvals,
  operatorLog,
  operators,
  spaceInvitations,
  spaceMembers,
  spaces,
  supportViews,
  users,
} from '#server/schema.ts'
import { createNotice } from '#server/features/notifications/create-notices.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'
import { addPerson, password, type Person, fund } from '#tests/support/actors/people.ts'
import { signedIn, signIn, type Caller, type TestServer } from '#tests/support/server/server.ts'

let groupCount = 0

export type CancellingGroup = {
  tag: string
  owner: Person
  sub: Person
  asOwner: Caller
  asSub: Caller
}

/** Main account with quota, part of it distributed to a sub-account. */
export async function cancellingGroup(
  server: TestServer,
  { chars = 1_000, distributed = 400 } = {},
): Promise<CancellingGroup> {
  const { db } = server.database
  const tag = `leaver${++groupCount}x`
  const owner = await addPerson(db, { account: `${tag}@example.com`, username: tag })
  const sub = await addPerson(db, { account: `${tag}sub`, owner })
  await db
    .insert(inviteCodes)
    .values({ code: `invite${owner.userId}`, ownerId: owner.ownerId, userId: owner.userId })
  if (chars > 0) await fund(db, owner, { chars, voices: 20, images: 10 })
  const asOwner = await signedIn(server, owner)
  if (distributed > 0)
    await asOwner.call(subAccounts.distributeAll, {
      childUserId: sub.userId,
      changeCharNum: distributed,
      changeVoiceNum: 2,
      changeImageNum: 1,
    })
  return { tag, owner, sub, asOwner, asSub: await signedIn(server, sub) }
}

/** Like `cancellingGroup`, with data in every table that can refer to the account group. */
export async function cancellingGroupWithData(server: TestServer): Promise<CancellingGroup> {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const { tag, owner, sub } = group
  const { ownerId } = owner
  const asOwner = await signIn(server, owner.account)
  await signIn(server, sub.account)
  await asOwner.call(userCalls.update, { nickname: `${tag}nick` })
  await asOwner.call(balanceAlert.save, { lowCharNum: 100 })
  await asOwner.call(alerts.setMeans, { kind: 'lowBalance', means: 'mail', on: 0 })
  await asOwner.call(statementMail.save, { enabled: 1 })
  // Closes past months.
  // Stores the months that are over.
  const { rows: months } = (await asOwner.call(statements.page, {})).data
  await asOwner.call(statements.get, { month: months.at(-1)!.month })
  await group.asSub.call(units.useVoice, { num: 1, purpose: `${tag} call` })
  const webhook = await asOwner.call(webhooks.calls.register, {
    name: `${tag}hook`,
    url: `https://${tag}.example.com/events`,
    events: ['orderPaid'],
  })
  await asOwner.call(webhooks.calls.sendTest, { id: webhook.data.id })
  await asOwner.call(subAccountGroups.calls.create, {
    name: `${tag}group`,
    dailyCharNum: 1_000_000,
  })
  const groups = await asOwner.call(subAccountGroups.calls.page, {})
  const groupId = groups.data.rows[0]!.id
  await asOwner.call(budgets.moveToGroup, { userIds: [sub.userId], groupId })
  await group.asSub.call(quotaRequests.calls.ask, { charNum: 1, reason: `${tag} reason` })
  await createDocument(server, owner, { name: `${tag}.txt`, text: tag })
  const key = await asOwner.call(apiKeys.calls.issue, { name: `${tag}key`, scopes: ['usage'] })
  await group.asSub.call(
    translation.text,
    { source: 'zh', target: 'en', text: `${tag} text` },
    { 'idempotency-key': tag },
  )
  await transaction(db, async (tx) => {
    const now = new Date()
    await createNotice(
      tx,
      {
        ownerId,
        userId: ownerId,
        type: 'received',
        level: 'info',
        words: formatBilingual('received', { from: tag, chars: 1, voices: 0, images: 0 }),
      },
      now,
    )
    await queueMail(
      tx,
      {
        to: owner.account.toUpperCase(),
        words: formatBilingual('lowBalance', { who: tag, left: 1, low: 2 }),
      },
      now,
    )
    await tx.insert(mailCodes).values({
      email: owner.account,
      askedFrom: '10.1.1.1',
      salt: 'salt',
      codeHash: 'hash',
      expiresAt: new Date(now.getTime() + 600_000),
    })
    const [staff] = await tx
      .insert(operators)
      .values({
        email: `${ownerId}@staff.example.com`,
        name: `Staff ${ownerId}`,
        role: 'support',
        passwordHash: 'hash',
        createdAt: now,
      })
      .returning()
    await tx.insert(approvals).values({
      createdAt: now,
      kind: 'adjust',
      askedBy: staff!.userId,
      askedName: staff!.name,
      askedRole: 'support',
      ownerId,
      subject: `account ${owner.account}`,
      request: { userId: ownerId },
      reason: 'an outage',
    })
    await tx.insert(supportViews).values({
      ownerId,
      userId: ownerId,
      operatorId: staff!.userId,
      operatorName: staff!.name,
      reason: `${tag} asked`,
      minutes: 30,
      askedAt: now,
      until: now,
    })
    await tx.insert(operatorLog).values({
      at: now,
      operator: 'staff',
      action: 'adjust',
      subject: `account ${owner.account}`,
      reason: 'an outage',
    })
    const [space] = await tx
      .insert(spaces)
      .values({ ownerId, userId: ownerId, name: `${tag} space`, createdAt: now })
      .returning()
    await tx.insert(contacts).values({
      ownerId,
      spaceId: space!.id,
      title: `${tag} contact`,
      step: 'lead',
      createdAt: now,
    })
    await tx
      .insert(apiKeyUse)
      .values({ ownerId, keyId: String(key.data.id), lastUsedAt: new Date() })
    await tx
      .insert(keyExpiryNotices)
      .values({ ownerId, keyId: String(key.data.id), lastDay: '2026-01-01', daysBefore: 7 })
    await tx.insert(listViews).values({
      ownerId,
      userId: ownerId,
      page: 'orders',
      name: `${tag} view`,
      query: 'payStatus=W',
      createdAt: now,
    })
    await tx.insert(spaceMembers).values({
      ownerId,
      userId: ownerId,
      spaceId: space!.id,
      spaceOwnerId: ownerId,
      joinedAt: now,
    })
    await tx
      .insert(spaceInvitations)
      .values({ name: `${tag}friend`, spaceId: space!.id, spaceOwnerId: ownerId, at: now })
    await tx
      .insert(spaceInvitations)
      .values({ name: owner.account, spaceId: '1', spaceOwnerId: '1', at: now })
  })
  return { ...group, asOwner }
}

export const cancelAccount = (
  { asOwner }: Pick<CancellingGroup, 'asOwner'>,
  userPassword = password,
  key?: string,
) =>
  asOwner.call(
    userCalls.cancel,
    { userPassword },
    key === undefined ? {} : { 'idempotency-key': key },
  )

export const isErased = async (
  db: Db,
  { owner }: Pick<CancellingGroup, 'owner'>,
): Promise<boolean> => {
  const people = await db
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.ownerId, owner.ownerId))
  const erasedCount = people.filter(({ erasedAt }) => erasedAt !== null).length
  if (erasedCount !== 0 && erasedCount !== people.length)
    throw new Error(`${erasedCount} of ${people.length} users of the account group are erased.`)
  return erasedCount > 0
}

/** All rows that contain one of the words, as `table: row`. */
export async function rowsContaining(db: Db, texts: readonly string[]): Promise<string[]> {
  const matches: string[] = []
  for (const { name } of await tablesOf(db)) {
    const patterns = texts.map((word) => `%${word}%`)
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t where t::text ilike any(${sql.param(patterns)}::text[])`,
    )
    matches.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return matches
}

export async function tablesOf(db: Db): Promise<{ name: string }[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows
}
