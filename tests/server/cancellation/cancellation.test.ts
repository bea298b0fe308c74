/**
 * Cancelling an account (spec 1.11, 5.13): who may, what is erased, what is kept, all or nothing.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog, mails, sessions, translationLog, users } from '#server/schema.ts'
import { repeatErasures } from '#server/features/accounts/cancellation/personal-data.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import {
  isErased,
  cancelAccount,
  cancellingGroup,
  rowsContaining,
  cancellingGroupWithData,
} from '#tests/support/actors/cancellation-fixtures.ts'
import { password, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, signIn } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
afterAll(async () => expect(await discrepancies(server.database.db)).toEqual([]))

const visitor = () => caller(server, null)
const canSignIn = async (account: string) =>
  (await visitor().call(login.login, { account, password })).success
const amountsOf = (units: { chars: number; voices: number; images: number }) => [
  units.chars,
  units.voices,
  units.images,
]

async function register(name: string, inviteCode?: string) {
  const account = `${name}@example.com`
  await visitor().call(login.sendVCode, { account })
  const form = {
    account,
    username: name,
    password,
    nickname: null,
    vcode: server.mailbox.codeFor(account),
  }
  const { success, msg } = await visitor().call(
    login.register,
    inviteCode === undefined ? form : { ...form, inviteCode },
  )
  if (!success) throw new Error(msg)
  return (await (await signIn(server, name)).call(userCalls.get, {})).data
}

test('a cancellation signs out all users of the group and releases their names', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const { tag, owner, sub, asOwner, asSub } = group
  expect((await cancelAccount(group)).success).toBe(true)
  expect([
    (await asOwner.call(userCalls.get, {})).status,
    (await asSub.call(userCalls.get, {})).status,
  ]).toEqual([700, 700])
  expect(await db.$count(sessions, eq(sessions.ownerId, owner.ownerId))).toBe(0)
  for (const name of [owner.account, tag, sub.account]) {
    expect(await canSignIn(name)).toBe(false)
    expect((await visitor().call(login.checkUsername, { username: name })).data).toBe(true)
  }
  expect(await isErased(db, group)).toBe(true)
})

test('quota is forfeited in log rows: from sub-accounts to the owner, then to zero', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server, { chars: 1_000, distributed: 400 })
  const { owner, sub } = group
  await cancelAccount(group)
  const ownerRows = await accountLogOf(db, owner.ownerId, owner.userId)
  expect(ownerRows.slice(-2)).toMatchObject([
    {
      logType: 'RECOVERY',
      charChange: 400,
      voiceChange: 2,
      imageChange: 1,
      lastChars: 1_000,
      managerName: null,
      childName: null,
      parentName: null,
    },
    {
      logType: 'OTHER',
      charChange: -1_000,
      voiceChange: -20,
      imageChange: -10,
      lastChars: 0,
      lastVoices: 0,
      lastImages: 0,
    },
  ])
  expect((await accountLogOf(db, owner.ownerId, sub.userId)).at(-1)).toMatchObject({
    logType: 'RECOVERY',
    charChange: -400,
    lastChars: 0,
  })
  for (const actor of [owner, sub]) {
    const balance = await balanceOf(db, actor.ownerId, actor.userId)
    expect([amountsOf(balance), balance.closedAt !== null]).toEqual([[0, 0, 0], true])
  }
  expect(await discrepancies(db)).toEqual([])
})

test('remaining time of a time plan is forfeited too', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server, { chars: 0, distributed: 0 })
  const { owner } = group
  await db.update(users).set({ memberGroupId: '6' }).where(eq(users.userId, owner.userId))
  const expiresAt = new Date(Date.now() + 10 * 86_400_000)
  await transaction(db, async (tx) => {
    const bought = {
      userId: owner.userId,
      logType: 'SYS_ADJUST',
      change: {},
      minutes: 14_400,
      expiresAt,
    } as const
    await postEntries(
      tx,
      await lockAccounts(tx, owner.ownerId, [owner.userId]),
      [bought],
      new Date(),
    )
  })
  expect((await cancelAccount(group)).success).toBe(true)
  const last = (await accountLogOf(db, owner.ownerId, owner.userId)).at(-1)!
  expect(last).toMatchObject({ logType: 'OTHER', charChange: 0, beforeExpiresAt: expiresAt })
  expect(last.minuteChange).toBeLessThan(-14_390)
  expect(last.lastExpiresAt!.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a wrong password cancels nothing, and guesses are limited', async () => {
  const group = await cancellingGroup(server)
  const { asOwner } = group
  expect(await asOwner.refused(userCalls.cancel, { userPassword: 'not-it-at-all' })).toMatchObject({
    status: 200,
    code: 'wrongPassword',
    msg: 'Wrong password.',
  })
  expect(await asOwner.refused(userCalls.cancel, { userPassword: '' })).toMatchObject({
    code: 'invalid',
    fields: { userPassword: expect.any(String) },
  })
  // Stops the clock: on a busy machine a second may pass, which allows one more attempt.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  for (let guess = 0; guess < 5; guess++) await cancelAccount(group, `guess-number-${guess}`)
  expect(await asOwner.refused(userCalls.cancel, { userPassword: password })).toMatchObject({
    status: 429,
    code: 'tooManyTries',
  })
  // Guesses are counted together with those of a password change.
  expect(
    await asOwner.refused(userCalls.changePassword, {
      oldPassword: password,
      password: 'another-one',
    }),
  ).toMatchObject({ code: 'tooManyTries' })
  now.mockRestore()
  expect(await isErased(server.database.db, group)).toBe(false)
  server.passTime(20 * 60_000)
  expect(
    (await cancelAccount({ asOwner: await signIn(server, group.owner.account) })).success,
  ).toBe(true)
  server.passTime(-20 * 60_000)
})

test('a sub-account may not cancel, and an owner may not cancel another account', async () => {
  const [group, other] = [await cancellingGroup(server), await cancellingGroup(server)]
  expect(await group.asSub.refused(userCalls.cancel, { userPassword: password })).toMatchObject({
    code: 'notAllowed',
  })
  expect((await visitor().send('DELETE', '/user/delete', { userPassword: password })).status).toBe(
    700,
  )
  const foreignIds = {
    userPassword: password,
    userId: other.owner.userId,
    ownerId: other.owner.ownerId,
  }
  expect((await group.asOwner.send('DELETE', '/user/delete', foreignIds)).success).toBe(true)
  expect([
    await isErased(server.database.db, group),
    await isErased(server.database.db, other),
  ]).toEqual([true, false])
})

test('repeated and concurrent cancellations apply once', async () => {
  const { db } = server.database
  for (const keys of [
    ['same', 'same', 'same', 'same'],
    [undefined, undefined, undefined, undefined],
  ]) {
    const group = await cancellingGroup(server)
    const replies = await Promise.all(keys.map((key) => cancelAccount(group, password, key)))
    // The others get status 429 or 700.
    for (const { success, status } of replies)
      expect(success || [429, 700].includes(status), String(status)).toBe(true)
    expect(replies.some(({ success }) => success)).toBe(true)
    const forfeits = await db.$count(
      accountLog,
      and(eq(accountLog.ownerId, group.owner.ownerId), eq(accountLog.logType, 'OTHER')),
    )
    expect(forfeits).toBe(1)
    expect(await db.$count(mails, eq(mails.to, group.owner.account))).toBe(1)
    expect((await cancelAccount(group)).status).toBe(700)
  }
})

test('a cancellation that fails half-way changes nothing', async () => {
  const { db } = server.database
  const group = await cancellingGroupWithData(server)
  const before = await rowsContaining(db, [group.tag])
  await db.execute(
    sql`create function breaks() returns trigger language plpgsql as 'begin raise exception ''broken on purpose''; end'`,
  )
  await db.execute(
    sql`create trigger breaks before delete on notices for each row execute function breaks()`,
  )
  expect((await cancelAccount(group)).status).toBe(500)
  expect(await isErased(db, group)).toBe(false)
  expect(await rowsContaining(db, [group.tag])).toEqual(expect.arrayContaining(before))
  expect(await canSignIn(group.tag)).toBe(true)
  await db.execute(sql`drop trigger breaks on notices`)
  expect((await cancelAccount(group)).success).toBe(true)
  expect(
    (await rowsContaining(db, [group.tag])).filter((row) => !row.startsWith('mails:')),
  ).toEqual([])
})

test('translations are deleted, and their charges still add up', async () => {
  const { db } = server.database
  const group = await cancellingGroupWithData(server)
  const { ownerId } = group.owner
  expect(await db.$count(translationLog, eq(translationLog.ownerId, ownerId))).toBe(1)
  await cancelAccount(group)
  expect(await db.$count(translationLog, eq(translationLog.ownerId, ownerId))).toBe(0)
  const charged = await db.$count(
    accountLog,
    and(eq(accountLog.ownerId, ownerId), eq(accountLog.logType, 'TRANSLATION_CONSUME')),
  )
  expect(charged).toBe(1)
  expect(await discrepancies(db)).toEqual([])
})

test('a returning e-mail address gets no second trial and no second reward', async () => {
  const { db } = server.database
  const inviter = await cancellingGroup(server)
  const inviteCode = `invite${inviter.owner.userId}`
  const inviteCount = async () => (await inviter.asOwner.call(userCalls.get, {})).data.inviteCount
  const first = await register('comesback', inviteCode)
  expect([first.memberAccount.usableCharNum, await inviteCount()]).toEqual([
    businessLimits.freeTest.characters + businessLimits.inviteReward.characters,
    1,
  ])
  expect((await cancelAccount({ asOwner: await signIn(server, 'comesback') })).success).toBe(true)
  expect(await inviteCount()).toBe(1)
  server.passTime(61_000)
  const second = await register('comesback', inviteCode)
  expect(second.userId).not.toBe(first.userId)
  expect([second.memberAccount.usableCharNum, await inviteCount()]).toEqual([0, 1])
  const noticePage = await (await signIn(server, 'comesback')).call(noticeCalls.page, {})
  expect(noticePage.data.rows.map(({ title }) => title)).toContain('Welcome back')
  expect(await accountLogOf(db, String(second.userId), String(second.userId))).toEqual([])
})

test('the invite code of a cancelled account brings no reward', async () => {
  const cancelled = await cancellingGroup(server)
  await cancelAccount(cancelled)
  const invited = await register('lateguest', `invite${cancelled.owner.userId}`)
  expect(invited.memberAccount.usableCharNum).toBe(businessLimits.freeTest.characters)
  const [group] = await server.database.db
    .select()
    .from(users)
    .where(eq(users.userId, cancelled.owner.userId))
  expect(group).toMatchObject({ inviteCount: 0, inviteCode: null, enabled: false })
})

test('data written by a concurrent call is erased by the clean-up job', async () => {
  const { db } = server.database
  const group = await cancellingGroup(server)
  const { owner, tag } = group
  await cancelAccount(group)
  await db
    .update(users)
    .set({ nickname: `${tag}late` })
    .where(eq(users.userId, owner.userId))
  await db.execute(sql`insert into idempotency (owner_id, user_id, key, request_hash, status, answer, at)
    values (${owner.ownerId}, ${owner.userId}, 'late', 'x', 200, ${tag}, now())`)
  const erasedAt = (await db.select().from(users).where(eq(users.userId, owner.userId)))[0]!
    .erasedAt
  expect(await repeatErasures(db, new Date())).toBeGreaterThan(0)
  expect((await rowsContaining(db, [tag])).filter((row) => !row.startsWith('mails:'))).toEqual([])
  expect(
    (await db.select().from(users).where(eq(users.userId, owner.userId)))[0]!.erasedAt,
  ).toEqual(erasedAt)
  expect(await db.$count(mails, eq(mails.to, owner.account))).toBe(1)
  expect(await repeatErasures(db, new Date(Date.now() + 2 * 3_600_000))).toBe(0)
})

test('the notice stream ends with the session', async () => {
  const group = await cancellingGroup(server)
  const stream = await fetch(`${server.api}/notice/openSse/leaving`, {
    headers: group.asSub.headers(),
  })
  const reader = stream.body!.getReader()
  expect((await reader.read()).done).toBe(false)
  await cancelAccount(group)
  for (;;) if ((await reader.read()).done) break
  expect(await isErased(server.database.db, group)).toBe(true)
})
