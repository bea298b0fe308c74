/** Distributing quota to sub-accounts and reclaiming it, through the API. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { and, eq, sql } from 'drizzle-orm'
import { notices } from '#server/schema.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { violationError } from '#tests/support/server/database-state.ts'
import { isOnCitus } from '#tests/support/server/postgres.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

/** A main account with that quota, and sub-accounts without any. */
async function createAccountGroup(subs = 2, units = { chars: 100_000, voices: 10, images: 5 }) {
  const { db } = server.database
  const quota = [units, ...Array.from({ length: subs }, () => ({}))]
  const { main, subs: children, asMain: owner } = await addAccountGroup(server, { quota })
  return {
    main,
    subs: children,
    owner,
    balance: (userId: string) => balanceOf(db, main.ownerId, userId),
    rows: (userId: string) => accountLogOf(db, main.ownerId, userId),
  }
}

test('a distribution moves characters and logs both sides with before, after and names', async () => {
  const {
    main,
    subs: [sub],
    owner,
    balance,
    rows,
  } = await createAccountGroup(1)
  const { success, msg } = await owner.call(subAccounts.distribute, {
    childUserId: sub!.userId,
    changeCharNum: 30_000,
  })
  expect({ success, msg }).toEqual({ success: true, msg: 'Done' })
  expect(await balance(main.userId)).toMatchObject({ chars: 70_000, voices: 10, images: 5 })
  expect(await balance(sub!.userId)).toMatchObject({ chars: 30_000, voices: 0, images: 0 })
  const [ownerRow] = (await rows(main.userId)).slice(-1)
  const [received] = await rows(sub!.userId)
  const common = {
    logType: 'DISTRIBUTION',
    managerId: main.userId,
    managerName: main.account.replace('@example.com', ''),
    childName: sub!.account,
  }
  expect(ownerRow).toMatchObject({
    ...common,
    seq: 2,
    typeSeq: 1,
    charChange: -30_000,
    beforeChars: 100_000,
    lastChars: 70_000,
  })
  expect(received).toMatchObject({
    ...common,
    seq: 1,
    typeSeq: 1,
    charChange: 30_000,
    beforeChars: 0,
    lastChars: 30_000,
  })
  expect(received!.transferId).toBe(ownerRow!.transferId)
})

test('distributeVoice reads the voice units from changeCharNum', async () => {
  const {
    main,
    subs: [sub],
    owner,
    balance,
  } = await createAccountGroup(1)
  await owner.call(subAccounts.distributeVoice, { childUserId: sub!.userId, changeCharNum: 4 })
  expect(await balance(main.userId)).toMatchObject({ chars: 100_000, voices: 6 })
  expect(await balance(sub!.userId)).toMatchObject({ chars: 0, voices: 4 })
})

test('distributing characters, voice and image units at once logs one row on each side', async () => {
  const {
    main,
    subs: [sub],
    owner,
    balance,
    rows,
  } = await createAccountGroup(1)
  await owner.call(subAccounts.distributeAll, {
    childUserId: sub!.userId,
    changeCharNum: 1,
    changeVoiceNum: 2,
    changeImageNum: 3,
  })
  expect(await balance(sub!.userId)).toMatchObject({ chars: 1, voices: 2, images: 3 })
  expect(await rows(sub!.userId)).toHaveLength(1)
  expect(await rows(main.userId)).toHaveLength(2)
})

test('distributeMany serves all sub-accounts or none, and the refusal names what is lacking', async () => {
  const { main, subs, owner, balance } = await createAccountGroup(3)
  const childUserIds = subs.map(({ userId }) => userId)
  const each = { changeCharNum: 20_000, changeVoiceNum: 1, changeImageNum: 1 }
  expect(
    (
      await owner.call(subAccounts.distributeMany, {
        childUserIds: [...childUserIds, childUserIds[0]!],
        ...each,
      })
    ).success,
  ).toBe(true)
  for (const id of childUserIds)
    expect(await balance(id)).toMatchObject({ chars: 20_000, voices: 1, images: 1 })
  expect(await balance(main.userId)).toMatchObject({ chars: 40_000, voices: 7, images: 2 })
  const notEnough = await owner.refused(subAccounts.distributeMany, { childUserIds, ...each })
  expect(notEnough).toMatchObject({
    status: 200,
    code: 'notEnough',
    msg: `The balance is not enough. ${nameOf(main.account)} has 40,000 characters left and needs 60,000.`,
  })
  const lost = await owner.refused(subAccounts.distributeMany, {
    childUserIds: [childUserIds[0]!, '999999'],
    ...each,
  })
  expect(lost).toMatchObject({
    code: 'notFound',
    msg: 'Sub-account 999999 was not found. It may have been deleted.',
  })
  for (const id of childUserIds) expect(await balance(id)).toMatchObject({ chars: 20_000 })
})

test('a refusal is in the language of the request', async () => {
  const {
    main,
    subs: [sub],
  } = await createAccountGroup(1)
  const owner = await signedIn(server, main, 'zh-CN')
  const { msg } = await owner.call(subAccounts.distribute, {
    childUserId: sub!.userId,
    changeCharNum: 100_001,
  })
  expect(msg).toBe(`余额不足：${nameOf(main.account)}剩余100,000字符，需要100,001字符`)
})

test('a refusal names accounts by nickname if they have one', async () => {
  const {
    main,
    subs: [sub],
    owner,
  } = await createAccountGroup(1)
  const amounts = { changeCharNum: 500_000, changeVoiceNum: 0, changeImageNum: 0 }
  const refusals = async () => {
    const refused = [
      await owner.refused(subAccounts.reclaim, { childUserId: sub!.userId, ...amounts }),
      await owner.refused(subAccounts.distributeAll, { childUserId: sub!.userId, ...amounts }),
    ]
    return refused.map(
      ({ code, msg }) =>
        `${code}: ${/enough\. (.*?) has [\d,]+ \w+ left and needs/.exec(msg)?.[1]}`,
    )
  }
  expect(await refusals()).toEqual([
    `notEnough: ${sub!.account}`,
    `notEnough: ${nameOf(main.account)}`,
  ])
  await owner.call(subAccounts.edit, { userId: sub!.userId, nickname: 'Emma Clarke', enabled: 1 })
  await owner.call(users.update, { nickname: 'The office' })
  expect(await refusals()).toEqual(['notEnough: Emma Clarke', 'notEnough: The office'])
})

test('reclaiming is limited to what the sub-account has', async () => {
  const {
    main,
    subs: [sub],
    owner,
    balance,
    rows,
  } = await createAccountGroup(1)
  await owner.call(subAccounts.distributeAll, {
    childUserId: sub!.userId,
    changeCharNum: 500,
    changeVoiceNum: 2,
    changeImageNum: 0,
  })
  const excessive = await owner.refused(subAccounts.reclaim, {
    childUserId: sub!.userId,
    changeCharNum: 0,
    changeVoiceNum: 3,
    changeImageNum: 0,
  })
  expect(excessive).toMatchObject({
    code: 'notEnough',
    msg: `The balance is not enough. ${sub!.account} has 2 voice units left and needs 3.`,
  })
  expect(
    (
      await owner.call(subAccounts.reclaim, {
        childUserId: sub!.userId,
        changeCharNum: 400,
        changeVoiceNum: 2,
        changeImageNum: 0,
      })
    ).success,
  ).toBe(true)
  expect(await balance(sub!.userId)).toMatchObject({ chars: 100, voices: 0 })
  expect(await balance(main.userId)).toMatchObject({ chars: 99_900, voices: 10 })
  const last = (await rows(sub!.userId)).at(-1)
  expect(last).toMatchObject({
    logType: 'RECOVERY',
    charChange: -400,
    voiceChange: -2,
    parentName: nameOf(main.account),
  })
})

test('invalid amounts and foreign, own, deleted, unknown or too many ids are refused', async () => {
  const {
    main,
    subs: [sub, deleted],
    owner,
    balance,
  } = await createAccountGroup(2)
  const {
    subs: [foreignSub],
  } = await createAccountGroup(1)
  await owner.call(subAccounts.remove, { userId: deleted!.userId })
  const distribute = (childUserId: string, changeCharNum: number) =>
    owner.refused(subAccounts.distribute, { childUserId, changeCharNum })
  expect(await distribute(sub!.userId, 0)).toMatchObject({
    code: 'invalid',
    fields: { changeCharNum: 'Characters is required' },
  })
  expect(await distribute(sub!.userId, -1)).toMatchObject({ code: 'invalid' })
  expect(await distribute(sub!.userId, 0.5)).toMatchObject({ code: 'invalid' })
  for (const id of [
    foreignSub!.userId,
    main.userId,
    deleted!.userId,
    'nobody',
    '999999999999999999',
    '0',
    '9'.repeat(40),
  ]) {
    expect(await distribute(id, 1), id).toMatchObject({
      status: 200,
      code: 'notFound',
      msg: `Sub-account ${id} was not found. It may have been deleted.`,
    })
  }
  const tooMany = Array.from({ length: businessLimits.subAccountBatch.max + 1 }, (_, index) =>
    String(index),
  )
  const amounts = { changeCharNum: 1, changeVoiceNum: 0, changeImageNum: 0 }
  expect(
    await owner.refused(subAccounts.distributeMany, { childUserIds: tooMany, ...amounts }),
  ).toMatchObject({
    code: 'invalid',
    fields: { childUserIds: 'Choose at most 2000 sub-accounts at a time' },
  })
  expect(
    await owner.refused(subAccounts.distributeMany, { childUserIds: [], ...amounts }),
  ).toMatchObject({ code: 'invalid' })
  const child = await signedIn(server, sub!)
  expect(
    await child.refused(subAccounts.distribute, { childUserId: sub!.userId, changeCharNum: 1 }),
  ).toMatchObject({ code: 'notAllowed' })
  expect(
    await child.refused(subAccounts.reclaim, { childUserId: sub!.userId, ...amounts }),
  ).toMatchObject({ code: 'notAllowed' })
  expect(await balance(main.userId)).toMatchObject({ chars: 100_000 })
})

test('deleting reclaims everything on both sides, and a closed account cannot receive quota', async () => {
  const { main, subs, owner, balance, rows } = await createAccountGroup(2)
  const childrenIds = subs.map(({ userId }) => userId)
  await owner.call(subAccounts.distributeMany, {
    childUserIds: childrenIds,
    changeCharNum: 10_000,
    changeVoiceNum: 1,
    changeImageNum: 1,
  })
  await owner.call(subAccounts.remove, { childrenIds })
  expect(await balance(main.userId)).toMatchObject({ chars: 100_000, voices: 10, images: 5 })
  for (const id of childrenIds) {
    expect(await balance(id)).toMatchObject({ chars: 0, voices: 0, images: 0 })
    expect((await rows(id)).at(-1)).toMatchObject({
      logType: 'RECOVERY',
      charChange: -10_000,
      managerId: main.userId,
    })
  }
  const { db } = server.database
  const distribute = sql`update balances set chars = 1 where owner_id = ${main.ownerId} and user_id = ${childrenIds[0]}`
  await expect(db.execute(distribute)).rejects.toMatchObject({
    cause: violationError('balances_closed'),
  })
})

test('concurrent deletions and distributions lose no quota', async () => {
  const { main, subs, owner, balance } = await createAccountGroup(8, {
    chars: 1_000,
    voices: 0,
    images: 0,
  })
  const calls = subs.flatMap(({ userId }) => [
    owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 10 }),
    owner.call(subAccounts.remove, { userId }),
  ])
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await balance(main.userId)).toMatchObject({ chars: 1_000 })
})

test('only the main account may switch automatic distribution', async () => {
  const {
    main,
    subs: [sub],
    owner,
  } = await createAccountGroup(1)
  const isOn = async (caller: Caller) => (await caller.call(users.get, {})).data.autoDistribution
  expect(await isOn(owner)).toBe(0)
  await owner.call(users.changeAutoDistribution, { userId: main.userId, autoDistribution: 1 })
  expect(await isOn(owner)).toBe(1)
  expect(await isOn(await signedIn(server, sub!))).toBe(1)
  expect(
    await owner.refused(users.changeAutoDistribution, { userId: sub!.userId, autoDistribution: 0 }),
  ).toMatchObject({ code: 'notFound' })
  expect(
    await (
      await signedIn(server, sub!)
    ).refused(users.changeAutoDistribution, { userId: sub!.userId, autoDistribution: 0 }),
  ).toMatchObject({
    code: 'notAllowed',
  })
})

const nameOf = (account: string) => account.replace('@example.com', '')

test('a distribution whose connection ends before the commit is done once, with one notice', async () => {
  const { db } = server.database
  const { main, subs, owner, rows } = await createAccountGroup(1)
  await db.execute(sql`create sequence cuts`)
  // On a cluster the rows are on another machine.
  if (isOnCitus()) await db.execute(`select run_command_on_workers('create sequence cuts')`)
  await db.execute(
    sql.raw(`create function cut() returns trigger language plpgsql as $$ begin
      if nextval('cuts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new; end $$`),
  )
  await db.execute(
    sql.raw('create trigger cut before insert on account_log for each row execute function cut()'),
  )
  const send = () =>
    owner.call(
      subAccounts.distribute,
      { childUserId: subs[0]!.userId, changeCharNum: 70 },
      { 'idempotency-key': 'cut-once' },
    )
  // If the connection ends without PostgreSQL's report, the transaction may be committed: the
  // server then responds with 500, or with 503 while it reconnects, and the client repeats the call.
  let reply = await send()
  while (reply.status >= 500) {
    await wait(200)
    reply = await send()
  }
  await db.execute(sql`drop trigger cut on account_log`)
  expect([reply.status, reply.success]).toEqual([200, true])
  expect((await rows(subs[0]!.userId)).map(({ charChange }) => charChange)).toEqual([70])
  expect((await rows(main.userId)).at(-1)?.charChange).toBe(-70)
  const received = and(eq(notices.userId, subs[0]!.userId), eq(notices.type, 'received'))
  expect(await db.$count(notices, received)).toBe(1)
})
