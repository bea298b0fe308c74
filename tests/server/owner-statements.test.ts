/** The check that every statement restricts its tenant tables to one owner. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { findPerson } from '#server/features/identity/sign-in/sign-in.ts'
import { users } from '#server/features/accounts/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { PgDialect } from 'drizzle-orm/pg-core'
import { ownerFaults, sentStatements } from '#tests/support/server/sent-statements.ts'
import { password } from '#tests/support/actors/people.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()

const tablesIn = async (text: string): Promise<string | undefined> =>
  /does not restrict (.*?) to one owner/.exec((await ownerFaults([text]))[0] ?? '')?.[1]

test.each([
  'select * from users where owner_id = $1',
  'select * from users u where (u.owner_id, u.user_id) = ($1::bigint, $2)',
  'select 1 from users u join balances b on b.owner_id = u.owner_id where u.owner_id = $1',
  'select 1 from users join balances b using (owner_id, user_id) where b.owner_id = 7',
  'select (select 1 from balances b where b.owner_id = u.owner_id) from users u where owner_id = $1',
  'with u as (select * from users where owner_id = $1) select 1 from u join orders o on o.owner_id = u.owner_id',
  'select 1 from users u, lateral (select 1 from orders o where o.owner_id = u.owner_id) o where u.owner_id = $1',
  'update balances b set chars = s.chars from (select 1 as chars) s where b.owner_id = $1',
  'insert into notice_reads (owner_id, user_id, seq) values ($1, $2, $3), ($4, $5, $6)',
  'insert into notice_reads (user_id, owner_id, seq) select $1, $2::bigint, 1',
  'with gone as (delete from orders where owner_id = $1 returning owner_id, id) delete from order_events e using gone g where e.owner_id = g.owner_id',
  'select 1 from login_names where name = $1',
])('a statement with the owner of each tenant table passes (%#)', async (text) => {
  expect(await tablesIn(text)).toBeUndefined()
})

test.each([
  ['select * from users where user_id = $1', 'users'],
  ['select * from users where owner_id = $1 or user_id = $2', 'users'],
  ['select * from users where owner_id = any($1)', 'users'],
  ['select * from users where owner_id = user_id', 'users'],
  [
    'select 1 from users u join balances b on b.user_id = u.user_id where u.owner_id = $1',
    'balances',
  ],
  ['select 1 from users u left join balances b on u.owner_id = $1 and b.owner_id = $1', 'users'],
  [
    'select 1 from users u where u.owner_id = $1 and exists (select 1 from orders o where o.id = $2)',
    'orders',
  ],
  [
    'select 1 from users u where exists (select 1 from orders o where o.owner_id = u.owner_id and o.owner_id = $1)',
    'users',
  ],
  ['with o as (select * from orders) select 1 from o where o.owner_id = $1', 'orders'],
  [
    'select 1 from unnest($1::bigint[]) as w(id), lateral (select 1 from notices n where n.owner_id = w.id) n',
    'notices',
  ],
  [
    'select 1 from login_names l join users u on u.owner_id = l.owner_id where l.name = $1',
    'users',
  ],
  [
    'update balances b set chars = 0 from users u where b.owner_id = $1 and u.user_id = b.user_id',
    'users',
  ],
  [
    'select (select 1 from balances b where b.owner_id = u.owner_id) from (select * from users where owner_id = $1 limit 1) u',
    'balances',
  ],
  ['delete from orders where id = $1', 'orders'],
  [
    'insert into notice_reads (owner_id, user_id, seq) select owner_id, user_id, 1 from users',
    'users, notice_reads',
  ],
  ['select 1 union all select chars from balances', 'balances'],
])('a tenant table without its owner is reported (%#)', async (text, tables) => {
  expect(await tablesIn(text)).toBe(tables)
})

const across = (text: string) => text.replace(' where ', ' where /* across owners: why */ ')

test.each([
  'select 1 from users u join balances b on b.owner_id = u.owner_id where true',
  'select 1 from users u where (u.owner_id, u.user_id) in (select o.owner_id, o.id from orders o)',
  'select (select 1 from balances b where b.owner_id = u.owner_id) from users u where true',
  'with o as (select owner_id from orders) select 1 from users u join o on o.owner_id = u.user_id where true',
  'select 1 from refunds r left join users u on u.owner_id = r.owner_id left join orders o on o.id = r.id where true',
  'insert into notice_reads (owner_id, user_id, seq) select n, n, 1 from unnest($1::bigint[]) n where true',
])('a statement across owners that a split database accepts passes (%#)', async (text) => {
  expect(await ownerFaults([across(text)])).toEqual([])
})

test.each([
  ['select 1 from users u join orders o on o.id = u.user_id where true', 'joins orders otherwise'],
  ['select 1 from users u left join orders o on o.id = u.user_id where true', 'joins orders'],
  [
    'select (select 1 from orders o where o.id = u.user_id) from users u where true',
    'joins orders',
  ],
  [
    'select 1 from users u where exists (select 1 from orders o where o.id = u.user_id)',
    'joins orders',
  ],
  [
    'select 1 from users u, lateral (select 1 from orders o where o.id = u.user_id limit 1) o where true',
    'joins orders',
  ],
  ['select 1 from orders o where o.no = $1 for update', 'locks rows of orders'],
])(
  'a statement across owners that a split database refuses is found (%#)',
  async (text, reason) => {
    expect((await ownerFaults([across(text)]))[0]).toContain(`: it ${reason}`)
  },
)

test('a report names statement and remedy, and a marked statement passes', async () => {
  const text = 'select * from orders where no = $1'
  const [fault] = await ownerFaults([text])
  expect(fault).toContain(text)
  expect(fault).toMatch(/Compare owner_id .* with a parameter.* mark it with acrossOwners/)
  const marked = sql`select * from orders where ${acrossOwners('a payment names its order alone', sql`no = 1`)}`
  expect(await ownerFaults([new PgDialect().sqlToQuery(marked).sql])).toEqual([])
})

test('statements of the server are recorded, those of tests are not', async () => {
  const { db } = server.database
  await caller(server, null).call(login.login, { account: 'nobody@example.com', password })
  await findPerson(db, people.anna)
  await db.select({ version: users.version }).from(users).where(eq(users.nickname, 'none'))
  const all = [...sentStatements()]
  expect(all.some((text) => text.includes('from "login_names" where "login_names"."name" ='))).toBe(
    true,
  )
  expect(all.some((text) => text.includes('"password_hash"'))).toBe(true)
  expect(all.some((text) => text.includes('"users"."nickname" = $'))).toBe(false)
})
