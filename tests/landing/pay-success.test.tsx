// @vitest-environment happy-dom
/** The success page shows the order's status from the server, not from the URL (spec 2.37). */
import { screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toPaySuccessUrl } from '#client/cashier.ts'
import { signOut } from '#client/session/session.ts'
import { polling } from '#landing/pay-success/poll-order.ts'
import { times } from '#contract/limits.ts'
import type { OrderWithEvents } from '#contract/orders.ts'
import { stubResponses, apiError } from '#tests/support/browser/stub-responses.ts'
import { button, closeLanding, link, openLanding } from '#tests/support/browser/landing.tsx'
import { text, until, user } from '#tests/support/browser/user.ts'

const order: OrderWithEvents = {
  id: '7',
  no: 'N20261121',
  payChannel: 'WC_NATIVE',
  payStatus: 'P',
  memberGroupName: '专业版',
  memberGroupEnName: 'Professional',
  tranChannelId: '3',
  translationBillingMode: 'char',
  num: 2_000_000,
  amount: 39_800,
  createDateTime: '2026-11-21 10:00:00',
  salesNum: 2,
  events: [],
}
const [payInfo, flush, get] = [
  '/orderByMemberGroup/getPayInfo',
  '/orderByMemberGroup/flush',
  '/orderByMemberGroup/get',
]
const address = toPaySuccessUrl(order)
let restore = () => {}

beforeEach(() => {
  // Testing Library advances fake timers by this global only.
  vi.stubGlobal('jest', { advanceTimersByTime: vi.advanceTimersByTime })
  sessionStorage.clear()
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userId', '1')
})
afterEach(() => {
  closeLanding()
  restore()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  signOut()
})

/** Stubs responses by path. Returns the number of requests by path. */
function backend(answers: Record<string, unknown>) {
  const counts: Record<string, number> = {}
  restore = stubResponses(
    Object.fromEntries(
      Object.entries(answers).map(([path, data]) => [
        path,
        () => {
          counts[path] = (counts[path] ?? 0) + 1
          return typeof data === 'function'
            ? (data as (round: number) => unknown)(counts[path])
            : data
        },
      ]),
    ),
  )
  return counts
}
const waitForText = (expected: string) => until(() => text().includes(expected))
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
/** Waits in real time for responses, with the fake clock almost stopped. */
async function waitInRealTime(expected: string) {
  const end = Date.now() + 10_000
  while (!text().includes(expected) && Date.now() < end) {
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    await advance(1)
  }
}

test('a paid order is shown with its package, and the order list opens after five seconds', async () => {
  backend({ [payInfo]: { payStatus: 'P' }, [get]: order })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { navigations } = await openLanding(address)
  await waitInRealTime('支付成功')
  expect(text()).toContain('“专业版” × 2，共¥398.00')
  expect(text()).toContain('订单号：N20261121')
  expect(text()).toContain('5秒后前往“我的订单”')
  expect(link('立即前往')).toBe('/UserCenterOrder')
  for (let second = 1; second <= 4; second++) await advance(1_000)
  expect([text().includes('1秒后前往“我的订单”'), navigations]).toEqual([true, []])
  await advance(1_000)
  expect(navigations).toEqual(['/UserCenterOrder'])
})

test('the redirect can be cancelled', async () => {
  backend({ [payInfo]: { payStatus: 'P' }, [get]: order })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { navigations } = await openLanding(address)
  await waitInRealTime('支付成功')
  await user.click(button('留在本页'))
  await advance(20_000)
  expect([navigations, link('查看订单')]).toEqual([[], '/UserCenterOrder'])
})

test('a URL that claims a payment is not trusted: order and gateway are queried', async () => {
  const counts = backend({
    [payInfo]: (round: number) => ({ payStatus: round < 4 ? 'W' : 'P' }),
    [flush]: null,
    [get]: order,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await openLanding(
    `/PaySuccess?payInfo=${encodeURIComponent('{"orderId":"7","payStatus":"P","success":true}')}`,
  )
  await waitInRealTime('正在等待')
  expect(text()).not.toContain('支付成功')
  expect(counts[flush]).toBe(1)
  await advance(times.orderPollInterval)
  await advance(times.orderPollInterval)
  expect(text()).toContain('支付成功')
})

test('an unpaid order is polled for a minute, then shown as late', async () => {
  const counts = backend({
    [payInfo]: { payStatus: 'W' },
    [flush]: apiError('tooManyRequests', '太频繁'),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await openLanding(address)
  await waitInRealTime('正在等待')
  await advance(polling.period + times.orderPollInterval)
  expect(text()).toContain('支付平台尚未确认')
  expect(counts[flush]).toBe(polling.period / polling.flushInterval)
  const before = counts[payInfo]
  await advance(60_000)
  expect(counts[payInfo]).toBe(before)
  await user.click(button('重新查询'))
  await advance(1)
  expect(counts[payInfo]).toBeGreaterThan(before!)
})

test.each([
  ['T', '订单已超时关闭'],
  ['C', '订单已取消'],
])('an order with status %s is shown as such', async (payStatus, expected) => {
  backend({ [payInfo]: { payStatus } })
  await openLanding(address)
  await waitForText(expected)
  expect(text()).toContain('收到款项后额度仍会照常到账')
})

test('another user’s order is not shown, and the account can be switched', async () => {
  backend({ [payInfo]: apiError('notFound', '找不到') })
  const { navigations } = await openLanding(address)
  await waitForText('这不是您的订单')
  expect(text()).not.toContain('N20261121')
  await user.click(button('换账号登录'))
  expect(sessionStorage.getItem('sk')).toBeNull()
  expect(navigations).toEqual([`/login?type=1&to=${encodeURIComponent(address)}`])
})

test.each([
  '',
  '?payInfo=%7Bbroken',
  '?payInfo=null',
  `?payInfo=${encodeURIComponent('{"orderId":"<img src=x onerror=alert(1)>"}')}`,
])('a URL with %s has no order id and sends no request', async (query) => {
  const counts = backend({ [payInfo]: { payStatus: 'P' } })
  await openLanding(`/PaySuccess${query}`)
  await waitForText('没有可查询的订单')
  expect([counts, link('查看订单'), screen.queryByRole('img')]).toEqual([
    {},
    '/UserCenterOrder',
    null,
  ])
})

test('a visitor gets a link to the login page with this page as target', async () => {
  sessionStorage.clear()
  const counts = backend({ [payInfo]: { payStatus: 'P' } })
  await openLanding(address)
  await waitForText('请先登录')
  expect([counts, link('去登录')]).toEqual([{}, `/login?type=1&to=${encodeURIComponent(address)}`])
})

test('a failed query is reported and retried automatically', async () => {
  let isOnline = false
  const real = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!isOnline) throw new TypeError('network')
    return Response.json({
      success: true,
      data: String(input).includes('getPayInfo') ? { payStatus: 'P' } : null,
      msg: '',
    })
  })
  await openLanding(address)
  await waitForText('支付结果查询失败')
  isOnline = true
  await waitForText('支付成功')
  expect(text()).not.toContain('订单号')
  real.mockRestore()
})
