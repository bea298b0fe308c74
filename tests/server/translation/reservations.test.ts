/** What a server process looks after by itself: reservations of processes that died. */
import { afterAll, expect, test, vi } from 'vitest'
import { reserve } from '#server/features/ledger/reservations/service.ts'
import { reservations } from '#server/schema.ts'
import { startPartitionJob } from '#server/jobs/partition-job.ts'
import { addPerson, balanceOf } from '#tests/support/actors/people.ts'
import { startServer } from '#tests/support/server/server.ts'

const server = await startServer()
afterAll(() => server.close())

test('within two minutes what a dead process had set aside is back, though nobody asks for it', async () => {
  const { db } = server.database
  const { ownerId, userId } = await addPerson(db, {
    account: 'keeping@example.com',
    username: 'keeping',
    chars: 10,
  })
  await reserve(db, { ownerId, userId, chars: 7, drawsOnMain: false }, server.services.clock())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startPartitionJob(server.services, undefined)
  server.passTime(60_000)
  vi.advanceTimersByTime(60_000)
  expect(await balanceOf(db, ownerId, userId)).toMatchObject({
    chars: 10,
    reservedChars: 7,
    translating: 1,
  })
  server.passTime(60_000)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await db.$count(reservations)).toBe(0), 20_000)
  expect(await balanceOf(db, ownerId, userId)).toMatchObject({
    chars: 10,
    reservedChars: 0,
    translating: 0,
  })
  stop()
})
