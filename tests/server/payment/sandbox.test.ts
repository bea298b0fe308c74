/**
 * The sandbox: a package is bought by its cashier page, on a phone by a code and in the browser by
 * a form.
 */
import { afterAll, expect, test, vi } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import type { PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { formIn } from '#tests/support/gateways/alipay.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { signedIn, startServer, type Caller, type Lang } from '#tests/support/server/server.ts'
import { creditCount } from '#tests/support/actors/order-fixtures.ts'

const server = await startServer()
const { anna } = await addPeople(server.database.db)
const buyer = await signedIn(server, anna)
afterAll(() => server.close())

const page = async (url: string, method: 'GET' | 'POST' = 'GET', lang: Lang = 'en-US') => {
  const response = await fetch(url, { method, headers: { 'accept-language': lang } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const paid = (id: string) =>
  vi.waitFor(async () => expect(await statusOf(buyer, id)).toBe('P'), 30_000)

test('all four channels are on offer, Alipay first', async () => {
  expect((await buyer.call(calls.payChannels, {})).data).toEqual([
    'ALI_NATIVE',
    'WC_NATIVE',
    'ALI_LIAN',
    'WC_LIAN',
  ])
})

test.each<PayChannelCode>(['WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])(
  '%s: the code is the address of a page that shows the order, and a POST to it pays',
  async (payChannel) => {
    const order = await buy(buyer, { payChannel, salesNum: 2 })
    expect(order.code).toMatch(new RegExp(`^${server.origin}/pay/cashier/[\\w-]{32}$`))
    const waiting = await page(order.code)
    expect(waiting.status).toBe(200)
    for (const shown of ['Yiqiao', '¥198.00', order.no, 'Pay ¥198.00', '<form method="post">'])
      expect(waiting.html).toContain(shown)
    expect(await statusOf(buyer, order.id)).toBe('W')
    const done = await page(order.code, 'POST')
    expect({
      status: done.status,
      isShown: done.html.includes('Payment successful'),
      asksAgain: done.html.includes('<form'),
    }).toEqual({
      status: 200,
      isShown: true,
      asksAgain: false,
    })
    await paid(order.id)
    expect(await creditCount(server.database.db, order.no)).toBe(1)
  },
)

test('opened again under another address of the site, the same bill is paid there', async () => {
  const order = await buy(buyer, { payChannel: 'ALI_NATIVE' })
  const elsewhere = await signedIn(
    { ...server, api: server.api.replace('127.0.0.1', 'localhost') },
    anna,
  )
  const again = (await elsewhere.call(calls.payAgain, { id: order.id })).data
  const [before, now] = [formIn(order.code), formIn(again.scanQRCodeUrl)]
  expect(now.action).toBe(before.action.replace('127.0.0.1', 'localhost'))
  expect(again.orderNo).toBe(order.no)
  const cashier = await fetch(before.action, {
    method: 'POST',
    body: new URLSearchParams(now.inputs),
  })
  await page(cashier.url, 'POST')
  await paid(order.id)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('the page speaks the language of the phone, or the one asked for', async () => {
  const { code } = await buy(buyer)
  expect((await page(code, 'GET', 'zh-CN')).html).toMatch(/lang="zh-CN"[\s\S]*确认支付¥99\.00/)
  expect((await page(`${code}?lang=en`, 'GET', 'zh-CN')).html).toMatch(
    /lang="en"[\s\S]*Pay ¥99\.00/,
  )
})

test('posting ALI_NATIVE’s form opens the cashier without paying, and leads back to the shop', async () => {
  const order = await buy(buyer, { payChannel: 'ALI_NATIVE' })
  expect(order.code).toMatch(/^[\x20-\x7e\n]*$/)
  const { action, inputs } = formIn(order.code)
  expect(new URL(action).origin).toBe(server.origin)
  const cashier = await fetch(action, { method: 'POST', body: new URLSearchParams(inputs) })
  expect(cashier.url).toMatch(new RegExp(`^${server.origin}/pay/cashier/[\\w-]{32}$`))
  expect(await statusOf(buyer, order.id)).toBe('W')
  const { html } = await page(cashier.url, 'POST')
  const back = new URL(/href="([^"]*PaySuccess[^"]*)"/.exec(html)![1]!, cashier.url)
  expect(back.origin + back.pathname).toBe(`${server.origin}/PaySuccess`)
  expect(JSON.parse(back.searchParams.get('payInfo')!)).toEqual({
    orderId: order.id,
    orderNo: order.no,
  })
  await paid(order.id)
})

test('a browser stays under the name it knows us by: it is signed in there and nowhere else', async () => {
  const local = `http://localhost:${server.port}`
  const someone = await signedIn({ ...server, api: `${local}/api` }, anna)
  const { code } = await buy(someone, { payChannel: 'ALI_NATIVE' })
  expect(formIn(code).action).toMatch(new RegExp(`^${local}/`))
  expect((await buy(someone)).code).toMatch(new RegExp(`^${server.origin}/`))
})

test('paying many times at once pays once', async () => {
  const order = await buy(buyer)
  const pages = await Promise.all(Array.from({ length: 12 }, () => page(order.code, 'POST')))
  expect(pages.map(({ status }) => status)).toEqual(Array<number>(12).fill(200))
  expect(pages.filter(({ html }) => html.includes('Payment successful'))).toHaveLength(1)
  expect(pages.filter(({ html }) => html.includes('already paid'))).toHaveLength(11)
  await paid(order.id)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('a cancelled order can’t be paid, and says so', async () => {
  const order = await buy(buyer)
  expect((await buyer.call(calls.cancel, { id: order.id })).success).toBe(true)
  expect(await page(order.code)).toMatchObject({
    status: 200,
    html: expect.stringContaining('This order is closed') as string,
  })
  expect(await page(order.code, 'POST')).toMatchObject({
    status: 409,
    html: expect.stringContaining('This order is closed') as string,
  })
  expect(await statusOf(buyer, order.id)).toBe('C')
})

test('after its time an order can’t be paid, and says so', async () => {
  const order = await buy(buyer)
  server.passTime(16 * 60_000)
  const late = await page(order.code, 'POST')
  server.passTime(-16 * 60_000)
  expect(late).toMatchObject({ status: 409, html: expect.stringContaining('timed out') as string })
})

test.each(['/pay/cashier/unknown', `/pay/cashier/${'x'.repeat(32)}`, '/pay/cashier/%00'])(
  '%s is nobody’s order',
  async (path) => {
    for (const method of ['GET', 'POST'] as const) {
      const { status, html } = await page(server.origin + path, method)
      expect({ status, isShown: html.includes('No such order') }).toEqual({
        status: 404,
        isShown: true,
      })
    }
  },
)

test.each(['', 'biz_content=x', 'biz_content=%7B%22cashier%22%3A1%7D'])(
  'a form with “%s” leads to nobody’s order',
  async (body) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en-US',
    }
    const response = await fetch(`${server.origin}/pay/sandbox/gateway`, {
      method: 'POST',
      headers,
      body,
    })
    expect(response.status).toBe(404)
  },
)

test('the address of a cashier page is neither kept nor logged', async () => {
  const { code } = await buy(buyer)
  const { headers } = await page(code)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(server.lines().filter((line) => line.includes(new URL(code).pathname))).toEqual([])
})

test('where the sandbox is silent, an order is paid once it is asked about', async () => {
  const silent = await startServer({}, server.database, { pay: { sandboxSilent: true } })
  const someone = await signedIn(silent, anna)
  const order = await buy(someone)
  await page(order.code, 'POST')
  expect(silent.lines().filter((line) => line.includes('/pay/notify'))).toEqual([])
  expect(await statusOf(someone, order.id)).toBe('W')
  expect((await someone.call(calls.flush, { id: order.id })).success).toBe(true)
  expect(await statusOf(someone, order.id)).toBe('P')
  await silent.close()
})

/** A million characters for 99 yuan each. */
async function buy(
  who: Caller,
  {
    payChannel = 'WC_NATIVE',
    salesNum = 1,
  }: { payChannel?: PayChannelCode; salesNum?: number } = {},
) {
  const { data } = await who.call(calls.pay, { memberGroupId: '2', salesNum, payChannel })
  return { id: String(data.orderId), no: data.orderNo, code: data.scanQRCodeUrl }
}

async function statusOf(who: Caller, id: string) {
  return (await who.call(calls.payInfo, { id })).data.payStatus
}

/** How often an order was credited. */

test.each([
  ['non-ASCII signs, as many as a signature has', 'é'.repeat(64)],
  ['one non-ASCII sign among others', `${'a'.repeat(63)}ÿ`],
  ['half as many, with as many bytes', 'é'.repeat(32)],
  ['nothing', ''],
])('a notification signed with %s is refused as forged', async (_what, signature) => {
  const body = JSON.stringify({
    orderNo: '1',
    gatewayNo: '1',
    amountCents: 1,
    paidAt: new Date().toISOString(),
  })
  const before = server.lines().length
  const response = await fetch(`${server.origin}/pay/notify/sandbox`, {
    method: 'POST',
    headers: { 'sandbox-signature': signature },
    body,
  })
  expect(response.status).toBe(400)
  expect(server.lines().slice(before).join()).toContain('it is not genuine')
})
