// @vitest-environment happy-dom
/** The list of orders against the reference server: columns, actions and their results. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/call.ts'
import { orders } from '#contract/orders.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import { orders as stored } from '#server/schema.ts'
import { closeConsolePage, heading, menu, until } from '#tests/support/browser/console.tsx'
import {
  openOrders,
  signInAs,
  payWithoutNotification,
  placeOrder,
  readOrder,
} from '#tests/support/browser/orders-page.tsx'
import { actionsOf, hasListActions, listCells, listRows } from '#tests/support/browser/tables.ts'
import { eq } from 'drizzle-orm'
import { dialog, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()

afterEach(() => {
  closeConsolePage()
  clearFaults()
  vi.restoreAllMocks()
  localStorage.clear()
})
afterAll(() => server.close())

const open = openOrders
const waitForRows = () => until(hasListActions)
const actionsOfFirst = () => actionsOf(listRows()[0]!)
const ownChars = async () => (await call(users.get, {})).memberAccount.usableCharNum

test('a row has the specified columns', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  await open()
  await until(() => text().includes(order.no) && !text().includes('undefined') && hasListActions())
  expect(heading()).toBe('我的订单')
  expect(menu()).toContain('我的订单')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '订单号',
    '支付信息',
    '套餐',
    '翻译通道',
    '有效数量',
    '金额',
    '创建时间',
    '操作',
  ])
  const [no, ...cells] = listCells()[0]!
  expect(no).toContain(order.no)
  expect(cells.slice(0, 6)).toEqual([
    '待支付微信支付',
    order.memberGroupName,
    '腾讯翻译',
    '100万字符',
    '¥99.00',
    order.createDateTime,
  ])
})

test('a deleted channel is shown as unknown', async () => {
  await signInAs('demo')
  const { no } = await placeOrder()
  await server.db.update(stored).set({ channelId: '99', payStatus: 'C' }).where(eq(stored.no, no))
  await open(`?no=${no}`)
  await until(() => text().includes('未知通道'))
  expect(listCells()[0]?.[3]).toBe('未知通道')
})

test('an address shows one order, its number can be copied, and a click on the row opens it', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await signInAs('demo')
  const { no } = await placeOrder()
  await open(`?no=${no}`)
  await waitForRows()
  expect(listCells()).toHaveLength(1)
  expect(listCells()[0]![0]).toContain(no)
  await user.click(screen.getByRole('button', { name: '复制订单号' }))
  expect(write).toHaveBeenCalledWith(no)
  expect(dialog()).toBeNull()
  await user.click(screen.getByText('¥99.00'))
  await until(() => dialog()?.textContent.includes(no) === true)
})

test('the actions of an order depend on its status', async () => {
  await signInAs('demo')
  await placeOrder()
  await open('?payStatus=W')
  await waitForRows()
  for (const [state, expectedActions] of [
    ['W', ['继续支付', '取消支付', '刷新状态', '详情']],
    ['P', ['收据', '详情', '申请退款']],
    ['T', ['详情']],
    ['C', ['详情']],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox', { name: '支付状态' }), state)
    await until(() => location.search === `?payStatus=${state}` && hasListActions())
    await waitFor(async () => expect(await actionsOfFirst(), state).toEqual(expectedActions))
  }
})

test('refreshing queries the gateway: unpaid, then a payment without notification', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  const before = await ownChars()
  await open(`?no=${order.no}`)
  await waitForRows()
  await press(`刷新状态：${order.no}`)
  await until(() => text().includes('支付平台还没有收到这笔付款'))
  await payWithoutNotification(server, order)
  expect((await readOrder(order.id)).payStatus).toBe('W')
  // The server queries the gateway for one order at most every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  await press(`刷新状态：${order.no}`)
  await until(() => text().includes('已收到付款，额度已到账'))
  await until(() => listCells()[0]?.[1] === '已支付微信支付')
  expect(await actionsOfFirst()).toEqual(['收据', '详情', '申请发票', '申请退款'])
  expect(await ownChars()).toBe(before + 1_000_000)
})

test('without a notice stream a list with an unpaid order is polled', async () => {
  injectFault('broken', { path: '/notice' })
  await signInAs('demo')
  const order = await placeOrder()
  await open(`?no=${order.no}`)
  await waitForRows()
  await payWithoutNotification(server, order)
  await call(orders.flush, { id: order.id })
  expect(listCells()[0]![1]).toBe('待支付微信支付')
  await until(() => listCells()[0]?.[1] === '已支付微信支付', 15_000)
})

test('paying again shows the remaining time, and an error if the payment is refused', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  const createdAt = new Date(Date.now() - 13 * 60_000)
  await server.db.update(stored).set({ createdAt }).where(eq(stored.no, order.no))
  await open(`?no=${order.no}`)
  await waitForRows()
  await press(`继续支付：${order.no}`)
  await until(() => text().includes('剩余时间'))
  expect(dialog()!.textContent).toMatch(/剩余时间 (1:\d\d|2:00)/)
  await open(`?no=${order.no}`)
  await waitForRows()
  injectFault('refused', { path: '/orderByMemberGroup/payAgain' })
  await press(`继续支付：${order.no}`)
  await until(() => text().includes('支付页面打开失败'))
  expect(text()).not.toContain('订单创建失败')
})

test('cancelling asks for confirmation and explains the consequence', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  await open(`?no=${order.no}`)
  await waitForRows()
  await press(`取消支付：${order.no}`)
  await until(() => dialog() !== null)
  expect(dialog()!.textContent).toContain(`确定取消订单 ${order.no} 吗？`)
  expect(dialog()!.textContent).toContain('如果已经付款，订单不会取消，额度照常到账')
  expect(
    within(dialog()!)
      .getAllByRole('button')
      .map((element) => element.textContent),
  ).toEqual(['保留订单', '取消支付'])
  await pressInDialog('取消支付')
  await until(() => text().includes('订单已取消'))
  await until(() => listCells()[0]?.[1] === '已取消微信支付')
  expect((await readOrder(order.id)).payStatus).toBe('C')
})

test('a paid order cannot be cancelled: it is credited and shown as paid', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  const before = await ownChars()
  await open(`?no=${order.no}`)
  await waitForRows()
  await payWithoutNotification(server, order)
  await press(`取消支付：${order.no}`)
  await until(() => dialog() !== null)
  await pressInDialog('取消支付')
  await until(() => listCells()[0]?.[1] === '已支付微信支付')
  expect(text()).not.toContain('订单已取消')
  expect(await ownChars()).toBe(before + 1_000_000)
})

test('a failed refresh is reported and leaves the order unchanged', async () => {
  await signInAs('demo')
  const order = await placeOrder()
  await open(`?no=${order.no}`)
  await waitForRows()
  injectFault('broken', { path: '/orderByMemberGroup/flush' })
  await press(`刷新状态：${order.no}`)
  await until(() => text().includes('服务器错误'), 5000)
  expect(listCells()[0]![1]).toBe('待支付微信支付')
})

test('a backend without extensions offers only the specified actions', async () => {
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.includes('/extensions/list')
      ? Promise.resolve(new Response(JSON.stringify({ success: true, data: [], msg: '' })))
      : realFetch(path, init),
  )
  await signInAs('demo')
  const { no } = await placeOrder()
  await open(`?no=${no}`)
  await waitForRows()
  vi.unstubAllGlobals()
  expect(await actionsOfFirst()).toEqual(['刷新状态'])
})
