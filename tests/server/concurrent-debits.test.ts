/**
 * Many at once want the last characters: one gets them. And who asks twice for one thing gets it
 * once.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { chargeTranslation } from '#server/features/translation/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { type Person, fund, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { contradictions } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

/** As many rounds as are asked for; a few say most of it. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 3)
const atOnce = 200
const last = 10_000

let server: TestServer
let main: Person
let subs: Person[]
let owners: Caller[]
beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  await ensureCatalogue(db)
  const quota = [{ chars: last }, ...Array.from({ length: 10 }, () => ({}))]
  const group = await addAccountGroup(server, { quota })
  main = group.main
  subs = group.subs
  owners = await Promise.all(Array.from({ length: 4 }, () => signedIn(server, main)))
})
afterAll(() => server.close())

const charsOf = async ({ ownerId, userId }: Person) =>
  (await balanceOf(server.database.db, ownerId, userId)).chars
const nth = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const give = (index: number) =>
  nth(owners, index).call(subAccounts.distribute, {
    childUserId: nth(subs, index).userId,
    changeCharNum: last,
  })

/** Brings everything back to the main account. */
async function gather() {
  for (const sub of subs) {
    const chars = await charsOf(sub)
    if (chars > 0)
      await owners[0]!.call(subAccounts.reclaim, {
        childUserId: sub.userId,
        changeCharNum: chars,
        changeVoiceNum: 0,
        changeImageNum: 0,
      })
  }
}

test(
  `one of ${atOnce} concurrent transfers of the last ${last} characters succeeds, ${rounds} times`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const replies = await Promise.all(Array.from({ length: atOnce }, (_, index) => give(index)))
      const outcomes = replies.map(({ success, data }) =>
        success ? 'given' : (data as { code: string }).code,
      )
      expect([
        outcomes.filter((word) => word === 'given').length,
        outcomes.filter((word) => word === 'notEnough').length,
      ]).toEqual([1, atOnce - 1])
      const balancesLeft = await Promise.all([main, ...subs].map(charsOf))
      expect([
        balancesLeft[0],
        balancesLeft.toSorted((a, b) => b - a)[0],
        balancesLeft.reduce((sum, chars) => sum + chars, 0),
      ]).toEqual([0, last, last])
      await gather()
    }
    expect(await contradictions(server.database.db)).toEqual([])
  },
)

test(
  'with automatic distribution on, those who translate and those who distribute share nothing twice',
  { timeout: 600_000 },
  async () => {
    const { db } = server.database
    await db.update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
    const translate = ({ ownerId, userId }: Person) =>
      chargeTranslation(
        db,
        {
          ownerId,
          userId,
          chars: last,
          ip: '192.0.2.1',
          clientType: 'web',
          source: 'zh',
          target: 'en',
        },
        'Asia/Shanghai',
        new Date(),
      ).then(
        () => 'used',
        (reason: unknown) =>
          reason instanceof ApiError ? reason.code : Promise.reject(reason as Error),
      )
    for (let round = 0; round < rounds; round++) {
      const uses = Array.from({ length: 40 }, (_, index) => translate(nth(subs, index)))
      const gifts = Array.from({ length: 40 }, (_, index) => give(index))
      const used = (await Promise.all(uses)).filter((word) => word === 'used').length
      const distributed = (await Promise.all(gifts)).filter(({ success }) => success).length
      const left = (await Promise.all([main, ...subs].map(charsOf))).reduce(
        (sum, chars) => sum + chars,
        0,
      )
      expect(used).toBeLessThanOrEqual(1)
      expect(left).toBe(last * (1 - used))
      expect(used + distributed).toBeGreaterThanOrEqual(1)
      await gather()
      await fund(db, main, { chars: last - left })
    }
    await db.update(users).set({ autoDistribution: false }).where(eq(users.userId, main.userId))
    expect(await contradictions(db)).toEqual([])
  },
)

test('one idempotency key from 50 clients transfers once; another body is refused', async () => {
  const { db } = server.database
  const [sub] = subs as [Person]
  const before = (await accountLogOf(db, sub.ownerId, sub.userId)).length
  const send = (chars: number, key: string, index = 0) =>
    nth(owners, index).call(
      subAccounts.distribute,
      { childUserId: sub.userId, changeCharNum: chars },
      { 'idempotency-key': key },
    )
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send(7, 'fifty', index)),
  )
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies[0]!.success).toBe(true)
  expect((await accountLogOf(db, sub.ownerId, sub.userId)).length).toBe(before + 1)
  expect(await send(8, 'fifty')).toMatchObject({ success: false, data: { code: 'duplicate' } })
  expect(await send(7, 'fifty')).toMatchObject({ success: true })
  const refused = await send(last * 2, 'too much')
  await fund(db, main, { chars: last * 3 })
  expect((await send(last * 2, 'too much')).text).toBe(refused.text)
  expect((await accountLogOf(db, sub.ownerId, sub.userId)).length).toBe(before + 1)
})

test('a call whose signature was seen moves nothing, key or not', async () => {
  const { db } = server.database
  const [sub] = subs as [Person]
  const before = await charsOf(sub)
  const headers = { ...owners[0]!.headers(), 'content-type': 'application/json' }
  const body = JSON.stringify({ childUserId: sub.userId, changeCharNum: 3 })
  const send = async () =>
    (await (
      await fetch(`${server.api}${subAccounts.distribute.path}`, { method: 'POST', headers, body })
    ).json()) as { success: boolean }
  const replies = await Promise.all([send(), send(), send()])
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
  expect(await charsOf(sub)).toBe(before + 3)
  expect(await contradictions(db)).toEqual([])
})
