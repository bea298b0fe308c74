/**
 * Buying in the browser demo: its cashier takes the payment, and the server is notified in-process.
 */
import { afterAll, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { orders } from '#contract/orders.ts'
import { startMockServer } from '#mocks/node.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

stubBrowser('http://demo.test/home')
const { call } = await import('#client/api/call.ts')
const { signIn } = await import('#client/session/session.ts')
const server = await startMockServer()
await signIn(await call(login.login, { account: demoAccounts.demo, password: demoPassword }))
afterAll(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

test('an order is paid at the cashier and credited', async () => {
  const { orderId, scanQRCodeUrl } = await call(orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  expect((await call(orders.payInfo, { id: orderId })).payStatus).toBe('W')
  const page = await server.fetch(
    new Request(scanQRCodeUrl, { method: 'POST', headers: { 'accept-language': 'en-US' } }),
  )
  expect(await page.text()).toContain('Payment successful')
  await vi.waitFor(
    async () => expect((await call(orders.payInfo, { id: orderId })).payStatus).toBe('P'),
    30_000,
  )
})

test('the form of ALI_NATIVE leads to the same cashier', async () => {
  const { scanQRCodeUrl: form } = await call(orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'ALI_NATIVE',
  })
  const [, action] = /action="([^"]+)"/.exec(form)!
  const [, content] = /name="biz_content" value="([^"]+)"/.exec(form)!
  const body = new URLSearchParams({ biz_content: content!.replaceAll('&quot;', '"') })
  const redirect = await server.fetch(
    new Request(action!.replaceAll('&amp;', '&'), { method: 'POST', body }),
  )
  expect(redirect.status).toBe(303)
  const cashier = await server.fetch(
    new Request(new URL(redirect.headers.get('location')!, action), {
      headers: { 'accept-language': 'zh-CN' },
    }),
  )
  expect(await cashier.text()).toContain('确认支付¥99.00')
})
