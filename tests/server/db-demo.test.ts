/** The demo data is consistent: its logs, balances, orders and counters agree. */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PayStatus } from '#contract/orders.ts'
import { LogType } from '#contract/ledger.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { demoAccounts, demoPassword, seedDemo } from '#server/seed/demo.ts'
import { ensureDemoWebhooks } from '#server/seed/webhooks.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { signedIn, startServer, testEncryption } from '#tests/support/server/server.ts'

const database = await freshDb()
const { db, close } = database
const now = new Date('2026-11-20T07:30:00Z')

beforeAll(async () => {
  await ensureCatalogue(db)
  const messages = await Promise.all([
    seedDemo(db, { now, ...nodeCrypto }),
    seedDemo(db, { now, ...nodeCrypto }),
  ])
  expect(messages.toSorted()).toEqual([false, true])
})
afterAll(close)

async function rowsOf<T extends Record<string, unknown>>(query: SQL): Promise<T[]> {
  return (await db.execute(query)).rows as T[]
}
/** Expects that a query for violations returns no rows. */
const expectNoRows = async (query: SQL) => expect(await rowsOf(query)).toEqual([])

test('each demo account signs in with the printed password and matches its description', async () => {
  const found = await rowsOf<{ name: string; hash: string; group: string; sub: boolean }>(sql`
    select n.name, u.password_hash as hash, g.en_name as "group", u.user_id <> u.owner_id as sub
    from login_names n join users u using (owner_id, user_id) join users m on m.owner_id = u.owner_id and m.user_id = u.owner_id
    join member_groups g on g.id = m.member_group_id where n.name in ${Object.values(demoAccounts)} order by n.name`)
  expect(found.map(({ name, group, sub }) => ({ name, group, sub }))).toEqual([
    { name: 'demo@example.com', group: 'Standard', sub: false },
    { name: 'demosub', group: 'Standard', sub: true },
    { name: 'free@example.com', group: 'Free test', sub: false },
    { name: 'monthly@example.com', group: 'Professional, monthly', sub: false },
  ])
  for (const { hash } of found)
    expect(await nodeCrypto.verifyPassword(hash, demoPassword)).toBe(true)
})

test('demo has two groups with people, and an audit log of the acts behind its logs', async () => {
  const groups = await rowsOf(
    sql`select g.name, count(*)::int as members from sub_account_groups g join sub_account_budgets b on b.owner_id = g.owner_id and b.group_id = g.id group by 1 order by 1`,
  )
  expect(groups).toEqual([
    { name: '客服部', members: 4 },
    { name: '销售部', members: 6 },
  ])
  const acts = await rowsOf<{ act: string; count: number }>(
    sql`select act, count(*)::int from audit_log group by 1`,
  )
  const countOf = (name: string) => acts.find(({ act }) => act === name)?.count
  expect(countOf('movedToGroup')).toBe(10)
  expect(countOf('subAccountCreated')).toBe(28)
  const [{ distributed }] = (await rowsOf<{ distributed: number }>(
    sql`select count(*)::int as distributed from account_log where user_id = owner_id and log_type = 'DISTRIBUTION'`,
  )) as [{ distributed: number }]
  expect(countOf('quotaDistributed')).toBe(distributed)
  await expectNoRows(
    sql`select * from (select lag(created_at) over (partition by owner_id order by id) as former, created_at from audit_log) a where former > created_at`,
  )
  await expectNoRows(
    sql`select a.owner_id from audit_log a join collection_counts c on c.owner_id = a.owner_id and c.collection = 'auditLog' group by 1, c.rows having count(*) <> c.rows`,
  )
})

test('demo has 26 sub-accounts and orders in every state', async () => {
  const [counted] = await rowsOf(
    sql`select count(*)::int as subs from users where user_id <> owner_id and erased_at is null`,
  )
  expect(counted).toEqual({ subs: 26 })
  const states = await rowsOf<{ pay_status: string }>(
    sql`select distinct pay_status from orders join login_names on name = ${demoAccounts.demo} and orders.owner_id = login_names.owner_id`,
  )
  expect(states.map(({ pay_status }) => pay_status).toSorted()).toEqual(
    PayStatus.options.toSorted(),
  )
})

test('demo has rows of every log type, over ninety days', async () => {
  const types = await rowsOf<{ log_type: string }>(
    sql`select distinct log_type from account_log join login_names using (owner_id, user_id) where name = 'demo'`,
  )
  expect(types.map(({ log_type }) => log_type).toSorted()).toEqual(LogType.options.toSorted())
  for (const table of ['account_log', 'login_log', 'translation_log']) {
    const [span] = await rowsOf(
      sql`select extract(day from max(at) - min(at))::int >= 88 as long, max(at) <= ${now} as past, count(*) > 1000 as dense from ${sql.raw(table)}`,
    )
    expect(span).toEqual({ long: true, past: true, dense: true })
  }
})

test('each account log row starts where the previous one ended, and the last equals the balance', async () => {
  await expectNoRows(sql`select * from (
    select l.*, lag(last_chars, 1, 0) over w as chars, lag(last_voices, 1, 0) over w as voices, lag(last_images, 1, 0) over w as images,
      lag(last_expires_at) over w as expires from account_log l window w as (partition by owner_id, user_id order by seq)) r
    where before_chars <> chars or before_voices <> voices or before_images <> images or before_expires_at is distinct from expires`)
  await expectNoRows(sql`select * from balances b left join lateral (
    select * from account_log l where l.owner_id = b.owner_id and l.user_id = b.user_id order by seq desc limit 1) l on true
    where b.chars <> coalesce(last_chars, 0) or b.voices <> coalesce(last_voices, 0) or b.images <> coalesce(last_images, 0)
      or b.expires_at is distinct from l.last_expires_at`)
})

test('sequence numbers have no gap, rise with time and agree with their counters', async () => {
  const logs = { login: 'login_log', translation: 'translation_log', account: 'account_log' }
  for (const [log, table] of Object.entries(logs)) {
    await expectNoRows(sql`select * from (select seq, at, row_number() over w as n, lag(at) over w as before from ${sql.raw(table)}
      window w as (partition by owner_id, user_id order by seq)) r where seq <> n or at < before`)
    await expectNoRows(sql`select owner_id, user_id, last, c.at, max(l.seq), max(l.at) from log_counters c full join ${sql.raw(table)} l using (owner_id, user_id)
      where log = ${log} or log is null group by owner_id, user_id, last, c.at having last is distinct from max(l.seq) or c.at is distinct from max(l.at)`)
  }
  await expectNoRows(
    sql`select * from (select type_seq, row_number() over (partition by owner_id, user_id, log_type order by seq) as n from account_log) r where type_seq <> n`,
  )
  await expectNoRows(sql`select owner_id from log_counters c join account_log l using (owner_id, user_id) where log = 'account:' || log_type
    group by owner_id, user_id, log, last having last <> max(type_seq)`)
})

test('both sides of a transfer add up to zero', async () => {
  await expectNoRows(sql`select transfer_id from account_log where transfer_id is not null group by transfer_id
    having count(*) <> 2 or sum(char_change) <> 0 or sum(voice_change) <> 0 or sum(image_change) <> 0 or count(distinct user_id) <> 2 or count(distinct at) <> 1`)
  await expectNoRows(
    sql`select * from account_log where (log_type in ('DISTRIBUTION', 'RECOVERY')) <> (transfer_id is not null)`,
  )
  const [sums] = await rowsOf(
    sql`select (select sum(char_change) from account_log) = (select sum(chars) from balances) as chars`,
  )
  expect(sums).toEqual({ chars: true })
})

test('used characters equal the translations, and charged ones are in the account log', async () => {
  await expectNoRows(sql`select b.user_id, used_chars, sum(t.chars) from balances b left join translation_log t using (owner_id, user_id)
    group by b.owner_id, b.user_id, used_chars having used_chars <> coalesce(sum(t.chars), 0)`)
  await expectNoRows(sql`select * from (select * from translation_log where mode = 'char') t
    full join (select * from account_log where log_type = 'TRANSLATION_CONSUME') a
    on t.owner_id = a.owner_id and t.user_id = a.user_id and t.seq = a.consume_translation_seq and t.at = a.at and t.chars = -a.char_change
    where t.seq is null or a.seq is null`)
  await expectNoRows(sql`select * from usage_days u full join (
      select owner_id, user_id, (at at time zone 'Asia/Shanghai')::date as day, channel_id, source, target, client_type, sum(chars) as chars, count(*) as count
      from translation_log group by 1, 2, 3, 4, 5, 6, 7
    ) t using (owner_id, user_id, day, channel_id, source, target, client_type) where u.chars is distinct from t.chars or u.count is distinct from t.count`)
})

test('recharged amounts equal the paid orders, and each paid order was credited once', async () => {
  await expectNoRows(sql`select b.owner_id from balances b left join orders o on o.owner_id = b.owner_id and b.user_id = b.owner_id and pay_status = 'P'
    group by b.owner_id, b.user_id, recharged_cents having recharged_cents <> coalesce(sum(amount_cents), 0)`)
  await expectNoRows(sql`select * from (select * from orders where pay_status = 'P') o full join (select * from account_log where log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP') l
    on l.owner_id = o.owner_id and l.recharge_order_no = o.no and l.at = o.paid_at and (l.char_change = o.num or l.minute_change = o.num)
    where o.no is null or l.seq is null`)
  await expectNoRows(
    sql`select * from orders o left join order_numbers n using (no) where n.order_id is distinct from o.id or n.owner_id <> o.owner_id`,
  )
  await expectNoRows(
    sql`select * from orders o join member_groups g on g.id = o.member_group_id where amount_cents <> price_cents * sales_num or o.num <> g.num * sales_num`,
  )
})

test('bought or converted time moves the expiry by the same number of minutes', async () => {
  await expectNoRows(sql`select * from account_log where minute_change > 0
    and last_expires_at <> case when log_type = 'SYS_MATRIX' then at else greatest(at, before_expires_at) end + minute_change * interval '1 minute'`)
  await expectNoRows(
    sql`select * from account_log where minute_change < 0 and (last_expires_at is not null or floor(extract(epoch from before_expires_at - at) / 60) <> -minute_change)`,
  )
  await expectNoRows(
    sql`select * from account_log where log_type = 'SYS_MATRIX' and sign(char_change) = sign(minute_change)`,
  )
})

test('last sign-in and consecutive days agree with the login log', async () => {
  await expectNoRows(sql`with days as (
      select distinct owner_id, user_id, (at at time zone 'Asia/Shanghai')::date as day from login_log),
    runs as (select *, day + (row_number() over (partition by owner_id, user_id order by day desc))::int as run from days),
    streaks as (select owner_id, user_id, count(*) as days from runs r where run = (select max(day) + 1 from days d where d.owner_id = r.owner_id and d.user_id = r.user_id) group by 1, 2)
    select * from users u left join streaks s using (owner_id, user_id)
    where login_days <> coalesce(s.days, 0) or last_login_at is distinct from
      (select max(at) from login_log l where l.owner_id = u.owner_id and l.user_id = u.user_id)`)
})

test('deleted sub-accounts have no quota and no login name, and are closed', async () => {
  const deleted =
    await rowsOf(sql`select b.chars + b.voices + b.images as left, closed_at = erased_at as closed, n.name from users u join balances b using (owner_id, user_id)
    left join login_names n using (owner_id, user_id) where erased_at is not null`)
  expect(deleted).toEqual([
    { left: '0', closed: true, name: null },
    { left: '0', closed: true, name: null },
  ])
})

test('the ledger refuses changes other than blanking personal data', async () => {
  for (const change of [
    sql`update account_log set char_change = 1`,
    sql`delete from account_log`,
    sql`truncate account_log`,
  ]) {
    await expect(db.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } })
  }
  await expect(
    db.execute(sql`update account_log set consumer_ip = '192.0.2.1'`),
  ).rejects.toMatchObject({ cause: { code: '23001' } })
  await db.execute(
    sql`update account_log set consumer_ip = null, manager_name = null, parent_name = null, child_name = null where seq = 1`,
  )
})

test('the webhooks of demo are added once, with deliveries in both outcomes and none to be sent', async () => {
  const deps = { now, ...nodeCrypto, encryption: testEncryption }
  await Promise.all([ensureDemoWebhooks(db, deps), ensureDemoWebhooks(db, deps)])
  await ensureDemoWebhooks(db, deps)
  expect(
    await rowsOf(sql`select url from webhooks where url !~ '^https://[a-z]+[.]example/'`),
  ).toEqual([])
  expect(
    await rowsOf(
      sql`select w.enabled, d.state, count(*)::int from webhooks w join webhook_deliveries d on d.owner_id = w.owner_id and d.webhook_id = w.id group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    { enabled: false, state: 'delivered', count: 4 },
    { enabled: false, state: 'failed', count: 3 },
    { enabled: true, state: 'delivered', count: 1 },
  ])
  await expectNoRows(sql`select * from webhook_queue`)
  const [owner] = await rowsOf<{ ownerId: string; userId: string }>(
    sql`select owner_id::text as "ownerId", user_id::text as "userId" from login_names where name = ${demoAccounts.demo}`,
  )
  const server = await startServer({}, database)
  const caller = await signedIn(server, { ...owner!, account: demoAccounts.demo })
  expect((await caller.call(webhookDeliveries.calls.page, {})).data).toMatchObject({ total: 8 })
  expect((await caller.call(webhooks.calls.page, {})).data.rows).toMatchObject([
    { state: 'on' },
    { state: 'off' },
  ])
  await server.close()
})
