/** Bulk rows for benchmarks satisfy the same invariants as real ones. */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  insertBulkAccountLog,
  insertBulkLoginLog,
  insertBulkOwner,
  insertBulkSubAccounts,
  insertBulkTranslationLog,
} from '#tests/support/server/bulk-rows.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

const { db, close } = await freshDb()
afterAll(close)
const firstRow = async (query: SQL) => (await db.execute(query)).rows[0]
/** The end of the rows under test, and of earlier rows. */
const until = new Date('2026-11-20T00:00:00Z')
const earlierUntil = new Date('2026-10-01T00:00:00Z')

await ensureCatalogue(db)
const owner = await insertBulkOwner(db, 'Bulk', 'x')

test('bulk login log rows continue the numbers, and their times rise over the given days', async () => {
  await insertBulkLoginLog(db, { ...owner, rows: 10, days: 5, until: earlierUntil })
  await insertBulkLoginLog(db, { ...owner, rows: 5_000, days: 30, until })
  expect(
    await firstRow(sql`select count(*)::int as rows, max(seq)::int as last, bool_and(rise) as rise, min(at) >= ${earlierUntil}::timestamptz - interval '5 days' as since, max(at) = ${until} as until
      from (select *, at >= lag(at, 1, at) over (order by seq) as rise from login_log) l`),
  ).toEqual({ rows: 5_010, last: 5_010, rise: true, since: true, until: true })
  expect(
    await firstRow(
      sql`select last::int, at = ${until} as at from log_counters where log = 'login'`,
    ),
  ).toEqual({ last: 5_010, at: true })
})

test('bulk account log rows form a chain from zero to the balance', async () => {
  await insertBulkAccountLog(db, { ...owner, rows: 1_000, days: 30, until })
  expect(
    await firstRow(sql`select count(*)::int as rows, bool_and(before_chars = last) as chain, (array_agg(last_chars order by seq desc))[1] as end, max(type_seq)::int as of_type
      from (select *, lag(last_chars, 1, 0) over (order by seq) as last from account_log) l`),
  ).toEqual({ rows: 1_000, chain: true, end: '0', of_type: 1_000 })
})

test('bulk translations add up to the used characters, and each sub-account has a login name', async () => {
  await insertBulkTranslationLog(db, { ...owner, rows: 500, days: 3, until })
  await insertBulkSubAccounts(db, {
    ownerId: owner.ownerId,
    prefix: 'sub',
    count: 40,
    passwordHash: 'x',
  })
  expect(
    await firstRow(sql`select used_chars::int from balances where user_id = ${owner.userId}`),
  ).toEqual({ used_chars: 5_000 })
  expect(
    await firstRow(
      sql`select count(*)::int as subs, count(name)::int as names from users left join login_names using (owner_id, user_id) where user_id <> owner_id`,
    ),
  ).toEqual({
    subs: 40,
    names: 40,
  })
})
