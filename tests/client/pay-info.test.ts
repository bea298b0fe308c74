/** The order id in the URL of the success page, in every encoding. */
import { expect, test } from 'vitest'
import { parseOrderId, toPaySuccessUrl } from '#client/cashier.ts'
import { toPage } from '#client/routes.ts'

const searchOf = (url: string) => new URL(url, 'https://yiqiao.example').search
const queryWith = (payInfo: unknown) => `?payInfo=${encodeURIComponent(JSON.stringify(payInfo))}`

test('the URL of the success page has the order id and opens that page', () => {
  for (const id of ['184', 184, 'a-b_c']) {
    const url = toPaySuccessUrl({ id, no: 'N/1 &=?#' })
    expect(parseOrderId(searchOf(url))).toBe(String(id))
    expect(toPage(url.split('?')[0]!)).toEqual({ kind: 'landing', route: '/PaySuccess' })
  }
})

test('the order id may be named id or be encoded twice, as other backends do', () => {
  expect(parseOrderId(queryWith({ id: 7 }))).toBe('7')
  expect(
    parseOrderId(`?payInfo=${encodeURIComponent(encodeURIComponent('{"orderId":"7"}'))}`),
  ).toBe('7')
})

test.each([
  '',
  '?payInfo=',
  '?payInfo=%7B',
  '?payInfo=%25',
  '?payInfo=null',
  '?payInfo=7',
  queryWith([]),
  queryWith({}),
  queryWith({ orderId: { $ne: 1 } }),
  queryWith({ orderId: '<b>' }),
  queryWith({ orderId: '../user/get' }),
  queryWith({ orderId: 'x'.repeat(65) }),
  queryWith({ orderId: 1.5 }),
])('%s has no order id', (search) => {
  expect(parseOrderId(search)).toBeNull()
})
