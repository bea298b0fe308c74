/**
 * Monthly partitions of the logs: created ahead, dropped after the retention, and the ledger adds
 * up.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { translationLog as calls } from '#contract/translation.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { loginLog, translationFloors, translationLog } from '#server/schema.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { maintainPartitions } from '#server/platform/db/log-partitions.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { addPerson, fund } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'

const server = await startServer()
const { db } = server.database
afterAll(() => server.close())

const partitions = async () =>
  (
    await db.execute<{ name: string }>(
      sql`select relid::text as name from pg_partition_tree('translation_log') where isleaf order by 1`,
    )
  ).rows.map(({ name }) => name)
const partitionOf = (name: string) => `translation_log_${name}`

test('old partitions are dropped, new ones created, and lists and ledger stay consistent', async () => {
  await ensureCatalogue(db)
  const anna = await addPerson(db, { account: 'months@example.com', username: 'months' })
  await fund(db, anna, { chars: 1_000 })
  // In Shanghai: the first minutes of August, the last second of October, the first of November.
  for (const at of [
    '2026-07-31T16:30:00Z',
    '2026-08-20T00:00:00Z',
    '2026-10-31T15:59:59Z',
    '2026-10-31T16:00:00Z',
    '2026-11-20T00:00:00Z',
  ]) {
    const translationInput = {
      ...anna,
      chars: 10,
      ip: '192.0.2.1',
      clientType: 'web',
      source: 'zh',
      target: 'en',
    }
    await chargeTranslation(db, translationInput, 'Asia/Shanghai', new Date(at))
  }
  await db.insert(loginLog).values({
    ...anna,
    seq: 1,
    at: new Date('2026-08-20T00:00:00Z'),
    ip: '192.0.2.1',
    clientType: 'web',
  })
  const now = new Date('2027-01-15T00:00:00Z')
  expect(await maintainPartitions(db, undefined, now)).toEqual([])
  await db.execute(
    sql`select make_log_months('translation_log', '2026-08-01T00:00:00+08:00', ${now.toISOString()}::timestamptz), make_log_months('login_log', '2026-08-01T00:00:00+08:00', now())`,
  )
  expect(await partitions()).toEqual(
    expect.arrayContaining(['2026_08', '2026_10', '2026_11', '2027_03', 'rest'].map(partitionOf)),
  )
  const rowCount = async (name: string) =>
    Number(
      (await db.execute<{ count: string }>(sql`select count(*) from ${sql.raw(partitionOf(name))}`))
        .rows[0]!.count,
    )
  expect([
    await rowCount('2026_08'),
    await rowCount('2026_10'),
    await rowCount('2026_11'),
    await rowCount('rest'),
  ]).toEqual([2, 1, 2, 0])
  expect(await discrepancies(db)).toEqual([])
  await reconcile(server.services)

  expect(await maintainPartitions(db, 4, now)).toEqual([
    'login_log_2026_08',
    'login_log_2026_09',
    'translation_log_2026_08',
    'translation_log_2026_09',
  ])
  expect(await maintainPartitions(db, 4, now)).toEqual([])
  expect(
    await db.select().from(translationFloors).where(eq(translationFloors.userId, anna.userId)),
  ).toMatchObject([{ seq: 2, chars: 20, until: new Date('2026-08-31T16:00:00Z') }])
  expect([await db.$count(translationLog), await db.$count(loginLog)]).toEqual([3, 0])
  expect(await discrepancies(db)).toEqual([])

  const caller = await signedIn(server, anna)
  const page = async (query: object) => (await caller.call(calls.page, query)).data
  for (const query of [{}, { targetLangCode: 'en' }, { childUserId: 'all' }])
    expect((await page(query)).total, JSON.stringify(query)).toBe(3)
  expect(await maintainPartitions(db, 3, now)).toEqual([
    'login_log_2026_10',
    'translation_log_2026_10',
  ])
  expect((await page({})).rows.map(({ id }) => id)).toEqual(['5', '4'])
  await chargeTranslation(
    db,
    { ...anna, chars: 5, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
    'Asia/Shanghai',
    now,
  )
  expect((await page({})).rows.map(({ id }) => id)).toEqual(['6', '5', '4'])
  expect(await discrepancies(db)).toEqual([])
  await reconcile(server.services)
  expect(await db.execute(sql`select * from ledger_findings`).then(({ rows }) => rows)).toEqual([])
  await db.execute(sql`update translation_floors set chars = chars - 1`)
  expect(await discrepancies(db)).toEqual([expect.stringContaining('its translations add up to')])
})

test('reserved characters without a reservation and wrong usage totals are found', async () => {
  await db.execute(sql`update translation_floors set chars = chars + 1`)
  await db.execute(sql`update balances set reserved_chars = 3`)
  expect(await discrepancies(db)).toEqual([
    expect.stringContaining(
      '3 characters set aside for 0 translations, but its open reservations are 0 with 0',
    ),
  ])
  await db.execute(sql`update balances set reserved_chars = 0`)
  await db.execute(sql`update usage_days set chars = chars + 1 where day = '2026-11-20'`)
  expect(await discrepancies(db)).toEqual([
    expect.stringContaining(
      'used 10 characters in 1 translations by channel 1 from zh to en by web on 2026-11-20, but the usage by day says 11 in 1',
    ),
    expect.stringContaining(
      'used 11 characters in 1 translations by channel 1 from zh to en by web on 2026-11-20, but the usage of all by day says 10 in 1',
    ),
  ])
})
