/** Two fapiao that were recorded crosswise are exchanged, of one account or of two. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fapiaos } from '#contract/fapiaos.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos, type ExchangeScope } from '#contract/operator/fapiaos.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { addDays } from '#server/platform/db/time.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import {
  correctFapiao,
  downloadFile,
  fapiaoOf,
  issueFapiao,
  newFapiaoNumber,
  reverseFapiao,
  today,
} from '#tests/support/actors/fapiaos.ts'
import { newOperator } from '#tests/support/actors/operators.ts'

const { exchange, get, download } = customerFapiaos
const { server, staff, requested, lastMail } = await fapiaoFixture()

/** With a number and a file of its own. */
async function issued() {
  const buyer = await requested()
  const fapiaoNo = newFapiaoNumber()
  const text = `%PDF-1.4 of ${fapiaoNo}\n%%EOF\n`
  const reply = await issueFapiao(server, staff, buyer.key, { fapiaoNo, file: new Blob([text]) })
  expect(reply.success, reply.msg).toBe(true)
  return { ...buyer, fapiaoNo, text }
}
type Issued = Awaited<ReturnType<typeof issued>>

const exchangeWith = async (
  one: Issued,
  number: string,
  scope: ExchangeScope = 'records',
  which: 'fapiao' | 'reversal' = 'fapiao',
) => {
  const { version } = (await staff.call(get, one.key)).data
  return staff.call(exchange, { ...one.key, version, which, number, scope, reason: 'crosswise' })
}

const recordOf = async ({ asMain, key }: Issued) => ({
  number: (await fapiaoOf(asMain, key.id)).fapiaoNo,
  text: (await downloadFile(server, asMain, fapiaos.calls.download, { id: key.id })).text,
})

test('an exchange gives each of two customers the number and the file of the other', async () => {
  const [one, two] = [await issued(), await issued()]
  expect(await exchangeWith(one, two.fapiaoNo)).toMatchObject({ success: true })
  expect(await recordOf(one)).toEqual({ number: two.fapiaoNo, text: two.text })
  expect(await recordOf(two)).toEqual({ number: one.fapiaoNo, text: one.text })
  const mail = await lastMail()
  expect(mail.attachments!.map(({ name, content }) => [name, atob(content)])).toEqual([
    [`fapiao-${one.fapiaoNo}.pdf`, one.text],
  ])
  for (const [buyer, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const [notice] = (await buyer.asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows
    expect(notice!.content).toMatch(new RegExp(`: crosswise.*${other.fapiaoNo}`))
    const { corrections } = (await staff.call(get, buyer.key)).data
    expect(corrections).toMatchObject([{ number: buyer.fapiaoNo, hasFile: 1 }])
    const former = { ...buyer.key, correction: corrections[0]!.id }
    expect((await downloadFile(server, staff, download, former)).text).toBe(buyer.text)
    const { rows } = (await staff.call(operatorLog.page, { subject: `fapiao ${buyer.key.id}` }))
      .data
    const entry = rows.find(({ action }) => action === 'fapiaos exchange')!
    expect([entry.before, entry.after]).toEqual([
      expect.stringContaining(buyer.fapiaoNo),
      expect.stringContaining(other.fapiaoNo),
    ])
  }
  // Both numbers are still used once.
  const third = await requested()
  for (const { fapiaoNo } of [one, two])
    expect((await issueFapiao(server, staff, third.key, { fapiaoNo })).msg).toContain(
      'is already recorded',
    )
})

test('an exchange of the numbers alone leaves dates and files where they are', async () => {
  const [one, two] = [await issued(), await issued()]
  expect(await exchangeWith(two, one.fapiaoNo, 'numbers')).toMatchObject({ success: true })
  expect(await recordOf(one)).toEqual({ number: two.fapiaoNo, text: one.text })
  expect(await recordOf(two)).toEqual({ number: one.fapiaoNo, text: two.text })
  expect((await staff.call(get, one.key)).data.corrections).toMatchObject([{ hasFile: 0 }])
})

test('red-letter fapiao are exchanged too, with no other kind of number', async () => {
  const [one, two] = [await issued(), await issued()]
  const [first, second] = [newFapiaoNumber(), newFapiaoNumber()]
  const reason = 'wrong title'
  await reverseFapiao(server, staff, one.key, { reversalNo: first, reason })
  expect((await exchangeWith(one, two.fapiaoNo, 'records', 'reversal')).success).toBe(false)
  expect((await exchangeWith(two, first, 'records', 'reversal')).success).toBe(false)
  await reverseFapiao(server, staff, two.key, { reversalNo: second, reason })
  expect((await exchangeWith(one, second, 'records', 'reversal')).success).toBe(true)
  expect((await fapiaoOf(one.asMain, one.key.id)).reversalNo).toBe(second)
  expect((await fapiaoOf(two.asMain, two.key.id)).reversalNo).toBe(first)
})

test('an exchange that can’t be is refused and changes nothing', async () => {
  const [one, two] = [await issued(), await issued()]
  const unknown = newFapiaoNumber()
  for (const number of [unknown, one.fapiaoNo])
    expect((await exchangeWith(one, number)).msg).toBe(
      `No other fapiao is recorded with the number ${number}, so there is nothing to exchange. Check the number.`,
    )
  const waiting = await requested()
  expect((await exchangeWith({ ...waiting, fapiaoNo: '', text: '' }, two.fapiaoNo)).msg).toBe(
    'This fapiao has not been issued yet.',
  )
  const support = await newOperator(server, 'support')
  const input = {
    version: 1,
    which: 'fapiao',
    number: two.fapiaoNo,
    scope: 'records',
    reason: 'no',
  } as const
  expect(await support.call(exchange, { ...one.key, ...input })).toMatchObject({
    success: false,
    data: { code: 'notAllowed' },
  })
  expect(await recordOf(one)).toEqual({ number: one.fapiaoNo, text: one.text })
})

test('a refusal to exchange a date that does not fit names the fapiao and the date', async () => {
  const [one, two] = [await issued(), await issued()]
  await reverseFapiao(server, staff, one.key, { reason: 'wrong title' })
  const yesterday = addDays(today(), -1)
  await server.database.db.execute(
    sql`update fapiaos set issue_date = ${yesterday}, reversal_date = ${yesterday} where owner_id = ${one.key.ownerId}::bigint`,
  )
  // Either of the two can be the one that is handled.
  for (const refused of [
    await exchangeWith(one, two.fapiaoNo),
    await exchangeWith(two, one.fapiaoNo),
  ])
    expect(refused.msg).toMatch(`recorded as ${one.fapiaoNo} can’t get the date ${today()}`)
  expect(await exchangeWith(one, two.fapiaoNo, 'numbers')).toMatchObject({ success: true })
})

test('exchanges and corrections of the same two fapiao at one moment lose and double no number', async () => {
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await issued(), await issued()]
    const number = newFapiaoNumber()
    const replies = await Promise.all([
      exchangeWith(one, two.fapiaoNo),
      exchangeWith(two, one.fapiaoNo),
      correctFapiao(server, staff, one.key, { number }),
    ])
    expect(replies.map(({ status }) => status)).not.toContain(500)
    const numbers = await Promise.all([one, two].map(async (each) => (await recordOf(each)).number))
    const corrected = replies[2].success
    expect(new Set(numbers).size).toBe(2)
    expect(numbers.includes(number)).toBe(corrected)
    const third = await requested()
    for (const taken of numbers)
      expect((await issueFapiao(server, staff, third.key, { fapiaoNo: taken! })).success).toBe(
        false,
      )
  }
})
