// @vitest-environment happy-dom
/** The payment dialog against the reference server and its sandbox cashier. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders } from '#contract/orders.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import {
  startCheckoutServer,
  chooseChannel,
  openRecharge,
  packageCards,
  payAndConfirm,
  payAtCashier,
  paymentAction,
  paymentCode,
  paymentPanel,
  reload,
} from '#tests/support/browser/checkout-page.ts'
import { until } from '#tests/support/browser/console.tsx'
import { apiError } from '#tests/support/browser/stub-responses.ts'
import { hasListRows } from '#tests/support/browser/tables.ts'
import { follow, text, user } from '#tests/support/browser/user.ts'

const { server, stub, unstub } = await startCheckoutServer()

const countOrders = async () => (await call(orders.page, {})).total
const latestOrder = async () => (await call(orders.page, {})).rows[0]!
const waitForText = (expected: string) =>
  until(() => paymentPanel()?.textContent.includes(expected) === true)
/** Closes by the button in the header. */
const close = () => user.click(within(paymentPanel()!).getAllByRole('button', { name: '关闭' })[0]!)

const waitForOverview = () =>
  until(() => screen.queryByRole('region', { name: '账号信息' }) !== null)
const cashierUrl = () => within(paymentPanel()!).getByRole<HTMLAnchorElement>('link').href

async function openWeChatCode(query = '?package=2') {
  const page = await openRecharge('demo', query)
  await chooseChannel('微信支付')
  await payAndConfirm()
  await until(() => paymentCode() !== null)
  return page
}

test('code, amount, number and time left are shown; closed unpaid, the order can still be paid', async () => {
  const { navigations } = await openWeChatCode()
  const { id, no, amount } = await latestOrder()
  expect(paymentCode()!.firstElementChild!.getAttribute('width')).toBe('200')
  expect(paymentPanel()!.textContent).toContain('¥99.00')
  expect(paymentPanel()!.textContent).toContain(no)
  expect(paymentPanel()!.textContent).toMatch(/剩余时间 (5:00|4:5\d)/)
  expect(amount).toBe(9_900)
  await close()
  await waitForText('您已完成充值了吗？')
  await user.click(paymentAction('已充值'))
  await waitForText('暂未查到这笔付款')
  await user.click(paymentAction('继续支付'))
  await payAtCashier(cashierUrl(), server)
  await until(() => navigations.length > 0)
  expect(decodeURIComponent(navigations[0]!)).toBe(
    `/PaySuccess?payInfo={"orderId":"${id}","orderNo":"${no}"}`,
  )
  expect((await latestOrder()).payStatus).toBe('P')
})

test('a reload shows the waiting order with its time again, until it is paid', async () => {
  await openWeChatCode()
  const { no } = await latestOrder()
  const cashier = cashierUrl()
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  const { navigations } = await reload('/UserCenterRecharge')
  await until(() => paymentCode() !== null)
  expect(paymentPanel()!.textContent).toContain(no)
  expect(paymentPanel()!.textContent).toMatch(/剩余时间 (4:00|3:\d\d)/)
  expect(cashierUrl()).toBe(cashier)
  await payAtCashier(cashier, server)
  await until(() => navigations.length > 0)
  await reload('/UserCenterRecharge')
  await until(() => screen.queryByRole('heading', { level: 1 }) !== null)
  expect(paymentPanel()).toBeNull()
})

test('an order cancelled elsewhere is reported, and the question about a payment offers to cancel', async () => {
  await openWeChatCode()
  await call(orders.cancel, { id: (await latestOrder()).id })
  await waitForText('订单已取消')
  await user.click(paymentAction('关闭'))
  await until(() => paymentPanel() === null)
  await payAndConfirm()
  await until(() => paymentCode() !== null)
  await close()
  await user.click(paymentAction('取消订单'))
  await waitForText('订单已取消')
  await user.click(paymentAction('关闭'))
  await until(() => paymentPanel() === null)
  expect((await latestOrder()).payStatus).toBe('C')
})

test('orders reloaded show the waiting one and its code, to its user only, until it is closed', async () => {
  await openWeChatCode()
  const { no } = await latestOrder()
  const cashier = cashierUrl()
  await reload('/UserCenterOrder', 'monthly@example.com')
  await until(hasListRows)
  expect(paymentPanel()).toBeNull()
  await reload('/UserCenterOrder', 'demo')
  await until(() => paymentCode() !== null)
  expect(paymentPanel()!.textContent).toContain(no)
  expect(cashierUrl()).toBe(cashier)
  await close()
  await user.click(paymentAction('未充值'))
  await until(() => paymentPanel() === null)
  await reload('/UserCenterOrder')
  await until(hasListRows)
  expect(paymentPanel()).toBeNull()
})

test('a lost response is reported, and a retry creates no second order', async () => {
  await openRecharge('demo', '?package=3')
  await chooseChannel('微信支付')
  const before = await countOrders()
  injectFault('answerLost', { path: '/orderByMemberGroup/pay', times: 1 })
  await payAndConfirm()
  await waitForText('订单创建失败')
  await user.click(paymentAction('重试'))
  await until(() => paymentCode() !== null)
  expect(await countOrders()).toBe(before + 1)
  expect(paymentPanel()!.textContent).toContain((await latestOrder()).no)
})

test('when the gateway is down the order exists, and a retry opens it', async () => {
  const { navigations } = await openRecharge('demo', '?package=3')
  await chooseChannel('微信支付')
  const before = await countOrders()
  injectFault('gatewayDown', { path: '/orderByMemberGroup/pay', times: 1 })
  await payAndConfirm()
  await waitForText('支付页面打开失败')
  await waitForText('订单保持不变')
  const { no } = await latestOrder()
  await user.click(paymentAction('重试'))
  await until(() => paymentCode() !== null)
  expect(paymentPanel()!.textContent).toContain(no)
  expect(await countOrders()).toBe(before + 1)
  await payAtCashier(cashierUrl(), server)
  await until(() => navigations.length > 0)
  expect((await latestOrder()).payStatus).toBe('P')
})

test('a repeated purchase reopens an unopened order only while it can be paid', async () => {
  await openRecharge('demo', '?package=3')
  await chooseChannel('微信支付')
  const before = await countOrders()
  const closeFailedDialog = async () => {
    await waitForText('支付页面打开失败')
    await user.click(paymentAction('关闭'))
    await until(() => paymentPanel() === null)
  }
  injectFault('gatewayDown', { path: '/orderByMemberGroup/pay' })
  for (const _ of ['first order', 'repeated order']) {
    await payAndConfirm()
    await closeFailedDialog()
  }
  clearFaults()
  const { no } = await latestOrder()
  await payAndConfirm()
  await until(() => paymentCode() !== null)
  expect(paymentPanel()!.textContent).toContain(no)
  expect(await countOrders()).toBe(before + 1)

  await close()
  await user.click(paymentAction('未充值'))
  injectFault('gatewayDown', { path: '/orderByMemberGroup/pay', times: 1 })
  await payAndConfirm()
  await closeFailedDialog()
  await call(orders.cancel, { id: (await latestOrder()).id })
  await payAndConfirm()
  await until(() => paymentCode() !== null)
  // Neither the order that was opened nor the cancelled one is opened again.
  expect(await countOrders()).toBe(before + 3)
})

test('a backend that does not name the order it left unopened gets another on retry', async () => {
  await openRecharge('demo', '?package=3')
  await chooseChannel('微信支付')
  const before = await countOrders()
  stub({ [orders.pay.path]: apiError('gatewayDown', '支付平台没有响应') })
  await payAndConfirm()
  await waitForText('订单创建失败')
  unstub()
  await user.click(paymentAction('重试'))
  await until(() => paymentCode() !== null)
  expect(await countOrders()).toBe(before + 1)
})

test('Alipay’s form is posted by a new form, a foreign host’s refused; returning asks for the result', async () => {
  const posted: string[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    posted.push(this.action)
  })
  await openRecharge('demo', '?package=2')
  await payAndConfirm()
  await until(() => posted.length > 0)
  expect(new URL(posted[0]!).origin).toBe(location.origin)
  await waitForText('正在前往支付页面')
  expect(document.forms).toHaveLength(0)

  await follow('账户总览')
  await waitForOverview()
  await follow('充值')
  await waitForText('您已完成充值了吗？')
  await user.click(paymentAction('未充值'))
  await until(() => paymentPanel() === null)
  await follow('账户总览')
  await waitForOverview()
  await follow('充值')
  await until(() => packageCards().length > 0)
  expect(paymentPanel()).toBeNull()

  const hostile =
    '<form method="post" action="https://openapi.alipay.com.evil.example/"><input type="hidden" name="a" value="1"></form><img src=x onerror=alert(1)>'
  stub({ [orders.pay.path]: { orderId: '7', orderNo: 'N7', scanQRCodeUrl: hostile } })
  await payAndConfirm()
  await waitForText('支付地址 openapi.alipay.com.evil.example 不在允许的范围内')
  expect(posted).toHaveLength(1)
  expect(document.body.innerHTML).not.toContain('onerror')
})

test('the end of the session closes the payment dialog', async () => {
  const { navigations } = await openWeChatCode()
  injectFault('expired', { path: '/orderByMemberGroup/getPayInfo' })
  await until(() => text().includes('登陆失效'))
  await until(() => paymentPanel() === null)
  await until(() => navigations.length > 0)
  expect(navigations).toEqual(['/home'])
})
