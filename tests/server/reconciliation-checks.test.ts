/** The reconciliation checks find every kind of discrepancy and describe it in a sentence. */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { invariants, runChecks } from '#server/features/ledger/reconciliation/run-checks.ts'
import { freshDb, freshUrl } from '#tests/support/server/postgres.ts'
import { discrepancies, smallAccountGroup, tamper } from '#tests/support/server/ledger-checks.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import { startServer } from '#tests/support/server/server.ts'

test('the demo data has no discrepancy', async () => {
  const { db, close } = await freshDb()
  await ensureCatalogue(db)
  await seedDemo(db, { now: new Date(), ...testCrypto })
  expect(await discrepancies(db)).toEqual([])
  await close()
})

/** Corruptions of a consistent database with one account group, whose user ids are `ids`. */
const ids = { owner: '1000', sub: '1001' }
const rowsOf = (userId: string) => sql`owner_id = ${ids.owner} and user_id = ${userId}`
const corruptions: [name: string, change: SQL, sentence: string, constraints?: string[]][] = [
  [
    'a balance raised by hand',
    sql`update balances set chars = chars + 7 where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 holds 327 characters, but its rows add up to 320.',
  ],
  [
    'a fapiao without orders',
    sql`insert into fapiaos (owner_id, id, created_at, kind, title_name, title_kind, amount, email, state)
      values (${ids.owner}, 77, now(), 'ordinary', 'Anna', 'individual', 5, 'anna@example.com', 'issued')`,
    'Fapiao 77 of owner 1000 is over 5 cents, but its orders add up to 0.',
  ],
  [
    'voice units removed',
    sql`update balances set voices = 0 where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 holds 0 voice units, but its rows add up to 1.',
  ],
  [
    'an expiry moved by hand',
    sql`update balances set expires_at = '2027-01-01T00:00:00Z' where ${rowsOf(ids.owner)}`,
    'Account 1000 of owner 1000 expires at 2027-01-01 00:00:00+00, but its last row says no time.',
  ],
  [
    'a row changed',
    sql`update account_log set char_change = -20, last_chars = last_chars + 10 where ${rowsOf(ids.sub)} and seq = 2`,
    'Account 1001 of owner 1000, row 3 begins with 370 characters, but the row before it ended with 380.',
  ],
  [
    'a row that does not add up',
    sql`update account_log set char_change = -31 where ${rowsOf(ids.sub)} and seq = 2`,
    'Account 1001 of owner 1000, row 2 changes 400 characters by -31 and ends with 370.',
    ['account_log_chars'],
  ],
  [
    'voice units of a row changed',
    sql`update account_log set before_voices = 3, last_voices = 3 where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 begins with 3 voice units, but the row before it ended with 1.',
  ],
  [
    'voice units of a row that do not add up',
    sql`update account_log set voice_change = 4 where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 changes 1 voice units by 4 and ends with 1.',
    ['account_log_voices'],
  ],
  [
    'images of a row changed',
    sql`update account_log set before_images = 2, last_images = 2 where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 begins with 2 images, but the row before it ended with 1.',
  ],
  [
    'images of a row that do not add up',
    sql`update account_log set image_change = 4 where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 changes 1 images by 4 and ends with 1.',
    ['account_log_images'],
  ],
  [
    'the expiry of a row changed',
    sql`update account_log set before_expires_at = '2027-01-01T00:00:00Z' where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 begins with the expiry 2027-01-01 00:00:00+00, but the row before it ended with no time.',
  ],
  [
    'a row deleted',
    sql`delete from account_log where ${rowsOf(ids.sub)} and seq = 2`,
    'Account 1001 of owner 1000, row 3 is found where row 2 is expected: rows are missing.',
  ],
  [
    'the last row deleted',
    sql`delete from account_log where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000: the last row of the account log is 2, but its counter is 3.',
  ],
  [
    'a row numbered twice by type',
    sql`update account_log set type_seq = 5 where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 is number 5 of type TRANSLATION_CONSUME, where number 2 is expected.',
  ],
  [
    'a row of an earlier time',
    sql`update account_log set at = '2020-01-01T00:00:00Z' where ${rowsOf(ids.sub)} and seq = 3`,
    'Account 1001 of owner 1000, row 3 is of 2020-01-01 00:00:00+00, before the row it follows',
  ],
  [
    'one side of a transfer changed',
    sql`update account_log set char_change = 500, last_chars = 500 where ${rowsOf(ids.sub)} and seq = 1`,
    'whose two sides do not cancel out: together they change 100 characters, 0 voice units, 0 images.',
  ],
  [
    'one side of a transfer deleted',
    sql`delete from account_log where ${rowsOf(ids.owner)} and seq = 2`,
    'which has 1 rows, 0 of them of the main account, instead of one on each side.',
  ],
  [
    'a transfer without its other side',
    sql`update account_log set transfer_id = null where ${rowsOf(ids.sub)} and seq = 1`,
    'Account 1001 of owner 1000, row 1 moves quota without naming the other side.',
    ['account_log_transfers'],
  ],
  [
    'used characters changed',
    sql`update balances set used_chars = 81 where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 has a total of 81 characters used, but its translations add up to 80.',
  ],
  [
    'a translation deleted',
    sql`delete from translation_log where ${rowsOf(ids.sub)} and seq = 1`,
    'Account 1001 of owner 1000, row 2 charges 30 characters for a translation by characters that is not in the translation log.',
  ],
  [
    'a translation with another length',
    sql`update translation_log set chars = 31 where ${rowsOf(ids.sub)} and seq = 1`,
    'Account 1001 of owner 1000, row 2 charges 30 characters for translation 1, which has 31.',
  ],
  [
    'a charge moved to another translation',
    sql`update account_log set consume_translation_seq = 2 where ${rowsOf(ids.sub)} and seq = 2`,
    'Account 1001 of owner 1000: translation 2 of 50 characters was charged 2 times.',
  ],
  [
    'usage of a day changed',
    sql`update usage_days set chars = 79 where ${rowsOf(ids.sub)}`,
    'but the usage by day says 79 in 2.',
  ],
  [
    'usage of a day lost',
    sql`delete from usage_days where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 used 80 characters in 2 translations by channel 1 from',
  ],
  [
    'usage of all on a day changed',
    sql`insert into owner_days select owner_id, day, channel_id, source, target, client_type, sum(chars), sum(count) + 1 from usage_days group by 1, 2, 3, 4, 5, 6`,
    'but the usage of all by day says 80 in 3.',
  ],
  [
    'usage of all on a closed day lost',
    sql`insert into owner_days select owner_id, day + 1, channel_id, source, target, client_type, 0, 0 from usage_days`,
    'The accounts of owner 1000 used 80 characters in 2 translations by channel 1 from',
  ],
  [
    'a paid order without credit',
    insertOrder('N1'),
    'Order N1 of owner 1000 is paid and was credited 0 times.',
  ],
  [
    'a paid order without payment',
    insertOrder('N1'),
    'Order N1 of owner 1000 is paid, but no payment of a gateway counts for it.',
  ],
  [
    'an order without its number',
    insertOrder('N1'),
    'Order N1 of owner 1000 is not found by its number.',
  ],
  [
    'events that contradict the order’s status',
    sql`with made as (${insertOrder('N1')} returning *), known as (insert into order_numbers select no, owner_id, id from made)
      insert into order_events select owner_id, id, 1, 'created', now() from made`,
    'Order N1 of owner 1000 is P, but its events are: created.',
  ],
  [
    'a payment without an order',
    pay('G1'),
    'Payment G1 counts for an order of owner 1000 that is not paid.',
  ],
  [
    'a payment that counts for another order',
    sql`with made as (${insertOrder('N1')} returning *) insert into payments select 'sandbox', 'G2', owner_id, id from made`,
    'Order N1 of owner 1000 is paid by payment null, but payment G2 counts for it.',
  ],
  [
    'recharged money without an order',
    sql`update balances set recharged_cents = 5 where ${rowsOf(ids.owner)}`,
    'Account 1000 of owner 1000 has a total of 5 cents recharged, but its paid orders add up to 0.',
  ],
  [
    'a credit without an order',
    sql`update account_log set log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP', recharge_order_no = 'N2' where ${rowsOf(ids.owner)} and seq = 1`,
    'Account 1000 of owner 1000, row 1 credits order N2, which is not a paid order of this owner.',
  ],
  [
    'a closed account whose user is not erased',
    sql`update balances set chars = 0, voices = 0, images = 0, closed_at = now() where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 is closed, which its user is not',
  ],
  [
    'rows of a missing account',
    sql`insert into account_log select (jsonb_populate_record(l, '{"user_id": 77}')).* from account_log l where ${rowsOf(ids.sub)} and seq = 2`,
    'Account 77 of owner 1000, row 2 and 0 more belong to an account that does not exist.',
  ],
  [
    'images removed',
    sql`update balances set images = 0 where ${rowsOf(ids.sub)}`,
    'Account 1001 of owner 1000 holds 0 images, but its rows add up to 1.',
  ],
  [
    'quota added without a row',
    sql`update balances set images = images + 1`,
    'All accounts together hold 12 images, but all rows together add up to 10.',
  ],
  [
    'a unique index dropped',
    sql`drop index account_log_credit`,
    'The guard account_log_credit is missing or switched off in the database.',
  ],
  [
    'a constraint dropped',
    sql`select 1`,
    'The guard balances_chars is missing or switched off in the database.',
    ['balances_chars'],
  ],
]

function insertOrder(no: string): SQL {
  return sql`insert into orders (owner_id, no, seq, pay_channel, pay_status, member_group_id, group_name, group_en_name, channel_id, billing_mode, sales_num, num, amount_cents, created_at, paid_at)
    values (${ids.owner}, ${no}, 1, 'WC_NATIVE', 'P', 2, 'a', 'a', 1, 'char', 1, 10, 0, now(), now())`
}

function pay(gatewayNo: string): SQL {
  return sql`insert into payments values ('sandbox', ${gatewayNo}, ${ids.owner}, 999)`
}

let consistentDatabase = ''
beforeAll(async () => {
  const server = await startServer()
  await ensureCatalogue(server.database.db)
  const { main, sub } = await smallAccountGroup(server)
  expect([main.userId, sub.userId]).toEqual([ids.owner, ids.sub])
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
  consistentDatabase = /\/(t_\w+)\?/.exec(server.database.url)![1]!
})

let shared: Database
beforeAll(async () => void (shared = await openCopy()))
afterAll(() => shared.close())

const openCopy = async () => openDb(await freshUrl(consistentDatabase), { connections: 2 })

test.each(corruptions)('%s is found and described', async (_, change, sentence, constraints) => {
  const undo = new Error('The next corruption begins with a consistent database.')
  const corrupted = transaction(shared.db, async (tx) => {
    await tamper(tx, change, constraints)
    const found = await runChecks(tx, { full: true, zone: 'Asia/Shanghai' })
    expect(found.map((discrepancy) => discrepancy.sentence).join('\n')).toContain(sentence)
    throw undo
  })
  await expect(corrupted).rejects.toBe(undo)
})

test('usage of a day may be split by key', async () => {
  const { db, close } = await openCopy()
  const dimensions = sql.raw('owner_id, user_id, day, channel_id, source, target, client_type')
  await db.execute(sql`with rest as (update usage_days set chars = 30, count = 1 where ${rowsOf(ids.sub)} returning *)
    insert into usage_days (${dimensions}, key_id, chars, count) select ${dimensions}, 7, 50, 1 from rest`)
  expect(await discrepancies(db)).toEqual([])
  await close()
})

test('a disabled trigger is found and described', async () => {
  const { db, close } = await openCopy()
  await db.execute(sql`alter table account_log disable trigger account_log_stays`)
  expect(await discrepancies(db)).toEqual([
    'The guard account_log_stays is missing or switched off in the database.',
  ])
  await close()
})

test('the report lists each invariant, the counts and every discrepancy', async () => {
  const { db, close } = await openCopy()
  const lines: string[] = []
  expect(await verifyLedger(db, 'Asia/Shanghai', (line) => lines.push(line))).toBe(0)
  expect(lines[0]).toBe('2 accounts, 5 rows of the account log, 2 translations, 0 orders')
  expect(lines.at(-1)).toMatch(/^No contradiction\. /)
  expect(lines.filter((line) => / ok {5}/.test(line))).toHaveLength(invariants.length)
  await tamper(db, sql`update balances set chars = chars + 1 where ${rowsOf(ids.sub)}`)
  const after: string[] = []
  expect(await verifyLedger(db, 'Asia/Shanghai', (line) => after.push(line))).toBe(2)
  expect(after.filter((line) => line.startsWith('- '))).toHaveLength(2)
  await close()
})
