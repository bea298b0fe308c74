/** Changes of many sub-accounts at once: previews, all or none, races, and sums that agree. */
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { budgets, subAccountGroups } from '#contract/budgets.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { batchActs, type BatchAct } from '#contract/sub-account-batches.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf, fund } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const { db } = server.database
const { previewMany, distributeMany, reclaimMany, changeEnabledMany } = subAccounts
const noUnits = { changeVoiceNum: 0, changeImageNum: 0 }

/** `quota`: characters of the main account, then of each sub-account. */
async function createGroup(...quota: number[]) {
  const group = await addAccountGroup(server, { quota: quota.map((chars) => ({ chars })) })
  const { main, subs, asMain } = group
  const ids = subs.map(({ userId }) => userId)
  const charsOf = async (userId: string) => (await balanceOf(db, main.ownerId, userId)).chars
  return {
    ...group,
    ids,
    mainChars: () => charsOf(main.userId),
    subChars: () => Promise.all(ids.map(charsOf)),
    preview: async (act: BatchAct, changeCharNum = 0) =>
      (await asMain.call(previewMany, { userIds: ids, act, changeCharNum })).data,
    enable: (userId: string, enabled: 0 | 1) =>
      asMain.call(subAccounts.changeEnabled, { userId, enabled }),
  }
}

test('a preview has the sums, and says who is left out and why; it changes nothing', async () => {
  const { ids, asMain, preview, enable, mainChars, subChars } = await createGroup(1_000, 30, 5, 0)
  await enable(ids[2]!, 0)
  expect(await preview('fillUp', 30)).toMatchObject({
    count: 1,
    changeCharNum: 25,
    memberAccount: { usableCharNum: 1_000 },
    rows: [
      { userId: ids[0], skipped: 'hasEnough', changeCharNum: 0 },
      { userId: ids[1], skipped: null, changeCharNum: 25, memberAccount: { usableCharNum: 5 } },
      { userId: ids[2], skipped: 'disabled' },
    ],
  })
  const skipped = async (act: BatchAct, changeCharNum?: number) =>
    (await preview(act, changeCharNum)).rows.map((row) => row.skipped)
  expect(await skipped('distribute', 1)).toEqual([null, null, 'disabled'])
  expect(await skipped('reclaim', 10)).toEqual([null, null, 'nothingLeft'])
  expect(await skipped('reclaimAll')).toEqual([null, null, 'nothingLeft'])
  expect(await skipped('enable')).toEqual(['alreadyEnabled', 'alreadyEnabled', null])
  expect(await skipped('disable')).toEqual([null, null, 'alreadyDisabled'])
  expect(await skipped('moveToGroup')).toEqual(Array(3).fill('alreadyInGroup'))
  const { data } = await asMain.call(previewMany, {
    userIds: [ids[0]!, '999999999', 'x', ids[0]!],
    act: 'enable',
  })
  expect(data.rows.map((row) => row.skipped)).toEqual(['alreadyEnabled', 'deleted', 'deleted'])
  expect([await mainChars(), ...(await subChars())]).toEqual([1_000, 30, 5, 0])
})

test('topping up gives what each lacks; reclaiming takes the amount, or what is left', async () => {
  const { ids, asMain, mainChars, subChars } = await createGroup(1_000, 30, 5, 0)
  const up = { childUserIds: ids, ...noUnits, changeCharNum: 20, fillUp: 1 } as const
  expect((await asMain.call(distributeMany, up)).data).toMatchObject({
    count: 2,
    changeCharNum: 35,
  })
  expect([await mainChars(), ...(await subChars())]).toEqual([965, 30, 20, 20])
  expect((await asMain.call(distributeMany, up)).data).toMatchObject({ count: 0, changeCharNum: 0 })
  const take = { childUserIds: ids, changeCharNum: 25 }
  expect((await asMain.call(reclaimMany, take)).data).toMatchObject({ count: 3, changeCharNum: 65 })
  expect([await mainChars(), ...(await subChars())]).toEqual([1_030, 5, 0, 0])
  const all = { childUserIds: ids, all: 1 } as const
  expect((await asMain.call(reclaimMany, all)).data).toMatchObject({ count: 1, changeCharNum: 5 })
  expect([await mainChars(), ...(await subChars())]).toEqual([1_035, 0, 0, 0])
  expect((await asMain.refused(reclaimMany, { childUserIds: ids })).fields).toHaveProperty(
    'changeCharNum',
  )
})

test('a disabled, a deleted and another owner’s sub-account refuse the whole change', async () => {
  const { ids, main, asMain, enable, mainChars, subChars } = await createGroup(1_000, 0, 0)
  const other = await createGroup(500, 50)
  await enable(ids[1]!, 0)
  const give = { childUserIds: ids, ...noUnits, changeCharNum: 10 }
  expect(await asMain.refused(distributeMany, give)).toMatchObject({ code: 'changedElsewhere' })
  const foreign = [ids[0]!, other.ids[0]!]
  const refused = [
    await asMain.refused(distributeMany, { childUserIds: foreign, ...noUnits, changeCharNum: 1 }),
    await asMain.refused(reclaimMany, { childUserIds: foreign, all: 1 }),
    await asMain.refused(changeEnabledMany, { userIds: foreign, enabled: 0 }),
    await asMain.refused(changeEnabledMany, { userIds: [...ids, main.userId], enabled: 0 }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('notFound'))
  expect([await mainChars(), ...(await subChars())]).toEqual([1_000, 0, 0])
  expect([await other.mainChars(), ...(await other.subChars())]).toEqual([500, 50])
  const { data } = await asMain.call(previewMany, { userIds: foreign, act: 'disable' })
  expect(data.rows[1]).toEqual({
    userId: other.ids[0],
    account: '',
    memberAccount: { usableCharNum: 0, usableVoiceNum: 0, usableImageNum: 0 },
    changeCharNum: 0,
    changeVoiceNum: 0,
    changeImageNum: 0,
    skipped: 'deleted',
  })
})

test('disabling many takes back what is left and logs them out; enabling lets them in again', async () => {
  const { ids, asMain, asSubs, mainChars, subChars } = await createGroup(100, 30, 5)
  const input = { userIds: ids, enabled: 0 } as const
  expect((await asMain.call(changeEnabledMany, input)).data).toMatchObject({
    count: 2,
    changeCharNum: 35,
  })
  expect([await mainChars(), ...(await subChars())]).toEqual([135, 0, 0])
  const text = { source: 'zh', target: 'en', text: 'a' }
  for (const asSub of asSubs) expect((await asSub.call(translation.text, text)).success).toBe(false)
  const history = (await asMain.call(subAccounts.history, { userId: ids[0]! })).data
  expect(history.securityEvents.map(({ event }) => event)).toContain('disabledByOwner')
  expect((await asMain.call(changeEnabledMany, { ...input, enabled: 1 })).data.count).toBe(2)
  const { rows } = (await asMain.call(subAccounts.page, {})).data
  expect(rows.map(({ enabled }) => enabled)).toEqual([1, 1])
})

test('the same change sent five times at once under one key happens once', async () => {
  const { ids, asMain, mainChars, subChars } = await createGroup(1_000, 0, 0)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const give = { childUserIds: ids, ...noUnits, changeCharNum: 10 }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => asMain.call(distributeMany, give, headers)),
  )
  expect(answers.map(({ data }) => data.changeCharNum)).toEqual(Array(5).fill(20))
  expect([await mainChars(), ...(await subChars())]).toEqual([980, 10, 10])
})

test('changes of the same people at the same time end without deadlock, and the ledger adds up', async () => {
  const { ids, asMain, mainChars, subChars } = await createGroup(
    10_000,
    ...Array.from({ length: 12 }, () => 50),
  )
  await asMain.call(subAccountGroups.calls.create, { name: 'Sales' })
  const group = (await asMain.call(subAccountGroups.calls.page, {})).data.rows[0]!
  const reversed = ids.toReversed()
  const replies = await Promise.all([
    asMain.call(reclaimMany, { childUserIds: reversed, changeCharNum: 20 }),
    asMain.call(changeEnabledMany, { userIds: reversed, enabled: 0 }),
    asMain.call(budgets.moveToGroup, { userIds: reversed, groupId: group.id }),
    asMain.call(changeEnabledMany, { userIds: ids, enabled: 1 }),
    asMain.call(reclaimMany, { childUserIds: ids, all: 1 }),
  ])
  expect(replies.map(({ success }) => success)).toEqual(Array(5).fill(true))
  const chars = [await mainChars(), ...(await subChars())]
  expect(chars.reduce((sum, value) => sum + value, 0)).toBe(10_600)
  expect(await discrepancies(db)).toEqual([])
})

test(
  'what is done is what the preview said, whatever the balances',
  { timeout: 60_000 },
  async () => {
    await assert(
      asyncProperty(
        record({
          main: integer({ min: 0, max: 300 }),
          subs: array(record({ chars: integer({ min: 0, max: 60 }), enabled: boolean() }), {
            minLength: 1,
            maxLength: 4,
          }),
          act: constantFrom(...batchActs.filter((act) => act !== 'moveToGroup')),
          amount: integer({ min: 1, max: 80 }),
        }),
        async ({ main, subs, act, amount }) => {
          const group = await createGroup(main, ...subs.map(() => 0))
          const { asMain, ids, preview, mainChars, subChars, enable } = group
          for (const [at, { chars, enabled }] of subs.entries()) {
            if (!enabled) await enable(ids[at]!, 0)
            if (chars > 0) await fund(db, group.subs[at]!, { chars })
          }
          const [before, planned] = [await mainChars(), await preview(act, amount)]
          const changing = planned.rows.filter(({ skipped }) => skipped === null)
          const userIds = changing.map(({ userId }) => userId)
          if (userIds.length === 0) return
          const give = { childUserIds: userIds, ...noUnits, changeCharNum: amount }
          const { success, data } = await {
            distribute: () => asMain.call(distributeMany, give),
            fillUp: () => asMain.call(distributeMany, { ...give, fillUp: 1 }),
            reclaim: () => asMain.call(reclaimMany, give),
            reclaimAll: () => asMain.call(reclaimMany, { childUserIds: userIds, all: 1 }),
            enable: () => asMain.call(changeEnabledMany, { userIds, enabled: 1 }),
            disable: () => asMain.call(changeEnabledMany, { userIds, enabled: 0 }),
          }[act]()
          const gives = act === 'distribute' || act === 'fillUp'
          expect(success).toBe(!gives || planned.changeCharNum <= before)
          if (!success) return
          const { memberAccount: _, rows, ...sums } = planned
          expect(data).toEqual(sums)
          const sign = gives ? 1 : -1
          expect(await subChars()).toEqual(
            rows.map((row) => row.memberAccount.usableCharNum + sign * row.changeCharNum),
          )
          expect(await mainChars()).toBe(before - sign * sums.changeCharNum)
        },
      ),
      { numRuns: 25 },
    )
    expect(await discrepancies(db)).toEqual([])
  },
)

test('more sub-accounts than one change takes are refused, and sub-accounts can’t make changes', async () => {
  const { ids, asMain, asSubs } = await createGroup(100, 0)
  const { max } = businessLimits.subAccountBatch
  const tooMany = Array.from({ length: max + 1 }, (_, index) => String(index))
  expect(await asMain.refused(previewMany, { userIds: tooMany, act: 'enable' })).toMatchObject({
    code: 'invalid',
  })
  const [asSub] = asSubs
  const refused = [
    await asSub!.refused(previewMany, { userIds: ids, act: 'enable' }),
    await asSub!.refused(distributeMany, { childUserIds: ids, ...noUnits, changeCharNum: 1 }),
    await asSub!.refused(reclaimMany, { childUserIds: ids, all: 1 }),
    await asSub!.refused(changeEnabledMany, { userIds: ids, enabled: 0 }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('notAllowed'))
})

test('as many as one change takes get quota, are moved, disabled and deleted at once', async () => {
  const { main, asMain, mainChars } = await createGroup(1_000_000)
  const { max } = businessLimits.subAccountBatch
  await db.execute(sql`with u as (insert into users (owner_id, account, password_hash, enabled, registered_at)
      select ${main.ownerId}::bigint, 'most' || i, 'x', true, now() from generate_series(1, ${max}::int) i returning owner_id, user_id, account),
    b as (insert into balances (owner_id, user_id) select owner_id, user_id from u)
    insert into login_names (name, kind, owner_id, user_id) select account, 'account', owner_id, user_id from u`)
  const { rows } = await db.execute<{ id: string }>(
    sql`select user_id::text as id from users where owner_id = ${main.ownerId}::bigint and user_id <> owner_id`,
  )
  const userIds = rows.map(({ id }) => id)
  const give = { childUserIds: userIds, ...noUnits, changeCharNum: 10 }
  expect((await asMain.call(distributeMany, give)).data.count).toBe(max)
  await asMain.call(subAccountGroups.calls.create, { name: 'Everybody' })
  const { id: groupId } = (await asMain.call(subAccountGroups.calls.page, {})).data.rows[0]!
  const move = { userIds, groupId }
  expect((await asMain.call(budgets.moveToGroup, move)).data).toEqual({ count: max })
  expect((await asMain.call(budgets.moveToGroup, move)).data).toEqual({ count: 0 })
  const disabled = (await asMain.call(changeEnabledMany, { userIds, enabled: 0 })).data
  expect(disabled).toMatchObject({ count: max, changeCharNum: 10 * max })
  expect((await asMain.call(subAccounts.remove, { childrenIds: userIds })).success).toBe(true)
  expect(await mainChars()).toBe(1_000_000)
  expect((await asMain.call(subAccounts.page, {})).data.total).toBe(0)
})

test('a preview of a move to another owner’s group, or none, finds no group', async () => {
  const [one, other] = [await createGroup(0, 0), await createGroup(0, 0)]
  await other.asMain.call(subAccountGroups.calls.create, { name: 'Theirs' })
  const { id } = (await other.asMain.call(subAccountGroups.calls.page, {})).data.rows[0]!
  for (const groupId of [id, '999999999', 'x'])
    expect(
      await one.asMain.refused(previewMany, { userIds: one.ids, act: 'moveToGroup', groupId }),
    ).toMatchObject({ code: 'notFound' })
})
