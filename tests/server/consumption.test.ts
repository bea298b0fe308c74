/** Consuming quota: charges, draws from the main account, credits and expiry. */
import { endTrials } from '#server/features/packages/end-trials.ts'
import { chargeUnits } from '#server/features/translation/use-units.ts'
import { distribute } from '#server/features/ledger/transfers/distribute-quota.ts'
import { adjustAccount } from '#server/features/ledger/post-entries.ts'
import { reserveChars } from '#server/features/ledger/reservations/reserve-chars.ts'
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders, translationLog, usageDays, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  chargeTranslation,
  type SingleTranslationCharge,
} from '#tests/support/server/charge-translation.ts'
import { ApiError } from '#server/http/errors.ts'
import { violationError } from '#tests/support/server/database-state.ts'
import {
  addPerson,
  type Person,
  fund,
  balanceOf,
  accountLogOf,
} from '#tests/support/actors/people.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { creditUnderLock } from '#tests/support/actors/memberships.ts'
import { formatError } from '#server/platform/messages.ts'

const { db, close } = await freshDb(40)
beforeAll(() => ensureCatalogue(db))
afterAll(close)

const zone = 'Asia/Shanghai'
const now = new Date('2026-11-20T17:00:00Z')
let groupCount = 0

async function createAccountGroup({
  auto = false,
  groupId = '2',
  main = {},
  sub = {},
}: {
  auto?: boolean
  groupId?: string
  main?: object
  sub?: object
}) {
  const tag = ++groupCount
  const owner = await addPerson(db, {
    account: `o${tag}@example.com`,
    username: `o${tag}`,
    groupId,
  })
  const child = await addPerson(db, { account: `s${tag}`, owner })
  await fund(db, owner, main)
  await fund(db, child, sub)
  if (auto)
    await db.update(users).set({ autoDistribution: true }).where(eq(users.userId, owner.userId))
  return { owner, child }
}
const chargeInput = ({ ownerId, userId }: Person, chars: number): SingleTranslationCharge => ({
  ownerId,
  userId,
  chars,
  ip: '192.0.2.1',
  clientType: 'web',
  source: 'zh',
  target: 'en',
})
const translate = (person: Person, chars: number) =>
  chargeTranslation(db, chargeInput(person, chars), zone, now)
const chars = async ({ ownerId, userId }: Person) => (await balanceOf(db, ownerId, userId)).chars
/** The English message of a refusal, or `done`. */
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) =>
      reason instanceof ApiError ? formatError('en', reason) : Promise.reject(reason as Error),
  )

test('a translation is charged and logged once, and counts in the usage of its day in Shanghai', async () => {
  const { child } = await createAccountGroup({ sub: { chars: 500 } })
  expect(await translate(child, 120)).toEqual({ mode: 'char', channelId: '1' })
  expect(await balanceOf(db, child.ownerId, child.userId)).toMatchObject({
    chars: 380,
    usedChars: 120,
  })
  const [row] = (await accountLogOf(db, child.ownerId, child.userId)).slice(-1)
  expect(row).toMatchObject({
    logType: 'TRANSLATION_CONSUME',
    charChange: -120,
    consumeChannelId: '1',
    consumerIp: '192.0.2.1',
    consumeTranslationSeq: 1,
    managerId: null,
  })
  const ownRows = and(
    eq(translationLog.ownerId, child.ownerId),
    eq(translationLog.userId, child.userId),
  )
  expect(await db.select().from(translationLog).where(ownRows)).toMatchObject([
    { seq: 1, chars: 120, mode: 'char', at: now, source: 'zh' },
  ])
  const day = and(eq(usageDays.ownerId, child.ownerId), eq(usageDays.userId, child.userId))
  await translate(child, 30)
  expect(await db.select().from(usageDays).where(day)).toMatchObject([
    { day: '2026-11-21', channelId: '1', chars: 150, count: 2 },
  ])
})

test('a translation beyond the balance is refused and nothing is written', async () => {
  const { owner, child } = await createAccountGroup({ main: { chars: 1_000 }, sub: { chars: 10 } })
  expect(await messageOf(translate(child, 11))).toBe(
    `The balance is not enough. ${child.account} has 10 characters left and needs 11. Ask your main account, ${nameOf(owner)}, for more.`,
  )
  expect([await chars(owner), await chars(child)]).toEqual([1_000, 10])
  expect(await db.$count(translationLog, eq(translationLog.userId, child.userId))).toBe(0)
})

test('the refusal names the user and the main account by their nicknames', async () => {
  const { owner, child } = await createAccountGroup({ main: { chars: 1_000 }, sub: { chars: 10 } })
  const setNickname = async ({ userId }: Person, nickname: string) =>
    db.update(users).set({ nickname }).where(eq(users.userId, userId))
  await setNickname(owner, 'Anna Lee')
  await setNickname(child, 'Li Lei')
  expect(await messageOf(translate(child, 11))).toBe(
    'The balance is not enough. Li Lei has 10 characters left and needs 11. Ask your main account, Anna Lee, for more.',
  )
  expect(await messageOf(translate(owner, 1_001))).toBe(
    'The balance is not enough. Anna Lee has 1,000 characters left and needs 1,001.',
  )
})

test('automatic distribution draws the missing amount and logs it on both sides', async () => {
  const { owner, child } = await createAccountGroup({
    auto: true,
    main: { chars: 1_000 },
    sub: { chars: 10 },
  })
  await translate(child, 110)
  expect([await chars(owner), await chars(child)]).toEqual([900, 0])
  const [drawn, used] = (await accountLogOf(db, child.ownerId, child.userId)).slice(-2)
  expect(drawn).toMatchObject({
    logType: 'DISTRIBUTION',
    charChange: 100,
    lastChars: 110,
    managerId: null,
    managerName: null,
    childName: child.account,
  })
  expect(used).toMatchObject({
    logType: 'TRANSLATION_CONSUME',
    charChange: -110,
    beforeChars: 110,
    lastChars: 0,
  })
  const [distribution] = (await accountLogOf(db, owner.ownerId, owner.userId)).slice(-1)
  expect(distribution).toMatchObject({
    logType: 'DISTRIBUTION',
    charChange: -100,
    transferId: drawn!.transferId,
  })
  expect(await messageOf(translate(child, 901))).toBe(
    `The balance is not enough. ${child.account} has 0 characters left and needs 901. Ask your main account, ${nameOf(owner)}, for more.`,
  )
  expect(await chars(owner)).toBe(900)
})

test('characters reserved for a running translation cannot be spent otherwise', async () => {
  const reserveEight = ({ ownerId, userId }: Person) =>
    reserveChars(db, { ownerId, userId, chars: 8, usesMainQuota: false }, now)
  const alone = await createAccountGroup({ sub: { chars: 10 } })
  await reserveEight(alone.child)
  expect(await messageOf(translate(alone.child, 3))).toContain('has 2 characters left and needs 3.')
  const drawing = await createAccountGroup({ auto: true, main: { chars: 10 }, sub: { chars: 10 } })
  await reserveEight(drawing.child)
  await translate(drawing.child, 3)
  expect([await chars(drawing.owner), await chars(drawing.child)]).toEqual([9, 8])
  await reserveEight(drawing.owner)
  expect(await messageOf(translate(drawing.child, 2))).toContain(
    'has 0 characters left and needs 2.',
  )
  expect([await chars(drawing.owner), await chars(drawing.child)]).toEqual([9, 8])
})

test('60 concurrent translations by six sub-accounts never draw more than the main account has', async () => {
  const { owner } = await createAccountGroup({ auto: true, main: { chars: 3_000 } })
  const [charsPerTranslation, charsPerDistribution] = [70, 15]
  const children: Person[] = []
  for (let index = 0; index < 6; index++)
    children.push(await addPerson(db, { account: `race${index}`, owner }))
  const now = new Date()
  const charges = Array.from({ length: 60 }, (_, index) =>
    messageOf(
      chargeTranslation(db, chargeInput(children[index % 6]!, charsPerTranslation), zone, now),
    ),
  )
  const distributions = children.map(({ ownerId, userId }) =>
    messageOf(
      transaction(db, (tx) =>
        distribute(
          tx,
          {
            ownerId,
            subIds: [userId],
            each: { chars: charsPerDistribution, voices: 0, images: 0 },
          },
          now,
        ),
      ),
    ),
  )
  const done = (await Promise.all(charges)).filter((message) => message === 'done').length
  await Promise.all(distributions)
  const charsLeft = (await Promise.all([owner, ...children].map(chars))).reduce(
    (sum, each) => sum + each,
    0,
  )
  expect(charsLeft).toBe(3_000 - done * charsPerTranslation)
  // At worst the six distributed amounts stay unused.
  const fewestTranslations = Math.floor((3_000 - 6 * charsPerDistribution) / charsPerTranslation)
  expect(done).toBeGreaterThanOrEqual(fewestTranslations)
  expect(Math.min(...(await Promise.all([owner, ...children].map(chars))))).toBeGreaterThanOrEqual(
    0,
  )
})

const time = { now, zone: 'Asia/Shanghai' }

test('voice and image units are charged and drawn the same way', async () => {
  const { owner, child } = await createAccountGroup({ auto: true, main: { voices: 5, images: 1 } })
  await chargeUnits(db, { ...child, voices: 2, ip: '192.0.2.1', purpose: 'test' }, time)
  await chargeUnits(db, { ...child, images: 1, ip: '192.0.2.1', purpose: 'test' }, time)
  expect(await balanceOf(db, owner.ownerId, owner.userId)).toMatchObject({ voices: 3, images: 0 })
  expect(
    (await accountLogOf(db, child.ownerId, child.userId)).map(({ logType }) => logType),
  ).toEqual(['SYS_ADJUST', 'DISTRIBUTION', 'VOICE_CONSUME', 'DISTRIBUTION', 'OTHER'])
  expect(
    await messageOf(
      chargeUnits(db, { ...child, images: 1, ip: '192.0.2.1', purpose: 'test' }, time),
    ),
  ).toContain('images left and needs')
})

test('a time plan counts characters without deducting them, and refuses after its end', async () => {
  const { owner } = await createAccountGroup({ groupId: '6' })
  expect(await messageOf(translate(owner, 40))).toBe(`The quota of ${nameOf(owner)} has expired.`)
  const expiresAt = new Date(now.getTime() + 60_000)
  await transaction(db, (tx) =>
    adjustAccount(
      tx,
      owner.ownerId,
      { userId: owner.userId, logType: 'SYS_ADJUST', change: {}, minutes: 1, expiresAt },
      now,
    ),
  )
  expect(await translate(owner, 40)).toEqual({ mode: 'time', channelId: '1' })
  expect(await balanceOf(db, owner.ownerId, owner.userId)).toMatchObject({
    chars: 0,
    usedChars: 40,
    expiresAt,
  })
  const later = chargeTranslation(db, chargeInput(owner, 1), zone, expiresAt)
  expect(await messageOf(later)).toContain('has expired')
})

test('a paid order is credited once, also when settled twenty times at once', async () => {
  const { owner } = await createAccountGroup({})
  const { ownerId } = owner
  const order = {
    ownerId,
    no: `N${ownerId}`,
    memberGroupId: '2',
    groupName: '标准版',
    groupEnName: 'Standard',
    channelId: '1',
    billingMode: 'char' as const,
    num: 1_000_000,
    amountCents: 9_900,
  }
  const credit = () => transaction(db, (tx) => creditUnderLock(tx, order, now))
  const results = await Promise.all(Array.from({ length: 20 }, credit))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(db, ownerId, ownerId)).toMatchObject({
    chars: 1_000_000,
    rechargedCents: 9_900,
    expiresAt: null,
  })
  const duplicateInsert = sql`insert into account_log select (jsonb_populate_record(l, '{"seq": 900, "type_seq": 900}')).* from account_log l where recharge_order_no = ${order.no}`
  await expect(db.execute(duplicateInsert)).rejects.toMatchObject({
    cause: violationError('account_log_credit'),
  })
  expect(await db.$count(orders, eq(orders.ownerId, ownerId))).toBe(0)
})

test('bought time extends the remaining time, and converted characters are logged', async () => {
  const { owner } = await createAccountGroup({ main: { chars: 5_000 } })
  const { ownerId } = owner
  const order = (no: string) => ({
    ownerId,
    no: no + ownerId,
    memberGroupId: '6',
    groupName: '标准版',
    groupEnName: 'Monthly',
    channelId: '1',
    billingMode: 'time' as const,
    num: 60,
    amountCents: 100,
  })
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const credit = (no: string, at: Date) =>
    transaction(db, (tx) => creditUnderLock(tx, order(no), at))
  await credit('A', now)
  await credit('B', minutes(10))
  // 5,000 characters are worth 49.5 cents, a minute 15,900 / 43,200 of one.
  expect(await balanceOf(db, ownerId, ownerId)).toMatchObject({
    chars: 0,
    expiresAt: minutes(134 + 120),
    rechargedCents: 200,
  })
  const rows = (await accountLogOf(db, ownerId, ownerId)).slice(1)
  const byTime = { beforeBillingMode: 'time', lastBillingMode: 'time' }
  const conversion = {
    charChange: -5_000,
    minuteChange: 134,
    beforeBillingMode: 'char',
    lastBillingMode: 'time',
    rechargeOrderNo: `A${ownerId}`,
  }
  expect(rows).toMatchObject([
    { logType: 'SYS_MATRIX', lastExpiresAt: minutes(134), ...conversion },
    {
      logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
      minuteChange: 60,
      lastExpiresAt: minutes(194),
      ...byTime,
    },
    {
      logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
      minuteChange: 60,
      lastExpiresAt: minutes(254),
      ...byTime,
    },
  ])
  await credit('C', minutes(500))
  expect(await balanceOf(db, ownerId, ownerId)).toMatchObject({ expiresAt: minutes(560) })
})

test('trial characters expire on their day with a log row; others stay', async () => {
  const trial = (await createAccountGroup({ groupId: '1' })).owner
  const bought = (await createAccountGroup({ main: { chars: 7 } })).owner
  const trialCredit = {
    userId: trial.userId,
    logType: 'OTHER' as const,
    change: { chars: 10_000 },
    expiresAt: now,
  }
  await transaction(db, (tx) =>
    adjustAccount(tx, trial.ownerId, trialCredit, new Date(now.getTime() - 1_000)),
  )
  expect(await messageOf(translate(trial, 1))).toContain('has expired')
  expect(await endTrials(db, new Date(now.getTime() - 1))).toBe(0)
  expect(await endTrials(db, now)).toBe(1)
  expect(await endTrials(db, now)).toBe(0)
  expect([await chars(trial), await chars(bought)]).toEqual([0, 7])
  expect((await accountLogOf(db, trial.ownerId, trial.userId)).at(-1)).toMatchObject({
    logType: 'OTHER',
    charChange: -10_000,
    lastChars: 0,
    managerId: null,
  })
})

const nameOf = ({ account }: Person) => account.replace('@example.com', '')
