/** Corrections of what was recorded of an issued fapiao: number, date and file. */
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { fapiaos } from '#contract/fapiaos.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { addDays } from '#server/platform/db/time.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import {
  correctFapiao,
  downloadFile,
  fapiaoContents,
  fapiaoOf,
  issueFapiao,
  newFapiaoNumber,
  reverseFapiao,
  today,
} from '#tests/support/actors/fapiaos.ts'
import { newOperator } from '#tests/support/actors/operators.ts'

const { download } = fapiaos.calls
const { server, staff, requested, stateOf, lastMail } = await fapiaoFixture()
const rightFile = `%PDF-1.4 right\n%%EOF\n`

/** With a wrong number. */
async function issued() {
  const buyer = await requested()
  const wrong = newFapiaoNumber()
  expect((await issueFapiao(server, staff, buyer.key, { fapiaoNo: wrong })).success).toBe(true)
  return { ...buyer, wrong }
}

test('a wrong number and file are corrected: the customer gets the right ones, the number is free', async () => {
  const { asMain, key, wrong } = await issued()
  const number = newFapiaoNumber()
  const file = new Blob([rightFile])
  const corrected = await correctFapiao(server, staff, key, { number, file })
  expect(corrected, corrected.msg).toMatchObject({ success: true })
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'issued', fapiaoNo: number })
  expect(await downloadFile(server, asMain, download, { id: key.id })).toEqual({
    disposition: expect.stringContaining(`fapiao-${number}.pdf`),
    text: rightFile,
  })
  const mail = await lastMail()
  expect(mail.attachments!.map(({ name, content }) => [name, atob(content)])).toEqual([
    [`fapiao-${number}.pdf`, rightFile],
  ])
  expect(mail.text).toContain(number)
  const [notice] = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows
  expect(notice).toMatchObject({
    title: 'Your fapiao has been corrected',
    content: expect.stringMatching(new RegExp(`: mistyped.*${number}`)),
  })

  const { corrections } = (await staff.call(customerFapiaos.get, key)).data
  const by = { operator: staff.operator.name, reason: 'mistyped' }
  expect(corrections).toMatchObject([
    { ...by, which: 'fapiao', number: wrong, date: today(), hasFile: 1 },
  ])
  const former = { ...key, correction: corrections[0]!.id }
  expect((await downloadFile(server, staff, customerFapiaos.download, former)).text).toBe(
    fapiaoContents.pdf,
  )
  const log = (await staff.call(operatorLog.page, { subject: `fapiao ${key.id}` })).data.rows
  const entry = log.find(({ action }) => action === 'fapiaos correct')!
  expect(entry).toMatchObject(by)
  expect(entry.before).toContain(wrong)
  expect(entry.after).toContain(number)

  const other = await requested()
  expect((await issueFapiao(server, staff, other.key, { fapiaoNo: number })).success).toBe(false)
  expect((await issueFapiao(server, staff, other.key, { fapiaoNo: wrong })).success).toBe(true)
})

test('without another file, the customer gets the stored one under the right number', async () => {
  const { asMain, key } = await issued()
  const number = newFapiaoNumber()
  expect((await correctFapiao(server, staff, key, { number })).success).toBe(true)
  expect(await downloadFile(server, asMain, download, { id: key.id })).toEqual({
    disposition: expect.stringContaining(number),
    text: fapiaoContents.pdf,
  })
  expect((await lastMail()).attachments).toMatchObject([{ name: `fapiao-${number}.pdf` }])
  const { corrections } = (await staff.call(customerFapiaos.get, key)).data
  expect(corrections).toMatchObject([{ hasFile: 0 }])
})

test('a red-letter fapiao is corrected too, and each correction is kept', async () => {
  const { asMain, key } = await issued()
  const reversalNo = newFapiaoNumber()
  await reverseFapiao(server, staff, key, { reversalNo, reason: 'wrong title' })
  const number = newFapiaoNumber()
  for (const more of [
    { which: 'reversal', number },
    { which: 'reversal', number, file: new Blob([rightFile]) },
  ])
    expect((await correctFapiao(server, staff, key, more)).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'reversed', reversalNo: number })
  expect(
    (await downloadFile(server, asMain, download, { id: key.id, file: 'reversal' })).text,
  ).toBe(rightFile)
  const { corrections } = (await staff.call(customerFapiaos.get, key)).data
  expect(corrections.map((one) => [one.which, one.number, one.hasFile])).toEqual([
    ['reversal', reversalNo, 0],
    ['reversal', number, 1],
  ])
})

test('a correction keeps the rules of issuing, and changes nothing when it is refused', async () => {
  const { asMain, key, wrong } = await issued()
  const other = await issued()
  const tomorrow = addDays(today(), 1)
  for (const [more, sentence] of [
    [{ number: wrong }, /no other file was chosen/],
    [{ number: other.wrong }, /is already recorded/],
    [{ number: '123' }, /must have 20 digits/],
    [{ number: wrong, date: tomorrow }, /later than today/],
    [{ number: wrong, date: '2026-01-31' }, /before the order was paid/],
    [{ number: wrong, file: new Blob(['<p>']) }, /not PDF, OFD or XML/],
    [{ number: newFapiaoNumber(), reason: '' }, /[Rr]eason/],
    [{ number: newFapiaoNumber(), which: 'reversal' }, /already been issued/],
  ] as const) {
    const refused = await correctFapiao(server, staff, key, more)
    expect([refused.success, refused.msg]).toEqual([false, expect.stringMatching(sentence)])
  }
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ fapiaoNo: wrong })
  expect((await staff.call(customerFapiaos.get, key)).data.corrections).toEqual([])
  const support = await newOperator(server, 'support')
  expect(await correctFapiao(server, support, key, { number: newFapiaoNumber() })).toMatchObject({
    success: false,
    data: { code: 'notAllowed' },
  })
})

test('of two operators who correct one record, the second one is refused and undoes nothing', async () => {
  const { asMain, key, wrong } = await issued()
  const { version } = (await staff.call(customerFapiaos.get, key)).data
  const number = newFapiaoNumber()
  expect((await correctFapiao(server, staff, key, { number, version })).success).toBe(true)
  const file = new Blob([rightFile])
  const second = await correctFapiao(server, staff, key, { number: wrong, file, version })
  expect(second).toMatchObject({ success: false, data: { code: 'changedElsewhere' } })
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ fapiaoNo: number })
})

test('of two corrections to one number one succeeds', async () => {
  const both = [await issued(), await issued()]
  const number = newFapiaoNumber()
  const same = await Promise.all(
    both.map(({ key }) => correctFapiao(server, staff, key, { number })),
  )
  expect(same.filter(({ success }) => success)).toHaveLength(1)
})

test('a file that is too large for a mail is not attached, and the mail says where it is', async () => {
  const { asMain, key } = await requested()
  const large = `%PDF-${'x'.repeat(businessLimits.fapiaos.mailedBytes)}%%EOF\n`
  expect((await issueFapiao(server, staff, key, { file: new Blob([large]) })).success).toBe(true)
  const mail = await lastMail()
  expect(mail.attachments ?? []).toEqual([])
  expect(mail.text).toContain('too large for a mail')
  expect(mail.text).not.toContain('attached to this mail')
  expect((await downloadFile(server, asMain, download, { id: key.id })).text).toBe(large)
  expect(await stateOf(asMain, key.id)).toBe('issued')
})
