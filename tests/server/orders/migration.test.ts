/** The migration that added order events keeps the data of older orders. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'

const migrations = migrationsOnDisk()
const migrationsBefore = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name.endsWith('_orders')),
)

test('older orders are numbered by time, keep their status, and recent ones are polled', async () => {
  const { db, close } = openDb(await freshUrl())
  await migrate(db, migrationsBefore)
  const order = (
    no: string,
    status: string,
    minutesAgo: number,
    timesAndNumber = 'null, null, null',
  ) =>
    db.execute(
      sql.raw(`insert into orders (owner_id, no, pay_channel, pay_status, member_group_id, group_name, group_en_name, channel_id, billing_mode, sales_num, num, amount_cents, created_at, paid_at, closed_at, gateway_no)
        values (1, '${no}', 'WC_NATIVE', '${status}', 2, 'a', 'a', 1, 'char', 1, 10, 100, now() - interval '${minutesAgo} minutes', ${timesAndNumber})`),
    )
  await order('third', 'W', 1)
  await order('first', 'P', 90, "now() - interval '89 minutes', null, 'G1'")
  await order('second', 'C', 60, "null, now() - interval '50 minutes', null")
  await migrate(db, migrations)
  const history = await db.execute(
    sql`select o.no, o.seq::int, string_agg(e.event, ' ' order by e.seq) as story from orders o join order_events e on e.order_id = o.id group by 1, 2 order by 2`,
  )
  expect(history.rows).toEqual([
    { no: 'first', seq: 1, story: 'created paid' },
    { no: 'second', seq: 2, story: 'created cancelled' },
    { no: 'third', seq: 3, story: 'created' },
  ])
  expect(
    (await db.execute(sql`select last::int from log_counters where log = 'order'`)).rows,
  ).toEqual([{ last: 3 }])
  expect((await db.execute(sql`select no from order_checks order by no`)).rows).toEqual([
    { no: 'first' },
    { no: 'third' },
  ])
  expect((await db.execute(sql`select gateway_no from payments`)).rows).toEqual([
    { gateway_no: 'G1' },
  ])
  await close()
})
