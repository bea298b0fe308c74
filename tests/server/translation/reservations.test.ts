/** The job that releases reservations of processes that died. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { reserveChars } from '#server/features/ledger/reservations/reserve-chars.ts'
import { reservations } from '#server/schema.ts'
import { startReservationsJob } from '#server/jobs.ts'
import { addPerson, balanceOf } from '#tests/support/actors/people.ts'
import { isOnCitus } from '#tests/support/server/postgres.ts'
import { startServer } from '#tests/support/server/server.ts'

const server = await startServer()
afterAll(() => server.close())

test('an abandoned reservation is released within two minutes, without another call', async () => {
  const { db } = server.database
  const { ownerId, userId } = await addPerson(db, {
    account: 'keeping@example.com',
    username: 'keeping',
    chars: 10,
  })
  await reserveChars(
    db,
    { ownerId, userId, chars: 7, usesMainQuota: false },
    server.services.clock(),
  )
  let rounds = 0
  const job = startReservationsJob(
    { ...server.services, clock: () => (rounds++, server.services.clock()) },
    20,
  )
  server.passTime(60_000)
  const before = rounds
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(before + 1), 20_000)
  expect(await balanceOf(db, ownerId, userId)).toMatchObject({
    chars: 10,
    reservedChars: 7,
    translating: 1,
  })
  server.passTime(60_000)
  await vi.waitFor(async () => expect(await db.$count(reservations)).toBe(0), 20_000)
  expect(await balanceOf(db, ownerId, userId)).toMatchObject({
    chars: 10,
    reservedChars: 0,
    translating: 0,
  })
  await job.stop()
})

// A table of Citus has its rows in others.
test.skipIf(isOnCitus())(
  'reservations are found by their index after a vacuum of the emptied table',
  async () => {
    const { db } = server.database
    await db.execute(sql`insert into ${reservations} (owner_id, id, user_id, chars, ends_at)
    select 1, gen_random_uuid(), 1, 1, now() from generate_series(1, 1000)`)
    await db.execute(sql`delete from ${reservations} where owner_id = 1`)
    await db.execute(sql`vacuum analyze ${reservations}`)
    const { rows } = await db.execute(
      sql`explain (generic_plan) delete from ${reservations} where owner_id = $1::bigint and id = $2::uuid`,
    )
    expect(JSON.stringify(rows)).toContain('Index Scan using reservations_')
  },
)
