/** Changes of roles: who may get one, and what an act that waits meanwhile may still do. */
import { expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { balanceOf, type Person } from '#tests/support/actors/people.ts'
import { newGroup } from '#tests/support/server/audited-calls.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import type { Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
const { db } = server.database

test('a role is given to nobody whose password a deputy set, until the main account resets it', async () => {
  const { asMain, asDeputy, main, member } = await newGroup(server)
  const sentence = (account: string) =>
    `Another sub-account set the password of ${account}. Reset the password first, then give the role.`
  const account = `finance${main.userId}`
  const first = { account, password: 'first-secret' }
  expect((await asDeputy.call(subAccounts.create, first)).success).toBe(true)
  const { data } = await asMain.call(subAccounts.page, { account })
  const created = { userId: data.rows[0]!.userId, account }
  const reset = { userId: member.userId, password: 'reset-secret' }
  expect((await asDeputy.call(subAccounts.resetPassword, reset)).success).toBe(true)
  for (const person of [created, member]) {
    const { userId } = person
    const role = { userId, accountRole: 'accountant' } as const
    expect((await asMain.call(subAccounts.setRole, role)).msg).toBe(sentence(person.account))
    const own = { userId, password: 'owner-secret' }
    expect((await asMain.call(subAccounts.resetPassword, own)).success).toBe(true)
    expect((await asMain.call(subAccounts.setRole, role)).success).toBe(true)
  }
})

test.each<[string, (asDeputy: Caller, userId: string) => Promise<{ success: boolean }>]>([
  [
    'distribution',
    (asDeputy, childUserId) =>
      asDeputy.call(subAccounts.distribute, { childUserId, changeCharNum: 5 }),
  ],
  ['deletion', (asDeputy, userId) => asDeputy.call(subAccounts.remove, { userId })],
])('a role that is taken away or given while a %s waits refuses it', async (_, start) => {
  const { asMain, asDeputy, main, deputy, member } = await newGroup(server)
  const changes = [
    { userId: member.userId, accountRole: 'accountant' },
    { userId: deputy.userId, accountRole: 'member' },
  ] as const
  for (const change of changes) {
    // The act waits for the balance that it locks first.
    const release = await holdBalance(main)
    const act = start(asDeputy, member.userId)
    await waitUntilBlocked()
    expect((await asMain.call(subAccounts.setRole, change)).success).toBe(true)
    await release()
    expect((await act).success).toBe(false)
    const back = { userId: member.userId, accountRole: 'member' } as const
    expect((await asMain.call(subAccounts.setRole, back)).success).toBe(true)
  }
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({ chars: 100_000 })
})

/** Locks a balance; resolves with the function that releases it. */
const holdBalance = ({ ownerId, userId }: Person) =>
  new Promise<() => Promise<void>>((resolve, reject) => {
    const holding = transaction(db, async (tx) => {
      await lockAccounts(tx, ownerId, [userId])
      await new Promise<void>((release) => {
        resolve(() => {
          release()
          return holding
        })
      })
    })
    holding.catch(reject)
  })

const waitUntilBlocked = () => expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
