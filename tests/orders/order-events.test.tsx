// @vitest-environment happy-dom
/** The timeline and receipt of an order against the reference server, for every status. */
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders, type OrderWithEvents } from '#contract/orders.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import { closeConsolePage, until } from '#tests/support/browser/console.tsx'
import {
  openOrders,
  signInAs,
  payWithoutNotification,
  placeOrder,
} from '#tests/support/browser/orders-page.tsx'
import { footCellsOf, hasListActions, listRows } from '#tests/support/browser/tables.ts'
import { press, text, user } from '#tests/support/browser/user.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'

const server = await startReferenceServer()

afterEach(() => {
  closeConsolePage()
  clearFaults()
  vi.unstubAllGlobals()
  localStorage.clear()
})
afterAll(() => server.close())

/** The details or the receipt, below a dialog of their own. */
const outerDialog = () => screen.queryAllByRole('dialog')[0]
const dialogText = () => outerDialog()?.textContent ?? ''
const inDialog = (name: string) => {
  const elements = within(outerDialog()!)
  return elements.queryByRole('button', { name }) ?? elements.queryByRole('link', { name })
}
const pressInDialog = (name: string) => user.click(inDialog(name)!)
/** Names of the events, without their times. */
const shownEvents = () =>
  within(outerDialog()!)
    .queryAllByRole('listitem')
    .map((item) => item.textContent.replace(/\d{4}-.*/, ''))

async function openTimeline(no: string, lang: 'zh' | 'en' = 'zh') {
  await openOrders(`?no=${no}`, { lang })
  await until(hasListActions)
  await press(lang === 'zh' ? `详情：${no}` : `Details: ${no}`)
  await until(() => outerDialog() !== undefined && shownEvents().length > 0)
}

/** One of the demo's orders with this status. */
async function orderWithStatus(payStatus: 'P' | 'T' | 'C'): Promise<OrderWithEvents> {
  const { rows } = await call(orders.page, { payStatus, pageSize: 1 })
  return call(orders.get, { id: rows[0]!.id })
}

test('an unpaid order shows its deadline, and an unnotified payment is found by refreshing', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  await openTimeline(order.no)
  expect(dialogText()).toContain('等待支付¥99.00')
  expect(dialogText()).toContain(`请在 ${order.payUntilDateTime} 前付款`)
  expect(dialogText()).toMatch(/剩余时间 1[45]:\d\d/)
  expect(dialogText()).toContain('标准版 × 1')
  expect(dialogText()).toContain('100万字符（1,000,000）')
  expect(shownEvents()).toEqual(['下单'])
  expect(inDialog('继续支付')).not.toBeNull()
  await payWithoutNotification(server, order)
  await pressInDialog('我已付款，立即核对')
  await until(() => dialogText().includes('已到账100万字符（1,000,000）'))
  expect(text()).toContain('已收到付款，额度已到账')
  expect(shownEvents()).toEqual(['支付成功', '向支付平台核对', '下单'])
  expect(inDialog('继续支付')).toBeNull()
  // The list behind the dialog is updated too.
  await until(() => listRows()[0]!.textContent.includes('已支付'))
})

test('paying from the timeline opens the QR code once', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  await openTimeline(order.no)
  await pressInDialog('继续支付')
  await screen.findByRole('img', { name: `付款二维码，订单 ${order.no}` })
  await until(() => shownEvents().length === 2)
  expect(shownEvents()).toEqual(['重新打开支付', '下单'])
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { events } = await call(orders.get, { id: order.id })
  expect(events.map(({ event }) => event)).toEqual(['created', 'payPageOpened'])
})

test('a closed order says that no payment was received, a late payment counts, and offers to reorder', async () => {
  await signInAs('demo')
  const order = await orderWithStatus('T')
  await openTimeline(order.no)
  expect(dialogText()).toContain('未按时付款，订单已关闭')
  expect(dialogText()).toContain('没有收到这笔订单的付款')
  expect(inDialog('重新购买')?.getAttribute('href')).toBe('/UserCenterRecharge')
  await pressInDialog('我已付款，立即核对')
  await until(() => text().includes('支付平台没有收到这笔付款'))
})

test('a late payment is shown as late', async () => {
  await signInAs('demo')
  const order = await orderWithStatus('P')
  const realFetch = globalThis.fetch
  const lateEvents = [
    ...order.events.slice(0, 1),
    { event: 'timedOut', at: order.payDateTime },
    { event: 'paidAfterClosing', at: '2999-11-30 08:00:00' },
  ]
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.includes('/orderByMemberGroup/get?')
      ? Promise.resolve(
          new Response(
            JSON.stringify({ success: true, data: { ...order, events: lateEvents }, msg: '' }),
          ),
        )
      : realFetch(path, init),
  )
  await openTimeline(order.no, 'en')
  expect(dialogText()).toContain('after the order had closed. It was still credited, once.')
  expect(shownEvents()[0]).toBe('Paid after closing, and still credited')
  const link = new URL(inDialog('View in account log')!.getAttribute('href')!, location.href)
  expect(link.searchParams.get('createDateTimeBegin')).toBe(
    `${order.payDateTime!.slice(0, 10)} 00:00:00`,
  )
  expect(link.searchParams.get('createDateTimeEnd')).toBe('2999-11-30 23:59:59')
})

test('a failed timeline says that the order is unaffected, and can be retried', async () => {
  await signInAs('demo')
  const { no } = await orderWithStatus('C')
  injectFault('broken', { path: '/orderByMemberGroup/get' })
  await openOrders(`?no=${no}`)
  await until(hasListActions)
  await press(`详情：${no}`)
  await until(() => dialogText().includes('订单加载失败'))
  expect(dialogText()).toContain('订单和付款都不受影响')
  clearFaults()
  await pressInDialog('重试')
  await until(() => dialogText().includes('订单已取消'))
})

test('the refund of an order that can’t be computed is computed again on demand', async () => {
  await signInAs('demo')
  const { no } = await orderWithStatus('P')
  injectFault('broken', { path: '/orderByMemberGroup/previewRefund' })
  await openTimeline(no)
  await until(() => dialogText().includes('“退款”加载失败'))
  clearFaults()
  await pressInDialog('重试：退款')
  await until(() => !dialogText().includes('加载失败'))
})

test('the receipt shows payer, amount and time, and is printed', async () => {
  await signInAs('demo')
  const order = await orderWithStatus('P')
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  await openOrders(`?no=${order.no}`)
  await until(hasListActions)
  await press(`收据：${order.no}`)
  const receipt = await screen.findByRole('article')
  const sheet = () => receipt.textContent
  expect(sheet()).toContain('收据')
  for (const fact of [
    order.no,
    order.gatewayNo!,
    order.createDateTime,
    order.payDateTime!,
    'demo@example.com',
    '不是税务发票',
  ]) {
    expect(sheet()).toContain(fact)
  }
  expect(sheet()).toContain(order.memberGroupName)
  expect(footCellsOf(within(receipt).getByRole('table'))[0]!.at(-1)).toBe(
    `¥${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(order.amount / 100)}`,
  )
  // The printed copy is outside the console and has the same content.
  const printedCopy = screen.getAllByRole('article', { hidden: true }).at(-1)!.parentElement!
  expect([printedCopy.className, printedCopy.parentElement]).toEqual(['printed', document.body])
  expect(printedCopy.textContent).toBe(sheet())
  await pressInDialog('打印 / 保存为 PDF')
  expect(printed).toHaveBeenCalledTimes(1)
  const before = document.title
  fireWindowEvent('beforeprint')
  expect(document.title).toBe(`收据-${order.no}`)
  fireWindowEvent('afterprint')
  expect(document.title).toBe(before)
})
