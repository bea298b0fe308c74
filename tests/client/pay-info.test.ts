/** What the address of the page after paying says, however it was written. */
import { expect, test } from 'vitest'
import { orderIdIn, paySuccessFor } from '#client/cashier.ts'
import { pageOf } from '#client/routes.ts'

const searchOf = (address: string) => new URL(address, 'https://yiqiao.example').search
const saying = (payInfo: unknown) => `?payInfo=${encodeURIComponent(JSON.stringify(payInfo))}`

test('what is written is read, and leads to the page after paying', () => {
  for (const id of ['184', 184, 'a-b_c']) {
    const address = paySuccessFor({ id, no: 'N/1 &=?#' })
    expect(orderIdIn(searchOf(address))).toBe(String(id))
    expect(pageOf(address.split('?')[0]!)).toEqual({ kind: 'landing', route: '/PaySuccess' })
  }
})

test('other backends may call the order’s id by its short name, or encode twice', () => {
  expect(orderIdIn(saying({ id: 7 }))).toBe('7')
  expect(orderIdIn(`?payInfo=${encodeURIComponent(encodeURIComponent('{"orderId":"7"}'))}`)).toBe(
    '7',
  )
})

test.each([
  '',
  '?payInfo=',
  '?payInfo=%7B',
  '?payInfo=%25',
  '?payInfo=null',
  '?payInfo=7',
  saying([]),
  saying({}),
  saying({ orderId: { $ne: 1 } }),
  saying({ orderId: '<b>' }),
  saying({ orderId: '../user/get' }),
  saying({ orderId: 'x'.repeat(65) }),
  saying({ orderId: 1.5 }),
])('%s names no order', (search) => {
  expect(orderIdIn(search)).toBeNull()
})
