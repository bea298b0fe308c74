/** Operators' actions during a cancellation leave no name of the account in their log. */
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { approvals as approvalCalls } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { approvals, operatorLog, operators, twoFactorSecrets } from '#server/schema.ts'
import { cancelAccount as endAccount } from '#server/features/accounts/cancellation/cancel-account.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { cancelAccount, cancellingGroup } from '#tests/support/actors/cancellation-fixtures.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { signIn } from '#tests/support/server/server.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const admin = await newOperator(server, 'admin')

const reason = 'called back'
const large = { chars: businessLimits.adjustment.chars + 1, reason }

/** Subjects of the operators' log and requests that contain the text. */
async function subjectsWith(text: string) {
  const { rows } = await server.database.db.execute<{ subject: string }>(
    sql`select subject from ${operatorLog} union all select subject from ${approvals}`,
  )
  return rows.map(({ subject }) => subject).filter((subject) => subject.includes(text))
}

test('a large adjustment waiting for the cancellation is refused and not recorded', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const { owner, tag } = group
  const pending: Promise<{ success: boolean }>[] = []
  await transaction(db, async (tx) => {
    await lockAccounts(tx, owner.ownerId, [owner.ownerId])
    pending.push(cancelAccount(group))
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    pending.push(admin.call(customers.adjust, { id: owner.userId, ...large }))
    await expect.poll(() => waitingForLocks(db)).toBe(2)
  })
  const answers = await Promise.all(pending)
  expect(answers.map(({ success }) => success)).toEqual([true, false])
  expect(await subjectsWith(tag)).toEqual([])
})

test('a request refused during the cancellation leaves no name in the log', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  await admin.call(customers.adjust, { id: group.owner.userId, ...large })
  expect(await subjectsWith(group.tag)).toHaveLength(2)
  const [approval] = await db
    .select()
    .from(approvals)
    .where(eq(approvals.ownerId, group.owner.ownerId))
  const other = await newOperator(server, 'admin')
  const pending: Promise<{ success: boolean }>[] = []
  await transaction(db, async (tx) => {
    // The decision references its operator, so it waits while holding the lock of the request.
    const { userId } = other.operator
    await tx.select().from(operators).where(eq(operators.userId, userId)).for('update')
    pending.push(other.call(approvalCalls.refuse, { id: approval!.id, note: 'no' }))
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    pending.push(cancelAccount(group))
    await expect.poll(() => waitingForLocks(db)).toBe(2)
  })
  for (const { success } of await Promise.all(pending)) expect(success).toBe(true)
  expect(await subjectsWith(group.tag)).toEqual([])
})

test('two-factor removed during the cancellation leaves no name in the log', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const { userId, account } = group.owner
  await enableTwoFactor(server, await signIn(server, account))
  const pending: Promise<unknown>[] = []
  await transaction(db, async (tx) => {
    const secretOfOwner = and(
      eq(twoFactorSecrets.ownerId, group.owner.ownerId),
      eq(twoFactorSecrets.userId, userId),
    )
    await tx.select().from(twoFactorSecrets).where(secretOfOwner).for('update')
    pending.push(admin.call(customers.removeTwoFactor, { id: userId, reason }))
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    // Bypasses the API, which would ask for a two-factor code.
    pending.push(endAccount(server.services, group.owner.ownerId, async () => {}))
    await expect.poll(() => waitingForLocks(db)).toBe(2)
  })
  expect(await pending[0]).toMatchObject({ success: true })
  await pending[1]
  expect(await subjectsWith(group.tag)).toEqual([])
})

test('the name of a deleted sub-account is removed from the log and the requests', async () => {
  const { sub, asOwner } = await cancellingGroup(server)
  await admin.call(customers.adjust, { id: sub.userId, chars: 5, reason })
  await admin.call(customers.adjust, { id: sub.userId, ...large })
  expect(await subjectsWith(sub.account)).toHaveLength(3)
  expect((await asOwner.call(subAccounts.remove, { userId: sub.userId })).success).toBe(true)
  expect(await subjectsWith(sub.account)).toEqual([])
  expect(await subjectsWith(`account of owner ${sub.ownerId}`)).toHaveLength(3)
})
