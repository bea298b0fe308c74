/** Concurrent requests for the last characters: exactly one succeeds. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { ApiError } from '#server/http/errors.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { type Person, fund, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

/** Rounds of each race; `RACE_ROUNDS` sets more. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 3)
const concurrentRequests = 60
const lastChars = 10_000

let server: TestServer
let main: Person
let subs: Person[]
let ownerSessions: Caller[]
beforeAll(async () => {
  server = await startServer()
  const { db } = server.database
  await ensureCatalogue(db)
  const quota = [{ chars: lastChars }, ...Array.from({ length: 10 }, () => ({}))]
  const group = await addAccountGroup(server, { quota })
  main = group.main
  subs = group.subs
  ownerSessions = await Promise.all(Array.from({ length: 4 }, () => signedIn(server, main)))
})
afterAll(() => server.close())

const charsOf = async ({ ownerId, userId }: Person) =>
  (await balanceOf(server.database.db, ownerId, userId)).chars
const nth = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const distribute = (index: number) =>
  nth(ownerSessions, index).call(subAccounts.distribute, {
    childUserId: nth(subs, index).userId,
    changeCharNum: lastChars,
  })

/** Reclaims all characters to the main account. */
async function reclaimAll() {
  for (const sub of subs) {
    const chars = await charsOf(sub)
    if (chars > 0)
      await ownerSessions[0]!.call(subAccounts.reclaim, {
        childUserId: sub.userId,
        changeCharNum: chars,
        changeVoiceNum: 0,
        changeImageNum: 0,
      })
  }
}

test(
  `one of ${concurrentRequests} transfers of the last characters at once succeeds, ${rounds} times`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const replies = await Promise.all(
        Array.from({ length: concurrentRequests }, (_, index) => distribute(index)),
      )
      const outcomes = replies.map(({ success, data }) =>
        success ? 'done' : (data as { code: string }).code,
      )
      expect([
        outcomes.filter((outcome) => outcome === 'done').length,
        outcomes.filter((outcome) => outcome === 'notEnough').length,
      ]).toEqual([1, concurrentRequests - 1])
      const balancesLeft = await Promise.all([main, ...subs].map(charsOf))
      expect([
        balancesLeft[0],
        balancesLeft.toSorted((a, b) => b - a)[0],
        balancesLeft.reduce((sum, chars) => sum + chars, 0),
      ]).toEqual([0, lastChars, lastChars])
      await reclaimAll()
    }
    expect(await discrepancies(server.database.db)).toEqual([])
  },
)

test(
  'concurrent automatic and manual distributions never spend the same characters twice',
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
          chars: lastChars,
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
      const charges = Array.from({ length: 40 }, (_, index) => translate(nth(subs, index)))
      const distributions = Array.from({ length: 40 }, (_, index) => distribute(index))
      const used = (await Promise.all(charges)).filter((outcome) => outcome === 'used').length
      const distributed = (await Promise.all(distributions)).filter(({ success }) => success).length
      const charsLeft = (await Promise.all([main, ...subs].map(charsOf))).reduce(
        (sum, chars) => sum + chars,
        0,
      )
      expect(used).toBeLessThanOrEqual(1)
      expect(charsLeft).toBe(lastChars * (1 - used))
      expect(used + distributed).toBeGreaterThanOrEqual(1)
      await reclaimAll()
      await fund(db, main, { chars: lastChars - charsLeft })
    }
    await db.update(users).set({ autoDistribution: false }).where(eq(users.userId, main.userId))
    expect(await discrepancies(db)).toEqual([])
  },
)
