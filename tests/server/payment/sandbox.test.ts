/** The sandbox gateway: its cashier page by QR code and by form. */
import { afterAll, expect, test, vi } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import type { PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { formIn } from '#tests/support/gateways/alipay.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { signedIn, startServer, type Lang } from '#tests/support/server/server.ts'
import { creditCount, placeOrder, statusOf } from '#tests/support/actors/order-fixtures.ts'

const server = await startServer()
const { anna } = await addPeople(server.database.db)
const buyer = await signedIn(server, anna)
afterAll(() => server.close())

const page = async (url: string, method: 'GET' | 'POST' = 'GET', lang: Lang = 'en-US') => {
  const response = await fetch(url, { method, headers: { 'accept-language': lang } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const waitUntilPaid = (id: string) =>
  vi.waitFor(async () => expect(await statusOf(buyer, id)).toBe('P'), 30_000)

test('all four channels are offered, Alipay first', async () => {
  expect((await buyer.call(calls.payChannels, {})).data).toEqual([
    'ALI_NATIVE',
    'WC_NATIVE',
    'ALI_LIAN',
    'WC_LIAN',
  ])
})

test.each<PayChannelCode>(['WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])(
  '%s: the code is the URL of a page with the order, and a POST to it pays',
  async (payChannel) => {
    const order = await placeOrder(buyer, { payChannel, salesNum: 2 })
    expect(order.code).toMatch(new RegExp(`^${server.origin}/pay/cashier/[\\w-]{32}$`))
    const waiting = await page(order.code)
    expect(waiting.status).toBe(200)
    for (const content of ['Yiqiao', '¥198.00', order.no, 'Pay ¥198.00', '<form method="post">'])
      expect(waiting.html).toContain(content)
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
    await waitUntilPaid(order.id)
    expect(await creditCount(server.database.db, order.no)).toBe(1)
  },
)

test('a bill opened again under another host name of the site is paid there', async () => {
  const order = await placeOrder(buyer, { payChannel: 'ALI_NATIVE' })
  const otherHostCaller = await signedIn(
    { ...server, api: server.api.replace('127.0.0.1', 'localhost') },
    anna,
  )
  const repeated = (await otherHostCaller.call(calls.payAgain, { id: order.id })).data
  const [before, now] = [formIn(order.code), formIn(repeated.scanQRCodeUrl)]
  expect(now.action).toBe(before.action.replace('127.0.0.1', 'localhost'))
  expect(repeated.orderNo).toBe(order.no)
  const cashier = await fetch(before.action, {
    method: 'POST',
    body: new URLSearchParams(now.inputs),
  })
  await page(cashier.url, 'POST')
  await waitUntilPaid(order.id)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('the cashier page is in the language of the browser or of the query', async () => {
  const { code } = await placeOrder(buyer)
  expect((await page(code, 'GET', 'zh-CN')).html).toMatch(/lang="zh-CN"[\s\S]*确认支付¥99\.00/)
  expect((await page(`${code}?lang=en`, 'GET', 'zh-CN')).html).toMatch(
    /lang="en"[\s\S]*Pay ¥99\.00/,
  )
})

test('the form of ALI_NATIVE opens the cashier, which links back to the shop', async () => {
  const order = await placeOrder(buyer, { payChannel: 'ALI_NATIVE' })
  expect(order.code).toMatch(/^[\x20-\x7e\n]*$/)
  const { action, inputs } = formIn(order.code)
  expect(new URL(action).origin).toBe(server.origin)
  const cashier = await fetch(action, { method: 'POST', body: new URLSearchParams(inputs) })
  expect(cashier.url).toMatch(new RegExp(`^${server.origin}/pay/cashier/[\\w-]{32}$`))
  expect(await statusOf(buyer, order.id)).toBe('W')
  const { html } = await page(cashier.url, 'POST')
  const returnUrl = new URL(/href="([^"]*PaySuccess[^"]*)"/.exec(html)![1]!, cashier.url)
  expect(returnUrl.origin + returnUrl.pathname).toBe(`${server.origin}/PaySuccess`)
  expect(JSON.parse(returnUrl.searchParams.get('payInfo')!)).toEqual({
    orderId: order.id,
    orderNo: order.no,
  })
  await waitUntilPaid(order.id)
})

test('the form keeps the host name of the request, codes use the site’s own', async () => {
  const localhostOrigin = `http://localhost:${server.port}`
  const otherCaller = await signedIn({ ...server, api: `${localhostOrigin}/api` }, anna)
  const { code } = await placeOrder(otherCaller, { payChannel: 'ALI_NATIVE' })
  expect(formIn(code).action).toMatch(new RegExp(`^${localhostOrigin}/`))
  expect((await placeOrder(otherCaller)).code).toMatch(new RegExp(`^${server.origin}/`))
})

test('twelve concurrent payments of a bill pay once', async () => {
  const order = await placeOrder(buyer)
  const pages = await Promise.all(Array.from({ length: 12 }, () => page(order.code, 'POST')))
  expect(pages.map(({ status }) => status)).toEqual(Array<number>(12).fill(200))
  expect(pages.filter(({ html }) => html.includes('Payment successful'))).toHaveLength(1)
  expect(pages.filter(({ html }) => html.includes('already paid'))).toHaveLength(11)
  await waitUntilPaid(order.id)
  expect(await creditCount(server.database.db, order.no)).toBe(1)
})

test('the cashier refuses a cancelled order', async () => {
  const order = await placeOrder(buyer)
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

test('the cashier refuses an expired order', async () => {
  const order = await placeOrder(buyer)
  server.passTime(16 * 60_000)
  const latePage = await page(order.code, 'POST')
  server.passTime(-16 * 60_000)
  expect(latePage).toMatchObject({
    status: 409,
    html: expect.stringContaining('timed out') as string,
  })
})

test.each(['/pay/cashier/unknown', `/pay/cashier/${'x'.repeat(32)}`, '/pay/cashier/%00'])(
  '%s is reported as an unknown order',
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
  'a form with “%s” gets 404',
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

test('the URL of a cashier page is neither cached nor logged', async () => {
  const { code } = await placeOrder(buyer)
  const { headers } = await page(code)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(server.lines().filter((line) => line.includes(new URL(code).pathname))).toEqual([])
})

test('without sandbox notifications an order is paid by a flush', async () => {
  const silentServer = await startServer({}, server.database, { pay: { sandboxSilent: true } })
  const otherCaller = await signedIn(silentServer, anna)
  const order = await placeOrder(otherCaller)
  await page(order.code, 'POST')
  expect(silentServer.lines().filter((line) => line.includes('/pay/notify'))).toEqual([])
  expect(await statusOf(otherCaller, order.id)).toBe('W')
  expect((await otherCaller.call(calls.flush, { id: order.id })).success).toBe(true)
  expect(await statusOf(otherCaller, order.id)).toBe('P')
  await silentServer.close()
})

test.each([
  ['non-ASCII characters of the right count', 'é'.repeat(64)],
  ['one non-ASCII character', `${'a'.repeat(63)}ÿ`],
  ['non-ASCII characters of the right byte length', 'é'.repeat(32)],
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
