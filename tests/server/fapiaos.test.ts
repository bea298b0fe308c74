/** Fapiao: titles, requests for paid orders, who may ask, and what becomes of a request. */
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { idempotencyHeader } from '#contract/failure.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { today as todayCalls } from '#contract/operator/today.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { fapiaoOrders, mails } from '#server/schema.ts'
import {
  addTitle,
  askFapiao,
  companyTitle,
  downloadFile,
  fapiaoContents,
  fapiaoOf,
  invoiceableOf,
  issueFapiao,
  newFapiaoNumber,
  reverseFapiao,
  today,
} from '#tests/support/actors/fapiaos.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'

const { ask, withdraw, download, page } = fapiaos.calls
const { server, staff, buyerWith, requested, stateOf } = await fapiaoFixture()

test('an owner asks for several orders, an operator issues, the file is downloaded and mailed', async () => {
  const { main, asMain, bought, titleId } = await buyerWith(2)
  expect(await invoiceableOf(asMain)).toMatchObject(
    bought.toReversed().map(({ no }) => ({ no, paid: 9_900, amount: 9_900 })),
  )
  const { data } = await askFapiao(asMain, titleId)
  const key = { ownerId: main.ownerId, id: data.id }
  expect(await fapiaoOf(asMain, data.id)).toMatchObject({
    state: 'asked',
    amount: 19_800,
    titleName: companyTitle.name,
    taxNo: companyTitle.taxNo,
    orders: bought.map(({ no }) => ({ orderNo: no, amount: 9_900 })),
  })
  expect(await invoiceableOf(asMain)).toEqual([])
  expect((await downloadFile(server, asMain, download, { id: data.id })).disposition).toBeNull()
  expect((await staff.call(todayCalls.get, {})).data.openFapiaos).toBeGreaterThan(0)
  const listed = (await staff.call(customerFapiaos.page, { state: 'asked' })).data.rows
  expect(listed).toContainEqual(
    expect.objectContaining({ id: data.id, account: main.account, amount: 19_800 }),
  )

  const fapiaoNo = newFapiaoNumber()
  const issued = await issueFapiao(server, staff, key, { fapiaoNo })
  expect(issued, issued.msg).toMatchObject({ success: true })

  expect(await fapiaoOf(asMain, data.id)).toMatchObject({
    state: 'issued',
    fapiaoNo,
    issueDate: today(),
  })
  const file = await downloadFile(server, asMain, download, { id: data.id })
  expect(file).toEqual({
    disposition: expect.stringContaining(`fapiao-${fapiaoNo}.pdf`),
    text: fapiaoContents.pdf,
  })
  const [mail] = await server.database.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, companyTitle.email), sql`text like ${`%${fapiaoNo}%`}`))
  expect(mail).toMatchObject({
    attachments: [{ name: `fapiao-${fapiaoNo}.pdf`, type: 'application/pdf' }],
  })
  expect(atob(mail!.attachments![0]!.content)).toBe(fapiaoContents.pdf)
  const [notice] = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows
  expect(notice).toMatchObject({
    title: 'Your fapiao has been issued',
    content: expect.stringContaining('¥198.00'),
    subjectId: data.id,
  })
  const { rows: log } = (await staff.call(operatorLog.page, { subject: `fapiao ${data.id}` })).data
  const by = { operator: staff.operator.name }
  expect(log).toMatchObject([
    { action: 'fapiaos issue', ...by },
    { action: 'fapiaos take', ...by },
  ])
  expect(JSON.stringify(log)).not.toContain(companyTitle.name)
  const { rows } = (await asMain.call(orders.page, {})).data
  expect(rows).toMatchObject([
    { fapiaoState: 'issued', invoiceable: 0 },
    { fapiaoState: 'issued', invoiceable: 0 },
  ])
})

test('a title is stored as it was when the fapiao was asked for', async () => {
  const { asMain, titleId, key } = await requested()
  const title = (await asMain.call(fapiaoTitles.calls.get, { id: titleId })).data
  const changed = { ...title, name: '新名称有限公司' }
  expect((await asMain.call(fapiaoTitles.calls.edit, changed)).success).toBe(true)
  expect((await fapiaoOf(asMain, key.id)).titleName).toBe(companyTitle.name)
  await asMain.call(fapiaoTitles.calls.remove, { id: titleId })
  expect((await fapiaoOf(asMain, key.id)).titleName).toBe(companyTitle.name)
})

test('each mistake in a tax number has its own sentence, in both languages', async () => {
  const { main, asMain } = await buyerWith(0)
  const zh = await signedIn(server, main, 'zh-CN')
  const sentence = async (caller: Caller, taxNo: string | undefined) =>
    (await caller.refused(fapiaoTitles.calls.add, { ...companyTitle, taxNo })).msg
  expect(await sentence(asMain, '9135')).toBe('Tax number must have 18 characters')
  expect(await sentence(zh, '9135')).toBe('税号应为18位')
  expect(await sentence(asMain, '91350100M000100YO3')).toBe(
    'Tax number can’t contain “O”: it has digits and capital letters except I, O, S, V and Z',
  )
  expect(await sentence(zh, '91350100M000100YO3')).toBe(
    '税号不能含有“O”：只用数字和大写字母，不用I、O、S、V、Z',
  )
  expect(await sentence(asMain, '91350100M000100Y44')).toBe(
    'Tax number is mistyped: its last character does not match the others',
  )
  expect(await sentence(zh, '91350100M000100Y44')).toBe('税号的校验位不正确，请检查是否输错')
  expect(await sentence(asMain, undefined)).toBe('Tax number is required')
  const ofIndividual = await zh.call(fapiaoTitles.calls.add, {
    ...companyTitle,
    kind: 'individual',
  })
  expect(ofIndividual.msg).toBe('个人抬头没有税号，请清空税号，或选择企业抬头')
  // The sentence alone: a field beside it would show “is not valid” in its place.
  expect(ofIndividual.data).toEqual({ code: 'invalid' })
})

test('one title is the default: the first, then the chosen one, also by two devices at once', async () => {
  const { main, asMain } = await buyerWith(0)
  const other = await signedIn(server, main)
  const names = async () =>
    (await asMain.call(fapiaoTitles.calls.page, {})).data.rows
      .filter(({ isDefault }) => isDefault === 1)
      .map(({ name }) => name)
  expect(await names()).toEqual([companyTitle.name])
  const create = (caller: Caller, name: string) =>
    caller.call(fapiaoTitles.calls.add, { kind: 'individual', name, isDefault: 1 })
  await Promise.all([create(asMain, '张三'), create(other, '李四')])
  expect(await names()).toHaveLength(1)
  expect(await names()).not.toEqual([companyTitle.name])
})

test('a special fapiao needs a company with its tax number, and no more', async () => {
  const { asMain } = await buyerWith()
  const person = await addTitle(asMain, { kind: 'individual', name: 'Anna' })
  expect(await askFapiao(asMain, person, { kind: 'special' })).toMatchObject({
    success: false,
    msg: expect.stringContaining('Choose a company title'),
  })
  const { kind, name, taxNo } = companyTitle
  const titleId = await addTitle(asMain, { kind, name, taxNo })
  expect((await askFapiao(asMain, titleId, { kind: 'special' })).success).toBe(true)
})

test('an account can request a limited number of fapiao a day, and the refusal says how many', async () => {
  const { main, asMain, titleId } = await buyerWith()
  const { perDay } = businessLimits.fapiaos
  await server.database.db.execute(
    sql`insert into throttles (key, count, resets_at) values (${`fapiao-request:${main.ownerId}`}, ${perDay - 1}, now() + interval '1 hour')`,
  )
  const { data } = await askFapiao(asMain, titleId)
  expect((await asMain.call(withdraw, { id: data.id })).success).toBe(true)
  expect(await askFapiao(asMain, titleId)).toMatchObject({
    success: false,
    data: { code: 'tooManyRequests' },
    msg: `At most ${perDay} fapiao can be requested a day. Try again tomorrow; one fapiao can cover several orders.`,
  })
})

test('a sum other than that of the orders is refused with the right one', async () => {
  const { asMain, titleId } = await buyerWith(2)
  for (const amount of [0, 19_799, 19_801])
    expect(await askFapiao(asMain, titleId, { amount })).toMatchObject({
      success: false,
      data: { code: 'changedElsewhere' },
      msg: expect.stringContaining('¥198.00'),
    })
  expect((await askFapiao(asMain, titleId)).success).toBe(true)
})

test('orders that are unpaid, unknown or of another owner are refused', async () => {
  const { asMain, titleId, bought } = await buyerWith()
  const unpaid = await placeOrder(asMain)
  expect(await askFapiao(asMain, titleId, { orderIds: [unpaid.id], amount: 9_900 })).toMatchObject({
    success: false,
    msg: `Order ${unpaid.no} is not paid, so there is no fapiao for it.`,
  })
  const stranger = await buyerWith()
  for (const orderIds of [['1'], ['x'], [stranger.bought[0]!.id]])
    expect(
      await askFapiao(asMain, titleId, { orderIds: [bought[0]!.id, ...orderIds], amount: 19_800 }),
    ).toMatchObject({ success: false, data: { code: 'notFound' } })
  expect(
    await askFapiao(asMain, stranger.titleId, { orderIds: [bought[0]!.id], amount: 9_900 }),
  ).toMatchObject({ success: false, data: { code: 'invalid' } })
})

test('two devices that ask for the same orders at once get one request', async () => {
  const { main, asMain, titleId } = await buyerWith(3)
  const devices = [asMain, await signedIn(server, main), await signedIn(server, main)]
  const replies = await Promise.all(devices.map((device) => askFapiao(device, titleId)))
  expect(replies.filter(({ success }) => success)).toHaveLength(1)
  expect(replies.find(({ success }) => !success)!.msg).toMatch(/has already been requested/)
  expect((await asMain.call(page, {})).data.total).toBe(1)
})

test('a call that is sent twice with one idempotency key asks once', async () => {
  const { asMain, titleId } = await buyerWith()
  const orderIds = (await invoiceableOf(asMain)).map(({ id }) => id)
  const input = {
    orderIds,
    amount: 9_900,
    titleId,
    kind: 'ordinary',
    email: 'a@b.example',
  } as const
  const send = () => asMain.call(ask, input, { [idempotencyHeader]: 'fapiao-1' })
  const [first, second] = await Promise.all([send(), send()])
  const again = await send()
  expect(again.data).toEqual((first.success ? first : second).data)
  expect((await asMain.call(page, {})).data.total).toBe(1)
})

test('after refusal, withdrawal and reversal the orders can be asked for again', async () => {
  const { asMain, titleId, key } = await requested()
  const refused = await staff.call(customerFapiaos.refuse, { ...key, reason: 'wrong title' })
  expect(refused, refused.msg).toMatchObject({ success: true })
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'refused', reason: 'wrong title' })
  const { data: second } = await askFapiao(asMain, titleId)
  expect((await asMain.call(withdraw, { id: second.id })).success).toBe(true)
  const { data: third } = await askFapiao(asMain, titleId)
  const thirdKey = { ...key, id: third.id }
  expect((await issueFapiao(server, staff, thirdKey)).success).toBe(true)
  expect(await reverseFapiao(server, staff, thirdKey)).toMatchObject({
    success: false,
    msg: expect.stringContaining('required'),
  })
  expect((await reverseFapiao(server, staff, thirdKey, { reason: 'wrong title' })).success).toBe(
    true,
  )
  expect(
    await downloadFile(server, asMain, download, { id: third.id, file: 'reversal' }),
  ).toMatchObject({ text: fapiaoContents.xml, disposition: expect.stringContaining('.xml') })
  expect((await askFapiao(asMain, titleId)).success).toBe(true)
})

test.each([
  ['a number of 19 digits', { fapiaoNo: '1234567890123456789' }, /must have 20 digits/],
  ['a number with letters', { fapiaoNo: '2635000000000000000A' }, /must have 20 digits/],
  ['a date before the payment', { issueDate: '2026-01-31' }, /can’t be before the order was paid/],
  ['a date in the future', { issueDate: '2999-01-01' }, /can’t be later than today/],
  ['a date that does not exist', { issueDate: '2026-02-30' }, /date/i],
  ['a web page named as a PDF', { file: new Blob(['<!doctype html><p>']) }, /not PDF, OFD or XML/],
  [
    'a zip archive without OFD',
    { file: new Blob(['PK\u0003\u0004 other']) },
    /not PDF, OFD or XML/,
  ],
  ['an empty file', { file: new Blob([]) }, /not PDF, OFD or XML/],
  ['a PDF that ends early', { file: new Blob(['%PDF-1.4 cut']) }, /not PDF, OFD or XML/],
])('%s is refused, and the request stays with the operator', async (_, more, sentence) => {
  const { asMain, key } = await requested()
  const reply = await issueFapiao(server, staff, key, more)
  expect(reply.success).toBe(false)
  expect(reply.msg).toMatch(sentence)
  expect(await stateOf(asMain, key.id)).toBe('issuing')
})

test('the database refuses a second live request for an order', async () => {
  const { key, bought } = await requested()
  const insert = server.database.db.insert(fapiaoOrders).values({
    ownerId: key.ownerId,
    fapiaoId: key.id as string,
    orderId: bought[0]!.id,
    orderNo: bought[0]!.no,
    amountCents: 1,
    isLive: true,
  })
  await expect(insert).rejects.toThrow()
})

test('the accountant asks, withdraws and downloads; a member, a deputy and others do not', async () => {
  const { main, asMain, asSubs, subs, key, titleId } = await requested(2)
  const [sub] = subs as [(typeof subs)[0]]
  const [asSub] = asSubs as [Caller]
  const setRole = (accountRole: 'accountant' | 'deputy' | 'member') =>
    asMain.call(subAccounts.setRole, { userId: sub.userId, accountRole })
  const denied = { success: false, data: { code: 'notAllowed' } }
  expect(await asSub.call(page, {})).toMatchObject(denied)
  await setRole('deputy')
  expect(await (await signedIn(server, sub)).call(page, {})).toMatchObject(denied)
  await setRole('accountant')
  const accountant = await signedIn(server, sub)
  expect((await accountant.call(page, {})).data.total).toBe(1)
  expect((await accountant.call(withdraw, { id: key.id })).success).toBe(true)
  const { data, msg } = await askFapiao(accountant, titleId)
  expect(data, msg).toBeTruthy()
  const own = { ownerId: main.ownerId, id: data.id }
  expect((await issueFapiao(server, staff, own)).success).toBe(true)
  expect(await downloadFile(server, accountant, download, { id: data.id })).toMatchObject({
    text: fapiaoContents.pdf,
  })
  expect((await accountant.call(noticeCalls.page, { type: 'fapiao' })).data.total).toBe(1)

  const stranger = await buyerWith(0)
  expect(
    (await downloadFile(server, stranger.asMain, download, { id: data.id })).disposition,
  ).toBeNull()
  expect(await stranger.asMain.call(withdraw, { id: data.id })).toMatchObject({
    success: false,
    data: { code: 'notFound' },
  })
  const support = await newOperator(server, 'support')
  expect(await issueFapiao(server, support, own)).toMatchObject(denied)
  expect(
    (await downloadFile(server, support, customerFapiaos.download, own)).disposition,
  ).toBeNull()
  expect(await downloadFile(server, staff, customerFapiaos.download, own)).toMatchObject({
    text: fapiaoContents.pdf,
  })
  const [entry] = (await staff.call(operatorLog.page, { subject: `fapiao ${own.id}` })).data.rows
  expect(entry).toMatchObject({ action: 'fapiaos download', operator: staff.operator.name })
})
