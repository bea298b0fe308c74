/** Sequence numbers of log rows have no gaps and follow time under concurrent writes. */
import { transaction } from '#server/platform/db/db.ts'
import { afterAll, expect, test } from 'vitest'
import { accountLogCounter, assignNextNumbers } from '#server/platform/db/running-numbers.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

const { db, close } = await freshDb()
afterAll(close)

const userKey = { ownerId: '1', userId: '2' }
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))

test('fifty concurrent writers, ten of which fail, get the numbers 1 to 40 without a gap', async () => {
  const numbers: number[] = []
  const write = (index: number) =>
    transaction(db, async (tx) => {
      const { login } = await assignNextNumbers(tx, userKey, ['login'], at(index))
      if (index % 5 === 0) throw new Error('changed my mind')
      return login.seq
    })
      .then((seq) => numbers.push(seq))
      .catch(() => {})
  await Promise.all(Array.from({ length: 50 }, (_, index) => write(index)))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
})

test('when the clock is set back, later rows keep the later time', async () => {
  const firstNumbers = await assignNextNumbers(db, { ...userKey, userId: '3' }, ['login'], at(30))
  const secondNumbers = await assignNextNumbers(db, { ...userKey, userId: '3' }, ['login'], at(10))
  expect([firstNumbers.login, secondNumbers.login]).toEqual([
    { seq: 1, at: at(30) },
    { seq: 2, at: at(30) },
  ])
})

test('several logs of a user are numbered in one statement, each independently', async () => {
  const user = { ...userKey, userId: '4' }
  await assignNextNumbers(db, user, ['account', accountLogCounter('OTHER')], at(1))
  const second = await assignNextNumbers(db, user, ['account', accountLogCounter('MATRIX')], at(2))
  expect(second).toEqual({
    account: { seq: 2, at: at(2) },
    'account:MATRIX': { seq: 1, at: at(2) },
  })
  expect(await db.$count(logCounters)).toBe(5)
})
