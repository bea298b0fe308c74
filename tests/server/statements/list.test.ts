/** The list of statements: figures of months that are stored, and of those that are not yet. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { statements as calls } from '#contract/statements.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { closeMonths } from '#server/features/statements/close-months.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { statements, users } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { buyPackage } from '#tests/support/actors/memberships.ts'
import type { Person } from '#tests/support/actors/people.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
const server = await serverWithCatalogue()
const { db } = server.database

const dayOfNextMonth = 86_400_000
function passMonth() {
  const [year = 0, month = 0] = formatWireTime(new Date(server.now()), zone).split('-').map(Number)
  server.passTime(Date.UTC(year, month, 1) + dayOfNextMonth - server.now())
}
const translate = ({ ownerId, userId }: Person, chars: number) =>
  chargeTranslation(
    db,
    { ownerId, userId, chars, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
    zone,
    new Date(server.now()),
  )
const rowsOf = async (caller: Caller) => (await caller.call(calls.page, { pageSize: 20 })).data.rows

test('months that are not stored have the figures that their statements have', async () => {
  const { main, subs } = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}, {}] })
  const [sub, gone] = [subs[0]!, subs[1]!]
  const asMain = () => signedIn(server, main)
  const isOfGroup = eq(users.ownerId, main.ownerId)
  await db
    .update(users)
    .set({ registeredAt: new Date(server.now()) })
    .where(isOfGroup)
  for (let month = 0; month < 6; month++) {
    const owner = await asMain()
    await owner.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 50 + month })
    await translate(sub, 3 + month)
    if (month === 2) {
      await buyPackage(server, main, '2')
      await owner.call(subAccounts.distribute, { childUserId: gone.userId, changeCharNum: 70 })
      await translate(gone, 7)
      await owner.call(subAccounts.remove, { userId: gone.userId })
    }
    if (month !== 4) await translate(main, 20 + month)
    passMonth()
  }
  const owner = await asMain()
  const listed = await rowsOf(owner)
  const ofSub = await rowsOf(await signedIn(server, sub))
  expect(await db.$count(statements, eq(statements.ownerId, main.ownerId))).toBe(0)
  const states = ['open', 'closing', 'closing', 'closing', 'closed', 'closed', 'closed']
  expect(listed.map(({ state }) => state)).toEqual(states)
  for (const [rows, userId] of [
    [listed, undefined],
    [ofSub, sub.userId],
  ] as const)
    for (const { month, openingCharNum, usedCharNum, closingCharNum, ...money } of rows) {
      const { data } = await owner.call(calls.get, userId ? { month, userId } : { month })
      expect({ month, openingCharNum, usedCharNum, closingCharNum }).toEqual({
        month,
        openingCharNum: data.opening.charNum,
        usedCharNum: data.usedCharNum,
        closingCharNum: data.closing.charNum,
      })
      if (!userId)
        expect(money).toMatchObject({
          paidAmount: data.paidAmount,
          refundedAmount: data.refundedAmount,
        })
    }
  expect(listed.some(({ paidAmount }) => paidAmount! > 0)).toBe(true)
  await closeMonths(db, main.ownerId, { now: new Date(server.now()), zone })
  expect(await rowsOf(owner)).toEqual(
    listed.map((row) => ({ ...row, state: row.state === 'open' ? 'open' : 'closed' })),
  )
})
