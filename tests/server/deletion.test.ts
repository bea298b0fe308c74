/** Deleting sub-accounts reclaims exactly their quota, all or nothing, also under concurrency. */
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountLog as accountLogCalls } from '#contract/ledger.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog, balances, sessions, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { password, type Person, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { caller, signIn } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

type Units = { chars: number; voices: number; images: number }
async function createAccountGroup(main: Units, subs: readonly Units[]) {
  const group = await addAccountGroup(server, { quota: [main, ...subs] })
  return { owner: group.main, children: group.subs, caller: group.asMain }
}

async function sumOf(ownerId: string): Promise<Units> {
  const { rows } = await server.database.db.execute<Record<keyof Units, string>>(
    sql`select sum(chars) as chars, sum(voices) as voices, sum(images) as images from ${balances} where owner_id = ${ownerId}`,
  )
  return {
    chars: Number(rows[0]!.chars),
    voices: Number(rows[0]!.voices),
    images: Number(rows[0]!.images),
  }
}

const units = fc.record({ chars: fc.nat(1_000_000), voices: fc.nat(50), images: fc.nat(50) })

test('concurrent deletions neither lose nor create quota', async () => {
  const deletions = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(
      units,
      fc.array(units, { minLength: 6, maxLength: 6 }),
      deletions,
      async (mainQuota, subs, requests) => {
        const { owner, children, caller: main } = await createAccountGroup(mainQuota, subs)
        const before = await sumOf(owner.ownerId)
        const replies = await Promise.all(
          requests.map((indexes) =>
            main.call(subAccounts.remove, {
              childrenIds: indexes.map((index) => children[index]!.userId),
            }),
          ),
        )
        expect(await sumOf(owner.ownerId)).toEqual(before)
        const { db } = server.database
        const erasedIds = (
          await db
            .select()
            .from(users)
            .where(and(eq(users.ownerId, owner.ownerId), sql`${users.erasedAt} is not null`))
        ).map(({ userId }) => userId)
        const deletedIndexes = requests.filter((_, index) => replies[index]!.success).flat()
        expect(erasedIds.toSorted()).toEqual(
          deletedIndexes.map((index) => children[index]!.userId).toSorted(),
        )
        for (const userId of erasedIds)
          expect(await balanceOf(db, owner.ownerId, userId)).toMatchObject({
            chars: 0,
            voices: 0,
            images: 0,
          })
        const rows = await accountLogOf(db, owner.ownerId, owner.userId)
        for (const [index, row] of rows.entries()) {
          expect(row.seq).toBe(index + 1)
          if (index > 0)
            expect([row.beforeChars, row.beforeVoices, row.beforeImages]).toEqual([
              rows[index - 1]!.lastChars,
              rows[index - 1]!.lastVoices,
              rows[index - 1]!.lastImages,
            ])
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('deleting a sub-account logs a recovery on both sides, with one transfer id', async () => {
  const {
    owner,
    children,
    caller: main,
  } = await createAccountGroup({ chars: 10, voices: 0, images: 1 }, [
    { chars: 500, voices: 2, images: 0 },
  ])
  const child = children[0]!
  expect((await main.call(subAccounts.remove, { userId: child.userId })).success).toBe(true)
  const { db } = server.database
  const ownerRow = (await accountLogOf(db, owner.ownerId, owner.userId)).at(-1)!
  const subRow = (await accountLogOf(db, owner.ownerId, child.userId)).at(-1)!
  expect(ownerRow).toMatchObject({
    logType: 'RECOVERY',
    charChange: 500,
    beforeChars: 10,
    lastChars: 510,
    voiceChange: 2,
    imageChange: 0,
    managerId: owner.userId,
  })
  expect(subRow).toMatchObject({
    logType: 'RECOVERY',
    charChange: -500,
    beforeChars: 500,
    lastChars: 0,
    voiceChange: -2,
    managerId: owner.userId,
  })
  expect(ownerRow.transferId).toBe(subRow.transferId)
  const range = {
    createDateTimeBegin: '2020-01-01 00:00:00',
    createDateTimeEnd: '2099-01-01 00:00:00',
  }
  const listed = (await main.call(accountLogCalls.page, { logType: 'RECOVERY', ...range })).data
  expect(listed).toMatchObject({
    total: 1,
    rows: [{ charChangeNum: 500, childUserName: child.account }],
  })
})

test('deleting several with one foreign or unknown id changes nothing', async () => {
  const {
    owner,
    children,
    caller: main,
  } = await createAccountGroup({ chars: 0, voices: 0, images: 0 }, [
    { chars: 5, voices: 0, images: 0 },
  ])
  const otherGroup = await createAccountGroup({ chars: 0, voices: 0, images: 0 }, [
    { chars: 9, voices: 0, images: 0 },
  ])
  const rows = await server.database.db.$count(accountLog)
  for (const invalidId of [otherGroup.children[0]!.userId, owner.userId, '999999'])
    expect(
      await main.refused(subAccounts.remove, { childrenIds: [children[0]!.userId, invalidId] }),
    ).toMatchObject({ code: 'notFound' })
  expect(await server.database.db.$count(accountLog)).toBe(rows)
  expect((await main.call(subAccounts.page, {})).data.total).toBe(1)
  expect((await otherGroup.caller.call(subAccounts.page, {})).data.total).toBe(1)
})

test('deleting an empty sub-account logs nothing, and a repeated id counts once', async () => {
  const noUnits = { chars: 0, voices: 0, images: 0 }
  const {
    owner,
    children,
    caller: main,
  } = await createAccountGroup(noUnits, [noUnits, { chars: 4, voices: 0, images: 0 }])
  const [empty, funded] = children as [Person, Person]
  const input = { userId: funded.userId, childrenIds: [funded.userId, empty.userId, funded.userId] }
  expect((await main.call(subAccounts.remove, input)).success).toBe(true)
  expect(await accountLogOf(server.database.db, owner.ownerId, empty.userId)).toEqual([])
  expect((await main.call(userCalls.get, {})).data.memberAccount.usableCharNum).toBe(4)
})

test('500 sub-accounts are deleted in one call, and their quota is reclaimed', async () => {
  const noUnits = { chars: 0, voices: 0, images: 0 }
  const { owner, caller: main } = await createAccountGroup(noUnits, [])
  const { db } = server.database
  await db.execute(
    sql`insert into ${users} (owner_id, user_id, account, password_hash) select ${owner.ownerId}::bigint, 500000 + n, 'crowd' || n, 'x' from generate_series(1, 500) n`,
  )
  await db.execute(
    sql`insert into ${balances} (owner_id, user_id, chars) select ${owner.ownerId}::bigint, 500000 + n, n from generate_series(1, 500) n`,
  )
  const childrenIds = Array.from({ length: 500 }, (_, index) => String(500_001 + index))
  expect((await main.call(subAccounts.remove, { childrenIds })).success).toBe(true)
  expect((await main.call(userCalls.get, {})).data.memberAccount.usableCharNum).toBe(
    (500 * 501) / 2,
  )
  expect((await main.call(subAccounts.page, {})).data.total).toBe(0)
})

test('a deleted sub-account has no session, also when it signed in during the deletion', async () => {
  const noUnits = { chars: 0, voices: 0, images: 0 }
  const {
    owner,
    children,
    caller: main,
  } = await createAccountGroup(
    noUnits,
    Array.from({ length: 8 }, () => noUnits),
  )
  const before = await signIn(server, children[0]!.account)
  await Promise.all([
    ...children.flatMap(({ account }) =>
      [0, 1].map(() => caller(server, null).call(login.login, { account, password })),
    ),
    ...children.map(({ userId }, index) =>
      new Promise((resolve) => setTimeout(resolve, index * 12)).then(() =>
        main.call(subAccounts.remove, { userId }),
      ),
    ),
  ])
  expect((await before.call(userCalls.get, {})).status).toBe(700)
  const sessionsLeft = await server.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.ownerId, owner.ownerId))
  expect(
    sessionsLeft.map(({ userId }) => userId).filter((userId) => userId !== owner.userId),
  ).toEqual([])
})
