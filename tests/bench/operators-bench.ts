/** Duration of the operators' searches and overview with 500,000 accounts: the server's reads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { closeDays } from '#server/features/operators/today/business-days.ts'
import { readCustomerPage } from '#server/features/operators/customers/find-customers.ts'
import { readCustomerOrderPage } from '#server/features/operators/orders/queries.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { createPartitions, monthlyLogs } from '#server/platform/db/log-partitions.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { readToday } from '#server/features/operators/today/today.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

const zone = 'Asia/Shanghai'
const times = 9
const rows = { people: 500_000, orders: 500_000, activeADay: 17_000, signInsADay: 7_000, days: 60 }
/** Milliseconds. */
const goals = { search: 100, overview: 200 }

/** Takes about five minutes, unless DATABASE_URL names a database that it has filled before. */
export async function operatorsBench(onProgress: (sentence: string) => void): Promise<BenchLine[]> {
  const given = process.env['DATABASE_URL']
  if (given) return measure(given, onProgress)
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  try {
    await postgres.create('bench')
    return await measure(postgres.url('bench'), onProgress)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, onProgress: (sentence: string) => void): Promise<BenchLine[]> {
  const { db, close } = openDb(url)
  try {
    await migrate(db, migrationsOnDisk())
    await ensureCatalogue(db)
    if ((await db.execute(sql`select from users limit 1`)).rows.length === 0) {
      onProgress(
        `Writing ${rows.people.toLocaleString('en')} accounts with orders, sign-ins and usage …`,
      )
      await fill(db)
    }
    await closeDays(db, zone, new Date())
    const page = { pageNum: 1, pageSize: 20 }
    const search = (text: string) => () => readCustomerPage(db, { search: text, ...page }, zone)
    const ordersBy = (query: object) => () => readCustomerOrderPage(db, { ...query, ...page }, zone)
    const lines: [string, () => Promise<unknown>, number][] = [
      ['customers, newest', () => readCustomerPage(db, page, zone), goals.search],
      ['customers by a whole email', search('p123456@mail16.example'), goals.search],
      ['customers by part of an email, 1 hit', search('p123456@'), goals.search],
      ['customers by part of an email, 111 hits', search('p1234'), goals.search],
      ['customers by a domain, 1 in 20', search('mail7.example'), goals.search],
      ['customers by a part of all emails', search('example'), goals.search],
      ['customers by part of a nickname', search('王小12'), goals.search],
      ['customers by one Chinese character, 1 in 10', search('王'), goals.search],
      ['customers by a text of nobody', search('nobodyatall'), goals.search],
      ['customers by 3 digits', search('987'), goals.search],
      ['customers by the end of an order number', search('987654'), goals.search],
      [
        'customers by state and a part',
        () => readCustomerPage(db, { search: 'p1234', state: 'open', ...page }, zone),
        goals.search,
      ],
      ['orders, newest', ordersBy({}), goals.search],
      ['orders by part of a number', ordersBy({ no: '987654' }), goals.search],
      ['orders by part of a gateway’s number', ordersBy({ gatewayNo: '7654321' }), goals.search],
      ['orders by part of an account', ordersBy({ account: 'p12345' }), goals.search],
      ['orders by a part of all accounts', ordersBy({ account: 'example' }), goals.search],
      ['overview', () => readToday(db, zone, new Date()), goals.overview],
    ]
    onProgress(`Reading, ${times} times each …`)
    const measured: BenchLine[] = []
    for (const [what, read, goal] of lines) measured.push(await timed(what, read, goal))
    return measured
  } finally {
    await close()
  }
}

async function timed(what: string, read: () => Promise<unknown>, goal: number): Promise<BenchLine> {
  await read()
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    await read()
    took.push(performance.now() - began)
  }
  const [median, worst] = [took.toSorted((a, b) => a - b)[times >> 1]!, Math.max(...took)]
  return {
    what,
    value: `${median.toFixed(0)} ms, at most ${worst.toFixed(0)} ms`,
    goal: `≤ ${goal} ms`,
    met: median <= goal,
  }
}

/** One account in five is a sub-account; usage and sign-ins are spread evenly over the days. */
async function fill(db: Db): Promise<void> {
  const now = new Date()
  const since = new Date(now.getTime() - (rows.days + 1) * 86_400_000)
  for (const log of monthlyLogs) await createPartitions(db, log, since, now)
  const statements = [
    sql`insert into users (owner_id, user_id, account, username, nickname, password_hash, invite_code, channel_id, member_group_id, registered_at, last_login_at)
      select case when n % 5 = 0 then 1000000 + n - 1 else 1000000 + n end, 1000000 + n,
        case when n % 5 = 0 then 'sub' || n || 'x' else 'p' || n || '@mail' || n % 20 || '.example' end,
        case when n % 5 = 0 then null else 'user' || n end,
        case when n % 3 = 0 then null else (array['王小', '李', '张伟', 'Anna ', '陈', 'Peter ', '刘', '杨', '赵', '周'])[1 + n % 10] || n % 1000 end,
        'x', case when n % 5 = 0 then null else upper(substr(md5(n::text), 1, 8)) end,
        case when n % 5 = 0 then null else 1 end, case when n % 5 = 0 then null else 2 end,
        now() - (${rows.people}::int - n) * interval '65 seconds', now() - (n % 90) * interval '1 day'
      from generate_series(1, ${rows.people}::int) n`,
    sql`insert into login_names (name, kind, owner_id, user_id)
      select lower(account), case when owner_id = user_id then 'email' else 'account' end, owner_id, user_id from users`,
    sql`insert into balances (owner_id, user_id) select owner_id, user_id from users`,
    sql`insert into orders (owner_id, no, seq, pay_channel, pay_status, member_group_id, group_name, group_en_name, channel_id, billing_mode, sales_num, num, amount_cents, created_at, paid_at, gateway_no)
      select 1000000 + o - (o % 5 = 0)::int, to_char(at, 'YYYYMMDDHH24MISS') || lpad((n * 7919 % 1000000)::text, 6, '0'), n, 'WC_NATIVE', case when n % 4 = 0 then 'C' else 'P' end,
        2, '标准', 'Standard', 1, 'char', 1, 1000000, 9900, at, case when n % 4 = 0 then null else at + interval '1 minute' end,
        '42000' || lpad((n * 104729 % 10000000000)::text, 20, '0')
      from generate_series(1::bigint, ${rows.orders}::bigint) n, lateral (select 1 + n * 31 % ${rows.people}::int as o, now() - (${rows.orders}::bigint - n) * interval '65 seconds' as at) t`,
    sql`insert into order_numbers (no, owner_id, order_id) select no, owner_id, id from orders`,
    sql`insert into usage_days (owner_id, day, user_id, channel_id, source, target, client_type, chars, count)
      select u.owner_id, (now() at time zone ${zone})::date - d, u.user_id, 1 + n % 3, 'zh', 'en', 'web', 1000, 10
      from generate_series(0, ${rows.days - 1}::int) d cross join generate_series(1, ${rows.activeADay}::int) n
        join users u on u.user_id = 1000001 + (n * 10 + d * 3) % ${rows.people}::int
      order by d desc`,
    sql`insert into login_log (owner_id, user_id, seq, at, ip, client_type)
      select u.owner_id, u.user_id, 1 + ${rows.days}::int - d, now() - d * interval '1 day' - n * interval '1 millisecond', '198.51.100.7', 'web'
      from generate_series(0, ${rows.days - 1}::int) d cross join generate_series(1, ${rows.signInsADay}::int) n
        join users u on u.user_id = 1000001 + (n * 25 + d * 7) % ${rows.people}::int`,
  ]
  await transaction(
    db,
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      for (const statement of statements) await tx.execute(statement)
    },
    { isLong: true },
  )
  await db.execute(sql`vacuum analyze`)
}
