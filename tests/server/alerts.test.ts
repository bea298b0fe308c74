/** Alerts: once per crossing on every server, by the owner's means, and after quiet hours only what is still true. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alerts as calls } from '#contract/alerts.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { warnOfExpiry } from '#server/features/api-keys/warn-of-expiry.ts'
import { warnOfPlanEnd } from '#server/features/packages/warn-of-plan-end.ts'
import { findUnusualUse } from '#server/features/translation/usage/find-unusual-use.ts'
import { addDays, formatWireTime } from '#server/platform/db/time.ts'
import { alerts, balances, mails, memberGroups, usageDays, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { publicUrl, sendDueAlerts } from '#tests/support/server/alerts.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'

const server = await startServer()
const other = await startServer({}, server.database)
await ensureCatalogue(server.database.db)
const { db } = server.database
afterAll(async () => {
  await other.close()
  await server.close()
})

const hour = 3_600_000
const zone = 'Asia/Shanghai'
/** Time of day in the business time zone, some hours from now. */
const clockIn = (hours: number) =>
  formatWireTime(new Date(server.now() + hours * hour), zone).slice(11, 16)
const today = () => formatWireTime(new Date(server.now()), zone).slice(0, 10)
const passTime = (ms: number) => [server, other].forEach((one) => one.passTime(ms))

async function newGroup() {
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  const { main, asMain, subs } = group
  const move =
    (call: typeof subAccounts.distributeAll | typeof subAccounts.reclaim) => (chars: number) =>
      asMain.call(call, {
        childUserId: subs[0]!.userId,
        changeCharNum: chars,
        changeVoiceNum: 0,
        changeImageNum: 0,
      })
  const mailsOf = () =>
    db.select().from(mails).where(eq(mails.to, main.account)).orderBy(asc(mails.id))
  return {
    ...group,
    distribute: move(subAccounts.distributeAll),
    reclaim: move(subAccounts.reclaim),
    mailsOf,
    subjects: async () => (await mailsOf()).map(({ subject }) => subject),
    alertsOf: () => db.select().from(alerts).where(eq(alerts.ownerId, main.ownerId)),
  }
}

const bells = async (caller: Caller) =>
  (await caller.call(noticeCalls.page, { pageSize: 50 })).data.rows.map(({ type }) => type)

test('every kind is told by every means until the owner turns one off; only the owner may', async () => {
  const { asMain, main, subs } = await newGroup()
  const { data } = await asMain.call(calls.get, {})
  expect(data).toMatchObject({ mailTo: main.account, quietFrom: null, quietUntil: null })
  expect(data.kinds.map(({ bell, mail, webhooks }) => [bell, mail, webhooks])).toEqual(
    data.kinds.map(() => [1, 1, []]),
  )
  await Promise.all(
    (['bell', 'mail', 'mail'] as const).map((means) =>
      asMain.call(calls.setMeans, { kind: 'quotaAsked', means, on: 0 }),
    ),
  )
  await asMain.call(calls.setMeans, { kind: 'quotaAsked', means: 'mail', on: 1 })
  expect((await asMain.call(calls.get, {})).data.kinds).toContainEqual({
    kind: 'quotaAsked',
    bell: 0,
    mail: 1,
    webhooks: [],
  })
  const sub = await signedIn(server, subs[0]!)
  expect(await sub.refused(calls.get, {})).toMatchObject({ code: 'notAllowed' })
  expect(
    await sub.refused(calls.setMeans, { kind: 'lowBalance', means: 'mail', on: 0 }),
  ).toMatchObject({ code: 'notAllowed' })
})

test.for([
  [{ quietFrom: '22:00' }, 'quietUntil'],
  [{ quietUntil: '08:00' }, 'quietFrom'],
  [{ quietFrom: '08:00', quietUntil: '08:00' }, 'quietUntil'],
  [{ quietFrom: '24:00', quietUntil: '08:00' }, 'quietFrom'],
  [{ quietFrom: '8:00', quietUntil: '09:00' }, 'quietFrom'],
] as const)('quiet hours %o are refused at %s', async ([input, field]) => {
  const { asMain } = await newGroup()
  const { fields } = await asMain.refused(calls.saveQuietHours, input)
  expect(Object.keys(fields ?? {})).toEqual([field])
  expect((await asMain.call(calls.get, {})).data.quietFrom).toBeNull()
})

test('two servers mail a low balance once, with the link to pay, and its end once', async () => {
  const { asMain, distribute, reclaim, mailsOf, subjects, alertsOf } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await distribute(600)
  await Promise.all([server, other, server, other].map((one) => sendDueAlerts(one)))
  const [mail, ...more] = await mailsOf()
  expect(more).toEqual([])
  expect(mail!.html).toContain(`${publicUrl}/UserCenterRecharge?pay=last`)
  expect(mail!.text).toContain('Pay now')
  await reclaim(600)
  await Promise.all([server, other].map((one) => sendDueAlerts(one)))
  expect((await subjects())[1]).toContain('back to normal')
  expect(await bells(asMain)).toEqual(['alertEnded', 'lowBalance'])
  expect(await alertsOf()).toEqual([])
})

test('a server that fails after it has queued the mail has queued none; the next one sends it once', async () => {
  const { asMain, distribute, subjects } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await distribute(600)
  await db.execute(
    sql`create function refuse_sent() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await db.execute(
    sql`create trigger refuse_sent before update of sent_step on alerts for each row execute function refuse_sent()`,
  )
  await sendDueAlerts(server)
  expect(await subjects()).toEqual([])
  await db.execute(sql`drop trigger refuse_sent on alerts`)
  await sendDueAlerts(other)
  await sendDueAlerts(server)
  expect(await subjects()).toHaveLength(1)
})

test('in quiet hours the bell rings at once; mails wait, and what is no longer true is not sent', async () => {
  const [still, over] = [await newGroup(), await newGroup()]
  for (const { asMain, distribute } of [still, over]) {
    await asMain.call(balanceAlert.save, { lowCharNum: 500 })
    await asMain.call(calls.saveQuietHours, { quietFrom: clockIn(-1), quietUntil: clockIn(2) })
    await distribute(600)
    expect(await bells(asMain)).toEqual(['lowBalance'])
  }
  await sendDueAlerts(server)
  passTime(hour)
  await over.reclaim(600)
  await sendDueAlerts(server)
  expect([...(await still.subjects()), ...(await over.subjects())]).toEqual([])
  passTime(hour)
  await sendDueAlerts(server)
  expect(await still.subjects()).toHaveLength(1)
  expect(await over.subjects()).toEqual([])
  expect(await bells(over.asMain)).toEqual(['alertEnded', 'lowBalance'])
})

test('an owner who wants no mail of a kind gets none, and one who wants no bell hears none', async () => {
  const { asMain, distribute, subjects } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  for (const means of ['bell', 'mail'] as const)
    await asMain.call(calls.setMeans, { kind: 'lowBalance', means, on: 0 })
  await distribute(600)
  await sendDueAlerts(server)
  expect([await bells(asMain), await subjects()]).toEqual([[], []])
})

test('a threshold that is lowered or removed forgets the alert; the next crossing is told again', async () => {
  const { asMain, distribute, subjects, alertsOf } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await distribute(600)
  await sendDueAlerts(server)
  await asMain.call(balanceAlert.save, { lowCharNum: 300 })
  expect(await alertsOf()).toEqual([])
  await distribute(150)
  await sendDueAlerts(server)
  expect(await subjects()).toHaveLength(2)
})

test('a request is mailed with its address unless it is answered before the quiet hours end', async () => {
  const { asMain, subs, mailsOf } = await newGroup()
  const sub = await signedIn(server, subs[0]!)
  const ask = () => sub.call(quotaRequests.calls.ask, { charNum: 100, reason: 'Orders' })
  await ask()
  await sendDueAlerts(server)
  const [mail] = await mailsOf()
  const [open] = (await asMain.call(quotaRequests.calls.page, {})).data.rows
  expect(mail!.html).toContain(`/UserCenterQuotaRequests?state=open#${open!.id}`)
  await asMain.call(quotaRequests.calls.grant, { id: open!.id })
  await asMain.call(calls.saveQuietHours, { quietFrom: clockIn(-1), quietUntil: clockIn(2) })
  await ask()
  await sendDueAlerts(server)
  const [next] = (await asMain.call(quotaRequests.calls.page, {})).data.rows
  await asMain.call(quotaRequests.calls.decline, { id: next!.id })
  passTime(3 * hour)
  await sendDueAlerts(server)
  expect(await mailsOf()).toHaveLength(1)
})

test('a monthly plan is announced 7, 3 and 1 days before its end, once each, and its renewal', async () => {
  const { main, subjects } = await newGroup()
  const [byTime] = await db.select().from(memberGroups).where(eq(memberGroups.billingMode, 'time'))
  const isMain = and(eq(users.ownerId, main.ownerId), eq(users.userId, main.userId))
  await db.update(users).set({ memberGroupId: byTime!.id }).where(isMain)
  const expireIn = (days: number) =>
    db
      .update(balances)
      .set({ expiresAt: new Date(server.now() + days * 24 * hour) })
      .where(and(eq(balances.ownerId, main.ownerId), eq(balances.userId, main.userId)))
  const look = async () => {
    await Promise.all([server, other].map((one) => warnOfPlanEnd(one.services, zone)))
    await sendDueAlerts(server)
  }
  await expireIn(8)
  await look()
  expect(await subjects()).toEqual([])
  for (let day = 0; day < 7; day++) {
    passTime(24 * hour)
    await look()
    await look()
  }
  // Sessions end after a week.
  const owner = await signedIn(server, main)
  expect(await bells(owner)).toEqual(['planExpiring', 'planExpiring', 'planExpiring'])
  expect(await subjects()).toHaveLength(3)
  // A plan that has ended, and is not renewed, is left alone.
  passTime(48 * hour)
  await look()
  expect(await subjects()).toHaveLength(3)
  await expireIn(31)
  await look()
  await look()
  expect(await bells(owner)).toEqual(['alertEnded', ...Array<string>(3).fill('planExpiring')])
  expect((await subjects()).at(-1)).toContain('renewed')
})

const { times, floorChars, leastDays } = businessLimits.unusualUse

test('use above five times a usual day is told once, with who and how much, and its end two days later', async () => {
  const { asMain, main, subs, mailsOf } = await newGroup()
  const use = (userId: string, day: string, chars: number) =>
    db.insert(usageDays).values({
      ownerId: main.ownerId,
      userId,
      day,
      channelId: '1',
      source: 'zh',
      target: 'en',
      clientType: 'web',
      chars,
      count: 1,
    })
  const [person, usual] = [subs[0]!.userId, floorChars]
  for (let day = 1; day <= leastDays; day++) {
    await use(person, addDays(today(), -day * 2), usual + day)
    await use(main.userId, addDays(today(), -day * 2), usual)
  }
  const median = usual + (leastDays + 1) / 2
  await use(person, today(), times * median + 1)
  // Exactly five times is not more.
  await use(main.userId, today(), times * usual)
  const look = async () => {
    await Promise.all([server, other].map((one) => findUnusualUse(one.services, zone)))
    await sendDueAlerts(server)
  }
  await look()
  await look()
  const sent = await mailsOf()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.html).toContain(`/UserCenterSubAccount?userId=${person}`)
  expect(sent[0]!.text).toContain((times * median + 1).toLocaleString('en'))
  expect(sent[0]!.text).toContain(median.toLocaleString('en'))
  passTime(24 * hour)
  await look()
  expect(await bells(asMain)).toEqual(['unusualUse'])
  passTime(24 * hour)
  await look()
  await look()
  expect(await bells(asMain)).toEqual(['alertEnded', 'unusualUse'])
  expect(await mailsOf()).toHaveLength(2)
})

test('somebody new, and use below the floor, are never unusual', async () => {
  const { asMain, main, subs } = await newGroup()
  const add = (userId: string, ago: number, chars: number) =>
    db.insert(usageDays).values({
      ownerId: main.ownerId,
      userId,
      day: addDays(today(), -ago),
      channelId: '1',
      source: 'zh',
      target: 'en',
      clientType: 'web',
      chars,
      count: 1,
    })
  await add(main.userId, 1, 10)
  await add(main.userId, 0, 10 * floorChars)
  for (let day = 1; day <= leastDays; day++) await add(subs[0]!.userId, day, 10)
  await add(subs[0]!.userId, 0, floorChars - 1)
  await findUnusualUse(server.services, zone)
  expect(await bells(asMain)).toEqual([])
})

test('use of the last minutes of a day is seen after midnight', async () => {
  const { asMain, main } = await newGroup()
  const add = (ago: number, chars: number) =>
    db.insert(usageDays).values({
      ownerId: main.ownerId,
      userId: main.userId,
      day: addDays(today(), -ago),
      channelId: '1',
      source: 'zh',
      target: 'en',
      clientType: 'web',
      chars,
      count: 1,
    })
  for (let day = 2; day < 2 + leastDays; day++) await add(day, floorChars)
  await add(1, times * floorChars + 1)
  await findUnusualUse(server.services, zone)
  await findUnusualUse(server.services, zone)
  expect(await bells(asMain)).toEqual(['unusualUse'])
})

/** From an hour ago until in two hours. */
const beQuiet = (owner: Caller) =>
  owner.call(calls.saveQuietHours, { quietFrom: clockIn(-1), quietUntil: clockIn(2) })

test('quiet hours that are cleared let what waits go at once', async () => {
  const { asMain, distribute, subjects } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await beQuiet(asMain)
  await distribute(600)
  await sendDueAlerts(server)
  expect(await subjects()).toEqual([])
  await asMain.call(calls.saveQuietHours, {})
  await sendDueAlerts(server)
  expect(await subjects()).toHaveLength(1)
})

test('after quiet hours no mail says that a key ends which was extended, revoked or deleted meanwhile', async () => {
  const { asMain, mailsOf } = await newGroup()
  const lastDay = addDays(today(), 5)
  const issue = async (name: string) =>
    (await asMain.call(apiKeys.calls.issue, { name, scopes: ['usage'], lastDay })).data.id
  const ids = [
    await issue('extended'),
    await issue('revoked'),
    await issue('deleted'),
    await issue('ends'),
  ]
  passTime(25 * hour)
  await beQuiet(asMain)
  await warnOfExpiry(server.services, zone)
  await sendDueAlerts(server)
  const rows = (await asMain.call(apiKeys.calls.page, {})).data.rows
  const extended = rows.find(({ id }) => id === ids[0])!
  await asMain.call(apiKeys.calls.edit, { ...extended, lastDay: addDays(lastDay, 90) })
  await asMain.call(apiKeys.calls.revoke, { id: ids[1]! })
  await asMain.call(apiKeys.calls.remove, { id: ids[2]! })
  passTime(3 * hour)
  await sendDueAlerts(server)
  expect((await mailsOf()).map(({ text }) => /“(\w+)”/.exec(text)![1])).toEqual(['ends'])
})

test('after quiet hours no mail of a low balance or an ending plan goes to an owner who has bought a plan', async () => {
  const { asMain, main, distribute, subjects } = await newGroup()
  const setPlan = async (mode: 'char' | 'time', days: number) => {
    const [group] = await db.select().from(memberGroups).where(eq(memberGroups.billingMode, mode))
    const { ownerId, userId } = main
    await db
      .update(users)
      .set({ memberGroupId: group!.id })
      .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
    await db
      .update(balances)
      .set({ expiresAt: new Date(server.now() + days * 24 * hour) })
      .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
  }
  await asMain.call(balanceAlert.save, { lowCharNum: 500 })
  await beQuiet(asMain)
  await distribute(600)
  await setPlan('time', 3)
  await warnOfPlanEnd(server.services, zone)
  expect(await bells(asMain)).toEqual(['planExpiring', 'lowBalance'])
  await sendDueAlerts(server)
  await setPlan('time', 33)
  passTime(3 * hour)
  await sendDueAlerts(server)
  expect(await subjects()).toEqual([])
  await warnOfPlanEnd(server.services, zone)
  passTime(2 * hour)
  await sendDueAlerts(server)
  expect(await subjects()).toEqual([])
  expect((await bells(asMain))[0]).toBe('alertEnded')
})

test('nothing is kept or sent of a deleted sub-account', async () => {
  const { asMain, subs, subjects, alertsOf } = await newGroup()
  const sub = await signedIn(server, subs[0]!)
  await beQuiet(asMain)
  await sub.call(quotaRequests.calls.ask, { charNum: 100, reason: 'Orders' })
  await asMain.call(subAccounts.remove, { userId: subs[0]!.userId })
  expect(await alertsOf()).toEqual([])
  passTime(3 * hour)
  await sendDueAlerts(server)
  expect(await subjects()).toEqual([])
})
