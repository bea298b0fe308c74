/** Statements of months: they add up, are closed once by whatever server, and stay as they are. */
import fc from 'fast-check'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { statements as calls } from '#contract/statements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { adjustAccount } from '#server/features/ledger/post-entries.ts'
import { closeAllMonths, closeMonths } from '#server/features/statements/close-months.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { statements, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { buyPackage } from '#tests/support/actors/memberships.ts'
import { balanceOf, type Person } from '#tests/support/actors/people.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const hour = 3_600_000
const first = await serverWithCatalogue()
const second = await startServer({}, first.database)
afterAll(() => second.close())
const { db } = first.database

const monthNow = () => formatWireTime(new Date(first.now()), zone).slice(0, 7)
/** Moves the clock of both servers to a time after the beginning of the next month. */
function passMonth(after: number) {
  const [year = 0, month = 0] = monthNow().split('-').map(Number)
  const ms = Date.UTC(year, month, 1) - 8 * hour + after - first.now()
  first.passTime(ms)
  second.passTime(ms)
}
const runJobs = () =>
  Promise.all([first, second, first, second].map(({ services }) => closeAllMonths(services, zone)))

/** Registered this month, so that the first statement is that of this month. */
async function newGroup(
  quota: Parameters<typeof addAccountGroup>[1] = { quota: [{ chars: 1_000, voices: 5 }, {}, {}] },
) {
  const { main, subs } = await addAccountGroup(first, quota)
  await db
    .update(users)
    .set({ registeredAt: new Date(first.now()) })
    .where(eq(users.ownerId, main.ownerId))
  const asMain = () => signedIn(first, main)
  return {
    main,
    subs,
    asMain,
    distribute: async (sub: Person, chars: number) =>
      (await asMain()).call(subAccounts.distributeAll, {
        childUserId: sub.userId,
        changeCharNum: chars,
        changeVoiceNum: 0,
        changeImageNum: 0,
      }),
    translate: ({ ownerId, userId }: Person, chars: number) =>
      chargeTranslation(
        db,
        { ownerId, userId, chars, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
        zone,
        new Date(first.now()),
      ),
    statementOf: async (month: string, userId?: string) =>
      (await (await asMain()).call(calls.get, userId === undefined ? { month } : { month, userId }))
        .data,
    storedRows: () => db.$count(statements, eq(statements.ownerId, main.ownerId)),
  }
}

test('a month is shown so far, and once over it is stored by one of two servers and stays', async () => {
  const group = await newGroup()
  const { main, subs, asMain, statementOf } = group
  const month = monthNow()
  await group.distribute(subs[0]!, 400)
  await group.translate(subs[0]!, 30)
  await group.translate(main, 50)
  const soFar = await statementOf(month)
  expect(soFar).toMatchObject({
    month,
    state: 'open',
    person: null,
    ownerAccount: main.account,
    opening: { charNum: 0 },
    movements: [
      { logType: 'SYS_ADJUST', charNum: 1_000, voiceNum: 5, rowNum: 1 },
      { logType: 'TRANSLATION_CONSUME', charNum: -80, rowNum: 2 },
    ],
    closing: { charNum: 920, voiceNum: 5, imageNum: 0 },
    usedCharNum: 80,
    translationNum: 2,
  })
  expect(soFar.people.map(({ account, closing }) => [account, closing.charNum])).toEqual([
    [main.account, 550],
    [subs[0]!.account, 370],
  ])
  expect(soFar.use).toMatchObject([
    { userId: main.userId, sourceLangCode: 'zh', targetLangCode: 'en', charNum: 50 },
    { userId: subs[0]!.userId, channelEnName: 'Tencent Translate', keyId: '0', charNum: 30 },
  ])
  passMonth(hour + 1_000)
  await runJobs()
  expect(await group.storedRows()).toBe(3)
  await runJobs()
  const closed = await statementOf(month)
  expect(closed).toEqual({ ...soFar, state: 'closed' })
  const { ownerId } = main
  await adjustAccount(
    db,
    ownerId,
    { userId: ownerId, logType: 'SYS_ADJUST', change: { chars: -100 } },
    new Date(first.now()),
  )
  expect(await statementOf(month)).toEqual(closed)
  expect(await statementOf(monthNow())).toMatchObject({
    state: 'open',
    opening: { charNum: 920 },
    movements: [{ logType: 'SYS_ADJUST', charNum: -100 }],
    closing: { charNum: 820 },
  })
  const { data } = await (await asMain()).call(calls.page, {})
  expect(data.rows).toMatchObject([
    { month: monthNow(), state: 'open', openingCharNum: 920, closingCharNum: 820, usedCharNum: 0 },
    { month, state: 'closed', openingCharNum: 0, closingCharNum: 920, usedCharNum: 80 },
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('in its first hour after the end a month is not stored, later it is by the first reader', async () => {
  const group = await newGroup()
  const month = monthNow()
  passMonth(hour - 60_000)
  expect(await group.statementOf(month)).toMatchObject({
    state: 'closing',
    closing: { charNum: 1_000 },
  })
  expect(await group.storedRows()).toBe(0)
  for (const server of [first, second]) server.passTime(2 * 60_000)
  const read = await Promise.all([1, 2, 3].map(() => group.statementOf(month)))
  expect(read.map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  expect(await group.storedRows()).toBe(2)
})

test('a month begins at midnight of the business calendar', async () => {
  const group = await newGroup()
  const month = monthNow()
  passMonth(-1_000)
  await group.translate(group.main, 1)
  for (const server of [first, second]) server.passTime(2_000)
  await group.translate(group.main, 2)
  expect(await group.statementOf(month)).toMatchObject({
    usedCharNum: 1,
    closing: { charNum: 999 },
  })
  const next = await group.statementOf(monthNow())
  expect(next).toMatchObject({ usedCharNum: 2, opening: { charNum: 999 } })
  expect([next.beginDateTime, next.endDateTime.slice(8)]).toEqual([
    `${monthNow()}-01 00:00:00`,
    expect.stringMatching(/^(28|29|30|31) 23:59:59$/),
  ])
  passMonth(hour + 1_000)
  await runJobs()
  expect(await discrepancies(db)).toEqual([])
})

test('months that no server closed are closed in their order', async () => {
  const group = await newGroup()
  const months = [monthNow()]
  await group.translate(group.main, 10)
  passMonth(hour)
  months.push(monthNow())
  await group.translate(group.main, 20)
  passMonth(hour)
  months.push(monthNow())
  passMonth(hour)
  await runJobs()
  const closed = await Promise.all(months.map((month) => group.statementOf(month)))
  expect(closed.map(({ opening, closing }) => [opening.charNum, closing.charNum])).toEqual([
    [1_000, 990],
    [990, 970],
    [970, 970],
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('a server that fails in the middle stores nothing, and the next one closes the month', async () => {
  const group = await newGroup()
  const month = monthNow()
  await group.distribute(group.subs[0]!, 300)
  passMonth(hour)
  await db.execute(
    sql`create function fail_once() returns trigger language plpgsql as $$ begin raise 'the server died'; end $$`,
  )
  await db.execute(
    sql`create trigger fail_once before insert on statements for each row when (new.user_id <> 0) execute function fail_once()`,
  )
  const time = { now: new Date(first.now()), zone }
  await expect(closeMonths(db, group.main.ownerId, time)).rejects.toThrow()
  expect(await group.storedRows()).toBe(0)
  await db.execute(sql`drop trigger fail_once on statements`)
  await closeMonths(second.services.db, group.main.ownerId, time)
  expect(await group.storedRows()).toBe(3)
  expect(await group.statementOf(month)).toMatchObject({ state: 'closed' })
})

test('a deleted sub-account keeps its figures without its name', async () => {
  const group = await newGroup()
  const sub = group.subs[0]!
  const month = monthNow()
  await group.distribute(sub, 300)
  await group.translate(sub, 40)
  await (await group.asMain()).call(subAccounts.remove, { userId: sub.userId })
  passMonth(hour)
  await runJobs()
  const statement = await group.statementOf(month)
  expect(statement.people[1]).toMatchObject({
    userId: sub.userId,
    account: null,
    nickname: null,
    closing: { charNum: 0 },
    usedCharNum: 40,
  })
  expect(JSON.stringify(statement)).not.toContain(sub.account)
  expect(await group.statementOf(month, sub.userId)).toMatchObject({ person: { account: null } })
  expect(await discrepancies(db)).toEqual([])
})

test('a sub-account reads its own statement only, an owner those of its account group', async () => {
  const group = await newGroup()
  const other = await newGroup()
  const [sub, sibling] = group.subs
  const month = monthNow()
  await group.distribute(sub!, 300)
  const asSub = await signedIn(first, sub!)
  const own = (await asSub.call(calls.get, { month })).data
  expect(own).toMatchObject({
    person: { userId: sub!.userId, account: sub!.account },
    people: [],
    payments: [],
    movements: [{ logType: 'DISTRIBUTION', charNum: 300 }],
    closing: { charNum: 300 },
  })
  expect((await asSub.call(calls.get, { month, userId: sub!.userId })).data).toEqual(own)
  expect((await asSub.call(calls.page, {})).data.rows).toMatchObject([
    { month, closingCharNum: 300 },
  ])
  for (const userId of [sibling!.userId, group.main.userId, other.main.userId])
    expect(await asSub.refused(calls.get, { month, userId })).toMatchObject({ code: 'notFound' })
  const owner = await group.asMain()
  for (const userId of [other.main.userId, other.subs[0]!.userId, '0', '99999999', 'x'])
    expect(await owner.refused(calls.get, { month, userId })).toMatchObject({ code: 'notFound' })
})

test('an accountant reads the statements of the whole account, and of each person', async () => {
  const group = await newGroup()
  const [sub, accountant] = group.subs
  const month = monthNow()
  await group.distribute(sub!, 300)
  const owner = await group.asMain()
  await owner.call(subAccounts.setRole, { userId: accountant!.userId, accountRole: 'accountant' })
  const asAccountant = await signedIn(first, accountant!)
  expect((await asAccountant.call(calls.get, { month })).data).toEqual(
    (await owner.call(calls.get, { month })).data,
  )
  expect(
    (await asAccountant.call(calls.get, { month, userId: sub!.userId })).data.closing,
  ).toMatchObject({ charNum: 300 })
})

test('months before the registration, after this one and none are refused', async () => {
  const { asMain } = await newGroup()
  const owner = await asMain()
  for (const month of ['0000-01', '1999-12', '9999-12'])
    expect(await owner.refused(calls.get, { month })).toMatchObject({ code: 'notFound' })
  for (const month of ['2026-13', '2026-1', '', '2026-10-01', "2026-10' or 1"])
    expect(await owner.refused(calls.get, { month })).toMatchObject({ code: 'invalid' })
})

test('the check of the ledger names each statement that was changed', async () => {
  const group = await newGroup()
  const { ownerId } = group.main
  const month = monthNow()
  await group.distribute(group.subs[0]!, 300)
  await group.translate(group.subs[0]!, 40)
  passMonth(hour)
  await runJobs()
  passMonth(hour)
  await runJobs()
  const ofMonth = and(eq(statements.ownerId, ownerId), eq(statements.month, `${month}-01`))
  const ofSub = and(ofMonth, eq(statements.userId, group.subs[0]!.userId))
  const ofAll = and(ofMonth, eq(statements.userId, '0'))
  const change = async (set: Record<string, unknown>, where: typeof ofSub) => {
    const before = await db.select().from(statements).where(where)
    await db.execute(sql`alter table statements disable trigger user`)
    await db.update(statements).set(set).where(where)
    const found = await discrepancies(db, { full: true, owners: [ownerId] })
    await db.delete(statements).where(where)
    await db.insert(statements).values(before)
    await db.execute(sql`alter table statements enable trigger user`)
    return found.join(' ')
  }
  expect(await discrepancies(db, { full: true, owners: [ownerId] })).toEqual([])
  const sub = `The statement of ${month} of account ${group.subs[0]!.userId} of owner ${ownerId}`
  const all = `The statement of ${month} of all accounts of owner ${ownerId}`
  expect(await change({ closingChars: 261 }, ofSub)).toContain(`${sub} opens with 0 characters`)
  expect(await change({ openingChars: 1, closingChars: 261 }, ofSub)).toContain(
    `${sub} opens with 1 characters and closes with 261, but the ledger had 0 and 260 then`,
  )
  expect(await change({ closingExpiresAt: new Date(first.now()) }, ofSub)).toContain(
    `${sub} opens with 0 characters and closes with 260, but the ledger had 0 and 260 then`,
  )
  expect(await change({ movements: [] }, ofSub)).toContain(
    `${sub} has 0 rows of DISTRIBUTION with 0 characters, but the ledger has 1 with 300`,
  )
  expect(await change({ usedChars: 41 }, ofSub)).toContain(
    `${sub} says that 41 characters were used and lists 40, but the usage by day says 40`,
  )
  expect(await change({ use: [] }, ofSub)).toContain(
    `${sub} says that 40 characters were used and lists 0, but the usage by day says 40`,
  )
  expect(await change({ paidCents: 5 }, ofAll)).toContain(
    `${all} lists 0 cents as paid and adds them up to 5, but 0 were booked`,
  )
  expect(await change({ payments: [{ kind: 'refunded', amount: 7 }] }, ofAll)).toContain(
    `${all} lists 7 cents as refunded and adds them up to 0, but 0 were booked`,
  )
  expect(await change({ closingVoices: sql`closing_voices - 1` }, ofAll)).toContain(all)
  expect(await change({ movements: [] }, ofAll)).toContain(`${all} closes with 960 characters`)
  const lost = await db.select().from(statements).where(ofSub)
  await db.execute(sql`alter table statements disable trigger user`)
  await db.delete(statements).where(ofSub)
  expect((await discrepancies(db, { full: true, owners: [ownerId] })).join(' ')).toContain(all)
  await db.insert(statements).values(lost)
  await db.execute(sql`alter table statements enable trigger user`)
})

test('the database refuses to change, delete and truncate what is stored', async () => {
  const group = await newGroup()
  passMonth(hour)
  await runJobs()
  const ofOwner = eq(statements.ownerId, group.main.ownerId)
  const isRefused = { cause: { message: expect.stringContaining('statements stay as they are') } }
  await expect(db.update(statements).set({ closingChars: 1 }).where(ofOwner)).rejects.toMatchObject(
    isRefused,
  )
  await expect(
    db
      .update(statements)
      .set({ use: sql`'[{"charNum": 1}]'` })
      .where(ofOwner),
  ).rejects.toMatchObject(isRefused)
  await expect(db.delete(statements).where(ofOwner)).rejects.toMatchObject(isRefused)
  await expect(db.execute(sql`truncate statements`)).rejects.toMatchObject(isRefused)
  expect(await group.storedRows()).toBe(2)
})

test('while the clock is not trusted no reader closes a month', async () => {
  const doubtful = await startServer({}, first.database, { isClockTrusted: () => false })
  const group = await newGroup()
  const month = monthNow()
  passMonth(2 * hour)
  doubtful.passTime(first.now() - doubtful.now())
  const { data } = await (await signedIn(doubtful, group.main)).call(calls.get, { month })
  expect(data).toMatchObject({ state: 'closing', closing: { charNum: 1_000 } })
  expect(await group.storedRows()).toBe(0)
  expect((await group.statementOf(month)).state).toBe('closed')
  await doubtful.close()
})

test('a sub-account does not learn the email of its main account', async () => {
  const group = await newGroup()
  const asSub = await signedIn(first, group.subs[0]!)
  const reply = await asSub.call(calls.get, { month: monthNow() })
  expect(reply.success).toBe(true)
  expect(reply.text).not.toContain(group.main.account)
})

test('whatever happens in some months, the statements add up to the ledger and to the balances', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('translate' as const), who: fc.nat(2), amount: fc.nat(80) }),
    fc.record({ does: fc.constant('distribute' as const), who: fc.nat(1), amount: fc.nat(200) }),
    fc.record({ does: fc.constant('reclaim' as const), who: fc.nat(1), amount: fc.nat(100) }),
    fc.record({ does: fc.constant('adjust' as const), who: fc.nat(2), amount: fc.nat(500) }),
    fc.record({ does: fc.constant('buy' as const), who: fc.nat(1), amount: fc.nat(1) }),
    fc.record({ does: fc.constant('remove' as const), who: fc.nat(1), amount: fc.nat(1) }),
    fc.record({ does: fc.constant('passMonth' as const), who: fc.nat(2), amount: fc.nat(5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const group = await newGroup()
      const people = [...group.subs, group.main]
      const { ownerId } = group.main
      const begun = monthNow()
      for (const { does, who, amount } of steps) {
        const { userId } = people[who]!
        // Steps of deleted people, and those for which quota is missing, are refused and change nothing.
        if (does === 'passMonth') passMonth(amount * 3 * hour)
        else if (does === 'translate' && amount > 0)
          await group.translate(people[who]!, amount).catch(() => undefined)
        // Characters, or a month's plan, which converts all balances.
        else if (does === 'buy') await buyPackage(first, group.main, who === 0 ? '2' : '6')
        else if (does === 'remove')
          await (await group.asMain()).call(subAccounts.remove, { userId })
        else if (does === 'distribute') await group.distribute(people[who]!, amount)
        else if (does === 'reclaim')
          await (
            await group.asMain()
          ).call(subAccounts.reclaim, {
            childUserId: userId,
            changeCharNum: amount,
            changeVoiceNum: 0,
            changeImageNum: 0,
          })
        else if (does === 'adjust')
          await adjustAccount(
            db,
            ownerId,
            { userId, logType: 'SYS_ADJUST', change: { chars: amount, images: 1 } },
            new Date(first.now()),
          ).catch(() => undefined)
      }
      await closeMonths(db, ownerId, { now: new Date(first.now()), zone })
      expect(await discrepancies(db, { full: true, owners: [ownerId] })).toEqual([])
      const now = await group.statementOf(monthNow())
      for (const unit of ['chars', 'images'] as const) {
        const held = await Promise.all(
          people.map(async ({ userId }) => (await balanceOf(db, ownerId, userId))[unit]),
        )
        const field = unit === 'chars' ? 'charNum' : 'imageNum'
        expect(now.closing[field]).toBe(held.reduce((sum, amount) => sum + amount, 0))
        const moved = now.movements.reduce((sum, movement) => sum + movement[field], 0)
        expect(now.opening[field] + moved).toBe(now.closing[field])
      }
      expect(now.people.reduce((sum, { closing }) => sum + closing.charNum, 0)).toBe(
        now.closing.charNum,
      )
      expect((await group.statementOf(begun)).month).toBe(begun)
    }),
    { numRuns: 12 },
  )
})
