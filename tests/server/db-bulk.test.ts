/** Rows made for measuring are as right as real ones. */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  bulkAccountLog,
  bulkLoginLog,
  bulkOwner,
  bulkSubAccounts,
  bulkTranslationLog,
} from '#server/seed/bulk.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { freshDb } from '#tests/support/server/postgres.ts'

const { db, close } = await freshDb()
afterAll(close)
const one = async (query: SQL) => (await db.execute(query)).rows[0]
const until = new Date('2026-11-20T00:00:00Z')
const earlier = new Date('2026-10-01T00:00:00Z')

await ensureCatalogue(db)
const who = await bulkOwner(db, 'Bulk', 'x')

test('login log: numbers go on where they were, times rise and reach back over the days asked for', async () => {
  await bulkLoginLog(db, { ...who, rows: 10, days: 5, until: earlier })
  await bulkLoginLog(db, { ...who, rows: 5_000, days: 30, until })
  expect(
    await one(sql`select count(*)::int as rows, max(seq)::int as last, bool_and(rise) as rise, min(at) > ${until}::timestamptz - interval '91 days' as since, max(at) = ${until} as until
      from (select *, at >= lag(at, 1, at) over (order by seq) as rise from login_log) l`),
  ).toEqual({ rows: 5_010, last: 5_010, rise: true, since: true, until: true })
  expect(
    await one(sql`select last::int, at = ${until} as at from log_counters where log = 'login'`),
  ).toEqual({ last: 5_010, at: true })
})

test('account log: a chain from nothing to the balance', async () => {
  await bulkAccountLog(db, { ...who, rows: 1_000, days: 30, until })
  expect(
    await one(sql`select count(*)::int as rows, bool_and(before_chars = last) as chain, (array_agg(last_chars order by seq desc))[1] as end, max(type_seq)::int as of_type
      from (select *, lag(last_chars, 1, 0) over (order by seq) as last from account_log) l`),
  ).toEqual({ rows: 1_000, chain: true, end: '0', of_type: 1_000 })
})

test('translation log and sub-accounts', async () => {
  await bulkTranslationLog(db, { ...who, rows: 500, days: 3, until })
  await bulkSubAccounts(db, { ownerId: who.ownerId, prefix: 'sub', many: 40, passwordHash: 'x' })
  expect(
    await one(sql`select used_chars::int from balances where user_id = ${who.userId}`),
  ).toEqual({ used_chars: 5_000 })
  expect(
    await one(
      sql`select count(*)::int as subs, count(name)::int as names from users left join login_names using (owner_id, user_id) where user_id <> owner_id`,
    ),
  ).toEqual({
    subs: 40,
    names: 40,
  })
})
