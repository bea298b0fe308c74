/** What a main account sees of one sub-account: history, sessions and daily usage. */
import { expect, test } from 'vitest'
import { sessions } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import { recordSecurityEvent } from '#server/features/identity/index.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { signedIn, signIn } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const createGroup = () =>
  addAccountGroup(server, { quota: [{ chars: 1_000 }, { chars: 10 }, { chars: 10 }] })

test('the history has changes of quota without use, and changes of access, each with its cause', async () => {
  const { main, subs, asMain } = await createGroup()
  const { userId } = subs[0]!
  await asMain.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 30 })
  await chargeTranslation(
    server.database.db,
    { ...subs[0]!, chars: 5, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
    'Asia/Shanghai',
    new Date(server.now()),
  )
  await asMain.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  await asMain.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  await asMain.call(subAccounts.changeEnabled, { userId, enabled: 1 })
  await asMain.call(subAccounts.resetPassword, { userId, password: 'another-secret' })
  const { data } = await asMain.call(subAccounts.history, { userId })
  expect(data.registerDateTime).toMatch(/^\d{4}-/)
  expect(data.accountLog.map(({ logType }) => logType)).not.toContain('TRANSLATION_CONSUME')
  expect(data.accountLog[0]).toMatchObject({
    logType: 'RECOVERY',
    charChangeNum: -35,
    managerId: main.userId,
  })
  expect(data.accountLog[1]).toMatchObject({
    logType: 'DISTRIBUTION',
    charChangeNum: 30,
    beforeCharNum: 10,
    lastCharNum: 40,
    managerId: main.userId,
    parentUserName: main.account.replace('@example.com', ''),
  })
  const events = data.securityEvents.map(({ event, count }) => `${event} ${count}`)
  expect(events.toSorted()).toEqual([
    'disabledByOwner 1',
    'enabledByOwner 1',
    'passwordSetByOwner 1',
  ])
})

test('the history names who created the sub-account and changed its access, unless several did', async () => {
  const { main, subs, asMain } = await createGroup()
  const deputy = subs[0]!
  await asMain.call(subAccounts.setRole, { userId: deputy.userId, accountRole: 'deputy' })
  const asDeputy = await signedIn(server, deputy)
  const account = 'madebydeputy'
  await asDeputy.call(subAccounts.create, { account, password: 'first-secret' })
  const created = (await asMain.call(subAccounts.page, { account })).data.rows[0]!
  const userId = String(created.userId)
  await asMain.call(subAccounts.resetPassword, { userId, password: 'another-secret' })
  await asMain.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  await asDeputy.call(subAccounts.changeEnabled, { userId, enabled: 1 })
  await asDeputy.call(subAccounts.changeEnabled, { userId, enabled: 0 })
  const { securityEvents } = (await asMain.call(subAccounts.history, { userId })).data
  const ownerName = main.account.replace('@example.com', '')
  expect(
    securityEvents.map(({ event, actorId, actorName }) => ({ event, actorId, actorName })),
  ).toEqual(
    expect.arrayContaining([
      { event: 'createdByOwner', actorId: deputy.userId, actorName: deputy.account },
      { event: 'disabledByOwner', actorId: main.userId, actorName: ownerName },
      { event: 'disabledByOwner', actorId: deputy.userId, actorName: deputy.account },
      { event: 'enabledByOwner', actorId: deputy.userId, actorName: deputy.account },
      { event: 'passwordSetByOwner', actorId: main.userId, actorName: ownerName },
    ]),
  )
  expect(securityEvents).toHaveLength(5)
  // Of one day and network they are one row.
  const { db, clock, settings } = server.services
  const key = { ownerId: main.ownerId, userId }
  const record = (actor: { userId: string }) =>
    recordSecurityEvent(
      db,
      { ip: '192.0.2.7', clock, settings, me: { ...main, ...actor } as unknown as CurrentUser },
      key,
      'sessionsEndedByOwner',
    )
  const ended = async () =>
    (await asMain.call(subAccounts.history, { userId })).data.securityEvents.find(
      ({ event }) => event === 'sessionsEndedByOwner',
    )
  await record(main)
  await record(main)
  expect(await ended()).toMatchObject({ count: 2, actorId: main.userId })
  await record(deputy)
  expect(await ended()).toMatchObject({ count: 3, actorId: null, actorName: null })
})

test('the changes of quota are the newest first, of all types but use', async () => {
  const { subs, asMain } = await createGroup()
  const { userId } = subs[0]!
  const amounts = { changeVoiceNum: 0, changeImageNum: 0 }
  await asMain.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 })
  await asMain.call(subAccounts.reclaim, { childUserId: userId, changeCharNum: 2, ...amounts })
  await asMain.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 3 })
  const { data } = await asMain.call(subAccounts.history, { userId })
  expect(data.accountLog.slice(0, 3).map(({ charChangeNum }) => charChangeNum)).toEqual([3, -2, 1])
})

test('the owner ends one session of a sub-account, or all of them, and keeps its own', async () => {
  const { subs, asMain } = await createGroup()
  const [sub, sibling] = subs as [(typeof subs)[0], (typeof subs)[0]]
  const { userId } = sub
  const [first, second, third] = [
    await signedIn(server, sub),
    await signedIn(server, sub),
    await signIn(server, sibling.account),
  ]
  const listed = (await asMain.call(subAccounts.sessions, { userId })).data
  const own = (await second.call(sessions.page, {})).data.rows
  expect(listed.total).toBe(own.length)
  expect(listed.rows.every(({ current }) => current === 0)).toBe(true)
  const { id } = own.find(({ current }) => current === 1)!
  expect((await asMain.call(subAccounts.endSession, { id })).success).toBe(true)
  expect((await second.call(users.get, {})).status).toBe(700)
  expect((await first.call(users.get, {})).success).toBe(true)
  const { data } = await asMain.call(subAccounts.endSessions, { userId })
  expect(data.ended).toBe(listed.total - 1)
  expect((await first.call(users.get, {})).status).toBe(700)
  expect((await third.call(users.get, {})).success).toBe(true)
  expect((await asMain.call(users.get, {})).success).toBe(true)
  const { securityEvents } = (await asMain.call(subAccounts.history, { userId })).data
  expect(securityEvents).toMatchObject([{ event: 'sessionsEndedByOwner', count: 2 }])
})

test('others get the answer for an unknown sub-account, and end nothing', async () => {
  const { subs, asMain, asSubs } = await createGroup()
  const stranger = await createGroup()
  const { userId } = subs[0]!
  const [session] = (await asMain.call(subAccounts.sessions, { userId })).data.rows
  for (const call of [
    subAccounts.history,
    subAccounts.sessions,
    subAccounts.endSessions,
  ] as const) {
    expect(await stranger.asMain.refused(call, { userId })).toMatchObject({ code: 'notFound' })
    expect(await asSubs[0]!.refused(call, { userId })).toMatchObject({ code: 'notAllowed' })
  }
  const own = (await asMain.call(sessions.page, {})).data.rows[0]!
  for (const [actor, id] of [
    [stranger.asMain, session!.id],
    [asMain, own.id],
  ] as const)
    expect(await actor.refused(subAccounts.endSession, { id })).toMatchObject({ code: 'notFound' })
  expect((await asSubs[0]!.call(users.get, {})).success).toBe(true)
})

test('daily usage of one sub-account leaves out that of the others', async () => {
  const { main, subs, asMain, asSubs } = await createGroup()
  for (const [person, chars] of [
    [main, 300],
    [subs[0]!, 7],
    [subs[1]!, 2],
  ] as const)
    await chargeTranslation(
      server.database.db,
      { ...person, chars, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
      'Asia/Shanghai',
      new Date(server.now()),
    )
  const sumOf = async (childUserId?: string) =>
    (await asMain.call(usage.daily, { days: 2, childUserId })).data.rows.reduce(
      (sum, { chars }) => sum + chars,
      0,
    )
  expect(await sumOf(subs[0]!.userId)).toBe(7)
  expect(await sumOf()).toBe(309)
  expect(await asSubs[0]!.refused(usage.daily, { childUserId: subs[1]!.userId })).toMatchObject({
    code: 'notFound',
  })
})
