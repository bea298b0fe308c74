/**
 * Cancelling an account concurrently with other calls: nothing of it is left, and the ledger adds
 * up.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users as userCalls } from '#contract/users.ts'
import {
  balances,
  contacts,
  loginLog,
  loginNames,
  reservations,
  sessions,
  spaces,
  translationLog,
} from '#server/schema.ts'
import { repeatErasures } from '#server/features/accounts/cancellation/personal-data.ts'
import { lockSpace } from '#server/features/workspace/access.ts'
import {
  isErased,
  cancelAccount,
  cancellingGroup,
  rowsContaining,
  cancellingGroupWithData,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { activityView, waitingForLocks } from '#tests/support/server/database-state.ts'
import { password, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

let script: Script = echo
const scriptedVendor = scriptedTranslators((request, engine) => script(request, engine))
const server = await serverWithCatalogue({ translators: scriptedVendor.translators })
afterAll(async () => expect(await discrepancies(server.database.db)).toEqual([]))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a running translation is neither charged nor stored, and its reservation is released', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server, { chars: 1_000, distributed: 400 })
  const { owner, sub, asOwner, asSub } = group
  let respond = () => {}
  const vendorCalled = new Promise<void>((markCalled) => {
    script = async (...args) => {
      markCalled()
      await new Promise<void>((resolve) => (respond = resolve))
      return echo(...args)
    }
  })
  const pendingTranslation = asSub.call(
    translation.text,
    { source: 'zh', target: 'en', text: 'x'.repeat(30) },
    { 'idempotency-key': 'under way' },
  )
  await vendorCalled
  expect((await balanceOf(db, owner.ownerId, sub.userId)).reservedChars).toBe(30)
  expect((await cancelAccount({ asOwner })).success).toBe(true)
  respond()
  script = echo
  expect(await pendingTranslation).toMatchObject({
    status: 200,
    success: false,
    data: { code: 'notFound' },
  })
  expect(await balanceOf(db, owner.ownerId, sub.userId)).toMatchObject({
    chars: 0,
    reservedChars: 0,
    translating: 0,
    usedChars: 0,
  })
  expect(await db.$count(reservations, eq(reservations.ownerId, owner.ownerId))).toBe(0)
  expect(await db.$count(translationLog, eq(translationLog.ownerId, owner.ownerId))).toBe(0)
})

test('concurrent transfers, creations, sign-ins and edits leave no data behind', async () => {
  const { db } = server.database
  for (let round = 0; round < 2; round++) {
    const group = await cancellingGroup(server, { chars: 5_000, distributed: 500 })
    const { tag, owner, sub, asOwner, asSub } = group
    const distribution = {
      childUserId: sub.userId,
      changeCharNum: 10,
      changeVoiceNum: 0,
      changeImageNum: 0,
    }
    const created = { account: `${tag}late`, nickname: `${tag}late`, password, enabled: 1 } as const
    const otherCalls = [
      ...[1, 2, 3].map(() => asOwner.call(subAccounts.distributeAll, distribution)),
      ...[1, 2].map(() =>
        asSub.call(translation.text, { source: 'zh', target: 'en', text: `${tag} text` }),
      ),
      asOwner.call(subAccounts.create, created),
      asOwner.call(userCalls.update, { nickname: `${tag}nick` }),
      asOwner.call(subAccounts.remove, { userId: sub.userId }),
      ...[owner.account, sub.account].map((account) =>
        caller(server, null).call(login.login, { account, password }),
      ),
    ]
    await wait(round * 20)
    const [{ success }] = await Promise.all([cancelAccount(group), ...otherCalls])
    expect(success).toBe(true)
    expect(await isErased(db, group)).toBe(true)
    for (const table of [sessions, loginNames, loginLog])
      expect(await db.$count(table, eq(table.ownerId, owner.ownerId))).toBe(0)
    const openBalances = and(eq(balances.ownerId, owner.ownerId), isNull(balances.closedAt))
    expect(await db.$count(balances, openBalances)).toBe(0)
    await wait(150)
    await repeatErasures(db, new Date())
    const rowsLeft = (await rowsContaining(db, [tag])).filter((row) => !row.startsWith('mails:'))
    expect(rowsLeft).toEqual([])
  }
})

test('a sub-account created during the cancellation is refused', async () => {
  const { db } = server.database
  const { tag, owner, asOwner } = await cancellingGroup(server, { chars: 0, distributed: 0 })
  const pendingCreation = await transaction(db, async (tx) => {
    await tx.update(balances).set({ closedAt: new Date() }).where(eq(balances.userId, owner.userId))
    const refused = asOwner.refused(subAccounts.create, {
      account: `${tag}late`,
      password,
      enabled: 1,
    })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { refused }
  })
  expect(await pendingCreation.refused).toMatchObject({ code: 'sessionEnded' })
  expect(await db.$count(loginNames, eq(loginNames.name, `${tag}late`))).toBe(0)
  await db.update(balances).set({ closedAt: null }).where(eq(balances.userId, owner.userId))
})

test('a contact added concurrently is waited for and deleted', async () => {
  const { db } = server.database
  const group = await cancellingGroupWithData(server)
  const { ownerId } = group.owner
  const [space] = await db.select().from(spaces).where(eq(spaces.ownerId, ownerId))
  const pendingCancel = await transaction(db, async (tx) => {
    await lockSpace(tx, space!)
    await tx.insert(contacts).values({
      ownerId,
      spaceId: space!.id,
      title: `${group.tag} late`,
      step: 'lead',
      createdAt: new Date(),
    })
    const cancellation = cancelAccount(group)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { gone: cancellation }
  })
  expect((await pendingCancel.gone).success).toBe(true)
  expect(await db.$count(contacts, eq(contacts.ownerId, ownerId))).toBe(0)
})

test('a server killed during the cancellation changed nothing, and another completes it', async () => {
  const { db, url } = server.database
  const group = await cancellingGroup(server)
  const before = await rowsContaining(db, [group.tag])
  // Slows down one of the last steps, to leave time for the kill.
  await db.execute(
    `create function dawdles() returns trigger language plpgsql as 'begin perform pg_sleep(1); return old; end'`,
  )
  await db.execute(
    `create trigger dawdles before update on account_log for each row execute function dawdles()`,
  )
  const crashingServer = serverProcess(
    { DATABASE_URL: url },
    'tests/support/server/programs/crashing-server.ts',
  )
  onTestFinished(() => void crashingServer.child.kill('SIGKILL'))
  const address = await crashingServer.address()
  const pendingCancellation = caller(
    { api: `${address}/api`, now: server.now },
    group.asOwner.signer,
  ).call(userCalls.cancel, { userPassword: password })
  const failed = expect(pendingCancellation).rejects.toThrow()
  for (;;) {
    const { rows } = await db.execute<{ count: string }>(
      `select count(*) from ${activityView()} where wait_event = 'PgSleep' and datname = current_database()`,
    )
    if (Number(rows[0]!.count) > 0) break
    await wait(20)
  }
  await crashingServer.end('SIGKILL')
  await failed
  // Waits until the locks of the killed process are released.
  await db.execute(`select from balances where owner_id = ${group.owner.ownerId} for update`)
  expect(await isErased(db, group)).toBe(false)
  await db.execute(`drop trigger dawdles on account_log`)
  expect(await rowsContaining(db, [group.tag])).toEqual(expect.arrayContaining(before))
  expect((await cancelAccount(group)).success).toBe(true)
  expect(await isErased(db, group)).toBe(true)
})
